import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { t } from '../../words/t.ts';
import type { TeamChange } from './use-team-changes.ts';

const questions = {
  offer: {
    get title() {
      return t('teams.askModal.transferTitle', 'Transfer the team?');
    },
    text: (who: string) =>
      t(
        'teams.askModal.transferBody',
        'We’ll email {who}. Once they accept, they own the team and you become a member. If your card pays for the team, we’ll remove it and email you when that’s done. Until they accept, you can cancel the transfer.',
        { who },
      ),
    get yes() {
      return t('teams.askModal.transferButton', 'Transfer team');
    },
  },
  acceptOffer: {
    get title() {
      return t('teams.askModal.acceptTitle', 'Become the owner of this team?');
    },
    text: (who: string) =>
      t(
        'teams.askModal.acceptBody',
        'You’ll manage the team and its billing, and {who} becomes a member. We’ll email you both.',
        { who },
      ),
    get yes() {
      return t('teams.acceptButton', 'Become owner');
    },
  },
  revoke: {
    get title() {
      return t('teams.askModal.withdrawTitle', 'Withdraw this invitation?');
    },
    text: (who: string) =>
      t(
        'teams.askModal.withdrawBody',
        'The invitation links for {who} will stop working, and the seat will become free.',
        { who },
      ),
    get yes() {
      return t('teams.withdrawInvitation', 'Withdraw ## an invitation');
    },
  },
  remove: {
    get title() {
      return t('teams.askModal.removeTitle', 'Remove this person?');
    },
    text: (who: string) =>
      t(
        'teams.askModal.removeBody',
        '{who} will lose access to your team’s events and diagrams, and get their own team on the Free Trial. Their seat becomes free.',
        { who },
      ),
    get yes() {
      return t('teams.removeButton', 'Remove ## a person');
    },
  },
  resetFactor: {
    get title() {
      return t('teams.askModal.resetTitle', 'Reset two-step verification?');
    },
    text: (who: string) =>
      t(
        'teams.askModal.resetBody',
        'First make sure the request really comes from {who}, for example by calling them. We’ll email them, and they can stop the reset. After 24 hours, they can log in with just their password. It takes 7 days if, in the last 7 days, they reset their password, changed their email address or stopped a reset.',
        { who },
      ),
    get yes() {
      return t('teams.resetSecondFactor', 'Reset two-step verification');
    },
  },
  same: {
    get title() {
      return t('teams.askModal.samePersonTitle', 'Is this the same person?');
    },
    text: (who: string) =>
      t(
        'teams.askModal.samePersonBody',
        '{who} will get full access to this account through your company’s sign-in. Confirm only if you know the account belongs to them.',
        { who },
      ),
    get yes() {
      return t('teams.samePerson', 'Same person');
    },
  },
  new: {
    get title() {
      return t('teams.askModal.newPersonTitle', 'Is this someone new?');
    },
    text: (who: string, member: string) =>
      t(
        'teams.askModal.newPersonBody',
        'We’ll archive the account of {member}, the member who has this address now. No one will be able to log in to it; its events and diagrams are kept, and its seat becomes free. The new person, {who}, starts with an empty account. You can’t undo this.',
        { who, member },
      ),
    get yes() {
      return t('teams.newPerson', 'Someone new');
    },
  },
  newHolder: {
    get title() {
      return t('teams.askModal.newPersonTitle', 'Is this someone new?');
    },
    text: (who: string) =>
      t(
        'teams.askModal.addressReassigned',
        'The email address will belong to {who}. The person who had it before keeps their account but can no longer change back to this address.',
        { who },
      ),
    get yes() {
      return t('teams.newPerson', 'Someone new');
    },
  },
} as const satisfies Partial<Record<TeamChange['kind'], Question>>;

const harmless = new Set<TeamChange['kind']>(['same', 'offer', 'acceptOffer']);

type Question = { readonly title: string; text(who: string, member: string): string; readonly yes: string };

type ConfirmedChange = TeamChange & { kind: keyof typeof questions };

export function needsConfirmation(change: TeamChange): change is ConfirmedChange {
  return Object.hasOwn(questions, change.kind);
}

type ConfirmChangeModalProps = { change: ConfirmedChange; onClose(): void; onYes(): void };

export function ConfirmChangeModal({ change, onClose, onYes }: ConfirmChangeModalProps) {
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
