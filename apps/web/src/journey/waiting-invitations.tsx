import type { WaitingInvitationsReply } from '@foyer/contracts/waiting-invitations';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { openProblemText, useOpenInvitation } from './use-open-invitation.ts';
import styles from './waiting-invitations.module.css';
import { waitingInvitationsQuery } from './waiting-invitations-query.ts';

type Waiting = WaitingInvitationsReply['invitations'][number];

/** The visitor's open invitations, if any. */
export function WaitingInvitations() {
  const { data } = useQuery(waitingInvitationsQuery);
  const open = useOpenInvitation();
  if (!data?.invitations.length && !open.error) return null;
  return (
    <section className={styles.waiting} aria-label="Invitations">
      <Message kind="error">{open.error && openProblemText(open.error)}</Message>
      {data && data.invitations.length > 0 && (
        <ul className={styles.list}>
          {data.invitations.map((invitation) => (
            <li key={invitation.id} className={styles.row}>
              <p className={styles.text}>
                <WhoInvites {...invitation} />
              </p>
              <Button
                variant="secondary"
                isLoading={open.variables === invitation.id && (open.isPending || open.isSuccess)}
                onClick={() => open.mutate(invitation.id)}
              >
                See invitation<VisuallyHidden> to {invitation.name}</VisuallyHidden>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function WhoInvites({ kind, name, inviter }: Waiting) {
  const who = <strong>{inviter}</strong>;
  const what = <strong>{name}</strong>;
  return kind === 'team' ? (
    <>
      {who} invited you to the team {what}.
    </>
  ) : (
    <>
      {who} shared the event {what} with you.
    </>
  );
}
