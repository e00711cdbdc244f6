import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { t } from '../../words/t.ts';
import type { TeamChange } from './use-team-changes.ts';

const questions = {
  offer: {
    get title() {
      return t('teams.askModal.transferTitle', 'Offer the team?');
    },
    text: (who: string) =>
      t(
        'teams.askModal.transferBody',
        '{who} gets an email, and owns the team once they accept. You stay in it as a member, and if your card pays for it, we remove it and email you when that’s done. Until they accept, you can withdraw the offer.',
        { who },
      ),
    get yes() {
      return t('teams.askModal.transferButton', 'Offer the team');
    },
  },
  acceptOffer: {
    get title() {
      return t('teams.askModal.acceptTitle', 'Accept this team?');
    },
    text: (who: string) =>
      t(
        'teams.askModal.acceptBody',
        'You become the owner and look after the plan and its payment; {who} becomes a member. You both get an email.',
        { who },
      ),
    get yes() {
      return t('teams.acceptButton', 'Accept the team');
    },
  },
  revoke: {
    get title() {
      return t('teams.askModal.withdrawTitle', 'Withdraw this invitation?');
    },
    text: (who: string) => t('teams.askModal.withdrawBody', 'The link sent to {who} stops working.', { who }),
    get yes() {
      return t('teams.withdrawInvitation', 'Withdraw ## an invitation');
    },
  },
  remove: {
    get title() {
      return t('teams.askModal.removeTitle', 'Remove this person?');
    },
    text: (who: string) =>
      t('teams.askModal.removeBody', '{who} loses access to your team’s events and diagrams.', { who }),
    get yes() {
      return t('teams.removeButton', 'Remove ## a person');
    },
  },
  resetFactor: {
    get title() {
      return t('teams.askModal.resetTitle', 'Reset this second factor?');
    },
    text: (who: string) =>
      t(
        'teams.askModal.resetBody',
        'First make sure that it is {who} who asks you, such as by calling them. They get an email and can stop it. After 24 hours their password alone opens their account; after 7 days, if their password or email was changed in the last 7 days.',
        { who },
      ),
    get yes() {
      return t('teams.resetSecondFactor', 'Reset second factor');
    },
  },
  same: {
    get title() {
      return t('teams.askModal.samePersonTitle', 'Is it the same person?');
    },
    text: (who: string) =>
      t(
        'teams.askModal.samePersonBody',
        '{who} gets into the member’s account with everything in it, by your company’s sign-in. Say so only if you know that it is the same person under a new ID.',
        { who },
      ),
    get yes() {
      return t('teams.samePerson', 'Same person');
    },
  },
  new: {
    get title() {
      return t('teams.askModal.newPersonTitle', 'Is it somebody new?');
    },
    text: (who: string, member: string) =>
      t(
        'teams.askModal.newPersonBody',
        'The former member’s account, {member}, is archived: nobody can log in to it, its events and diagrams are kept, and its seat is free. The new person, {who}, starts with an empty account. You cannot take this back.',
        { who, member },
      ),
    get yes() {
      return t('teams.newPerson', 'Somebody new');
    },
  },
  newHolder: {
    get title() {
      return t('teams.askModal.newPersonTitle', 'Is it somebody new?');
    },
    text: (who: string) =>
      t(
        'teams.askModal.addressReassigned',
        'The address belongs to {who} from now on. Whoever had it before keeps their account, and can no longer change their email back to it.',
        { who },
      ),
    get yes() {
      return t('teams.newPerson', 'Somebody new');
    },
  },
} as const satisfies Partial<Record<TeamChange['kind'], Question>>;

/** These changes take nothing away from anyone. */
const harmless = new Set<TeamChange['kind']>(['same', 'offer', 'acceptOffer']);

type Question = { readonly title: string; text(who: string, member: string): string; readonly yes: string };

type AskedChange = TeamChange & { kind: keyof typeof questions };

/** Whether a change needs a confirmation. */
export function isAsked(change: TeamChange): change is AskedChange {
  return Object.hasOwn(questions, change.kind);
}

type AskModalProps = { change: AskedChange; onClose(): void; onYes(): void };

export function AskModal({ change, onClose, onYes }: AskModalProps) {
  const { title, text, yes }: Question = questions[change.kind];
  return (
    <ConfirmModal
      title={title}
      yes={yes}
      isHarmless={harmless.has(change.kind)}
      onClose={onClose}
      onYes={onYes}
    >
      <p>{text(change.who, change.member ?? change.who)}</p>
    </ConfirmModal>
  );
}
