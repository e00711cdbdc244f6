import { fieldsOf } from '@foyer/contracts/problems';
import { inviteBody, type InviteOutcome, type InviteReply } from '@foyer/contracts/team';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { emailsIn } from './email-list.ts';
import styles from './team.module.css';
import { problemText, useInvite } from './use-team-changes.ts';

const outcomeTexts: Record<InviteOutcome, string> = {
  invited: 'invited',
  renewed: 'invited again; the earlier link no longer works',
  member: 'is a member already',
  invalid: 'is not a valid email address',
  noSeat: 'not invited: no seat is free',
};

/** Many addresses at once, and what became of each (LESSONS F39). */
export function InviteForm() {
  const id = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const invite = useInvite(() => setText(''));
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
        <Message kind="info">{invite.data && <Results results={invite.data.results} />}</Message>
        <Button type="submit" isLoading={invite.isPending}>
          Send invitations
        </Button>
      </form>
    </section>
  );
}

function Results({ results }: InviteReply) {
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
