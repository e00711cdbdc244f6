import { Button } from '../../ui/button.tsx';
import { LaterModal } from '../../ui/later-modal.tsx';
import type { TeamChange } from './use-team-changes.ts';

const questions = {
  revoke: {
    title: 'Withdraw this invitation?',
    text: (who: string) => `The link sent to ${who} stops working.`,
    yes: 'Withdraw',
  },
  remove: {
    title: 'Remove this person?',
    text: (who: string) => `${who} loses access to your team’s events and diagrams.`,
    yes: 'Remove',
  },
  same: {
    title: 'Is it the same person?',
    text: (who: string) =>
      `${who} gets into the member’s account with everything in it, by your company’s sign-in. Say so only if you know that it is the same person under a new ID.`,
    yes: 'Same person',
  },
  new: {
    title: 'Is it somebody new?',
    text: (who: string, member: string) =>
      `The former member’s account, ${member}, is archived: nobody can log in to it, its events and diagrams are kept, and its seat is free. The new person, ${who}, starts with an empty account. You cannot take this back.`,
    yes: 'Somebody new',
  },
} as const satisfies Partial<Record<TeamChange['kind'], Question>>;

type Question = { title: string; text(who: string, member: string): string; yes: string };

type AskedChange = TeamChange & { kind: keyof typeof questions };

/** Whether a change is made only after a question. */
export function isAsked(change: TeamChange): change is AskedChange {
  return Object.hasOwn(questions, change.kind);
}

type AskModalProps = { change: AskedChange; onClose(): void; onYes(): void };

/** Asks before what cannot be taken back. */
export function AskModal({ change, onClose, onYes }: AskModalProps) {
  const { title, text, yes }: Question = questions[change.kind];
  return (
    <LaterModal
      title={title}
      isAlert
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button variant={change.kind === 'same' ? 'primary' : 'danger'} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      <p>{text(change.who, change.member ?? change.who)}</p>
    </LaterModal>
  );
}
