import { fieldsOf } from '@foyer/contracts/field-problems';
import { inviteBody, type InviteOutcome, type InviteReply } from '@foyer/contracts/team';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
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

/** Invites many addresses at once and shows the result of each. */
export function InviteForm() {
  const id = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const invite = useInvite(({ results }) => {
    // Addresses not invited stay, to be corrected or retried.
    setText(
      results
        .filter(({ outcome }) => isOpen(outcome))
        .map(({ email }) => email)
        .join('\n'),
    );
  });
  function submit(): void {
    const emails = emailsIn(text);
    const result = inviteBody.safeParse({ emails });
    setProblem(result.success ? undefined : fieldsOf(result.error.issues).emails);
    if (result.success) invite.mutate(emails);
  }
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.title}>
        Invite people
      </h2>
      <form
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
            setText(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <p id={`${id}-hint`} className={styles.note}>
          One on each line, or separated by commas.
        </p>
        <Message kind="error">
          {problem ?? (invite.error && problemText(invite.error, 'Nobody was invited.'))}
        </Message>
        <Message kind={isAllInvited(invite.data) ? 'success' : 'info'}>
          {invite.data && <Results results={invite.data.results} />}
        </Message>
        <Button type="submit" isLoading={invite.isPending}>
          Send invitations
        </Button>
      </form>
    </section>
  );
}

function isAllInvited(reply: InviteReply | undefined): boolean {
  return reply !== undefined && !reply.results.some(({ outcome }) => isOpen(outcome) || outcome === 'member');
}

function Results({ results }: InviteReply) {
  const isFull = results.some(({ outcome }) => outcome === 'noSeat');
  return (
    <>
      <ul className={styles.results}>
        {results.map(({ email, outcome }) => (
          <li key={email}>
            <strong>{email}</strong> {outcomeTexts[outcome]}
          </li>
        ))}
      </ul>
      {isFull && <p className={styles.advice}>To free a seat, remove a member or withdraw an invitation.</p>}
    </>
  );
}
