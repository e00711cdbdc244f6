import { fieldsOf } from '@foyer/contracts/field-problems';
import { inviteBody, type InviteOutcome, type InviteReply } from '@foyer/contracts/teams/team';
import { useId, useState, type ReactNode } from 'react';
import { problemInWords } from '../../http/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { LaterModal } from '../../ui/later-modal.tsx';
import { inWords } from '../../words/in-words.ts';
import { Sentences } from '../../words/join.ts';
import { rich, t } from '../../words/t.ts';
import { emailsIn } from './email-list.ts';
import styles from './team.module.css';
import { useInvite } from './use-team-changes.ts';

type OutcomeValues = { email: string; strong(words: ReactNode): ReactNode };

const outcomeTexts: Record<InviteOutcome, (values: OutcomeValues) => ReactNode> = {
  invited: (values) => rich('teams.inviteModal.invited', '<strong>{email}</strong> was invited.', values),
  renewed: (values) =>
    rich(
      'teams.inviteModal.invitedAgain',
      '<strong>{email}</strong> was invited again. The link in the earlier email no longer works.',
      values,
    ),
  later: (values) =>
    rich(
      'teams.inviteModal.invitedEmailLater',
      '<strong>{email}</strong> was invited. The email will arrive later because we recently sent one to this address.',
      values,
    ),
  member: (values) =>
    rich('teams.inviteModal.alreadyMember', '<strong>{email}</strong> is already a member.', values),
  invalid: (values) =>
    rich('teams.inviteModal.invalidEmail', '<strong>{email}</strong> isn’t a valid email address.', values),
  noSeat: (values) =>
    rich(
      'teams.inviteModal.noFreeSeat',
      '<strong>{email}</strong> wasn’t invited because your team has no free seats.',
      values,
    ),
};

function isOpen(outcome: InviteOutcome): boolean {
  return outcome === 'invalid' || outcome === 'noSeat';
}

type InviteModalProps = {
  /** The page keeps the typed email addresses, so that closing the modal does not lose them. */
  text: string;
  onType(text: string): void;
  freeSeats: number;
  moreSeats: ReactNode;
  onInvited(reply: InviteReply): void;
  onClose(): void;
};

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
    const found = result.success ? undefined : fieldsOf(result.error.issues).emails;
    setProblem(found && inWords(found));
    if (result.success) invite.mutate(emails);
  }
  const isNoneInvited = invite.data?.results.every(({ outcome }) => isOpen(outcome));
  const results = invite.data && (
    <>
      <InviteResults {...invite.data} />
      {invite.data.results.some(({ outcome }) => outcome === 'noSeat') && (
        <p className={styles.advice}>{moreSeats}</p>
      )}
    </>
  );
  return (
    <LaterModal
      title={t('teams.invitePeople', 'Invite people')}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel', 'Cancel')}
          </Button>
          <Button type="submit" form={`${id}-form`} isLoading={invite.isPending}>
            {t('teams.inviteModal.sendButton', 'Send invitations')}
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
          {t('teams.inviteModal.emailsLabel', 'Email addresses')}
        </label>
        <textarea
          id={id}
          dir="auto"
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
          <Sentences>
            {t('teams.inviteModal.emailsHint', 'Enter one per line, or separate them with commas.')}
            {seatsInWords(freeSeats)}
          </Sentences>
        </p>
        <Message kind="error">
          {problem ??
            (invite.error
              ? problemInWords(
                  invite.error,
                  t(
                    'teams.inviteModal.noneInvited',
                    'We couldn’t confirm the invitations. Check your connection and try again.',
                  ),
                )
              : isNoneInvited && results)}
        </Message>
        <Message kind="info">{!isNoneInvited && results}</Message>
      </form>
    </LaterModal>
  );
}

function seatsInWords(free: number): string {
  return t(
    'teams.inviteModal.freeSeats',
    '{free, plural, =0 {No seats are free.} =1 {One seat is free.} other {# seats are free.}}',
    {
      free,
    },
  );
}

export function InviteResults({ results }: InviteReply) {
  return (
    <ul className={styles.results}>
      {results.map(({ email, outcome }) => (
        <li key={email}>{outcomeTexts[outcome]({ email, strong: (words) => <strong>{words}</strong> })}</li>
      ))}
    </ul>
  );
}
