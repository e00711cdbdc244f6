import { fieldsOf } from '@foyer/contracts/field-problems';
import { inviteBody, type InviteOutcome, type InviteReply } from '@foyer/contracts/team';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { LaterModal } from '../../ui/later-modal.tsx';
import { emailsIn } from './email-list.ts';
import styles from './team.module.css';
import { problemText, useInvite } from './use-team-changes.ts';

const outcomeTexts: Record<InviteOutcome, string> = {
  invited: 'was invited',
  renewed: 'was invited again; the link in the earlier email no longer works',
  later: 'is invited, and gets the email later, because we wrote to this address not long ago',
  member: 'is a member already',
  invalid: 'is not a valid email address',
  noSeat: 'was not invited, because your team has no free seat',
};

function isOpen(outcome: InviteOutcome): boolean {
  return outcome === 'invalid' || outcome === 'noSeat';
}

type InviteModalProps = {
  /** What is in the box: kept by the page, so that closing the modal loses nothing. */
  text: string;
  onType(text: string): void;
  freeSeats: number;
  /** What to do once no seat is free. */
  moreSeats: ReactNode;
  onInvited(reply: InviteReply): void;
  onClose(): void;
};

/** Invites many addresses at once. What is to be corrected stays in the box; when nothing is, the modal closes. */
export function InviteModal({ text, onType, freeSeats, moreSeats, onInvited, onClose }: InviteModalProps) {
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const invite = useInvite((reply) => {
    const open = reply.results.filter(({ outcome }) => isOpen(outcome)).map(({ email }) => email);
    onType(open.join('\n'));
    if (open.length > 0) return;
    onInvited(reply);
    onClose();
  });
  function submit(): void {
    const emails = emailsIn(text);
    const result = inviteBody.safeParse({ emails });
    setProblem(result.success ? undefined : fieldsOf(result.error.issues).emails);
    if (result.success) invite.mutate(emails);
  }
  return (
    <LaterModal
      title="Invite people"
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={`${id}-form`} isLoading={invite.isPending}>
            Send invitations
          </Button>
        </>
      }
    >
      <form
        id={`${id}-form`}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <label className={styles.label} htmlFor={id}>
          Email addresses
        </label>
        <textarea
          id={id}
          className={styles.box}
          rows={4}
          value={text}
          spellCheck={false}
          aria-invalid={Boolean(problem)}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            onType(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <p id={`${id}-hint`} className={styles.note}>
          One on each line, or separated by commas. {seatsInWords(freeSeats)}
        </p>
        <Message kind="error">
          {problem ?? (invite.error && problemText(invite.error, 'Nobody was invited.'))}
        </Message>
        <Message kind="info">
          {invite.data && (
            <>
              <InviteResults {...invite.data} />
              {invite.data.results.some(({ outcome }) => outcome === 'noSeat') && (
                <p className={styles.advice}>{moreSeats}</p>
              )}
            </>
          )}
        </Message>
      </form>
    </LaterModal>
  );
}

function seatsInWords(free: number): string {
  if (free === 0) return 'No seat is free.';
  return free === 1 ? 'One seat is free.' : `${free} seats are free.`;
}

/** What became of each address. */
export function InviteResults({ results }: InviteReply) {
  return (
    <ul className={styles.results}>
      {results.map(({ email, outcome }) => (
        <li key={email}>
          <strong>{email}</strong> {outcomeTexts[outcome]}
        </li>
      ))}
    </ul>
  );
}
