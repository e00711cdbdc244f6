import { endpoints } from '@foyer/contracts/endpoints';
import { openInvitationReply, type WaitingInvitationsReply } from '@foyer/contracts/waiting-invitations';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefusalError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { useLeave } from '../../journey/leave.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './waiting-invitations.module.css';
import { waitingInvitationsQuery } from './waiting-invitations-query.ts';

type Waiting = WaitingInvitationsReply['invitations'][number];

/** What waits for the visitor's answer, with the way to it (LESSONS F34); mostly nothing. */
export function WaitingInvitations() {
  const { data } = useQuery(waitingInvitationsQuery);
  const open = useOpenInvitation();
  if (!data?.invitations.length && !open.error) return null;
  return (
    <section className={styles.waiting} aria-label="Invitations">
      <Message kind="error">{open.error && problemText(open.error)}</Message>
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

function useOpenInvitation() {
  const leave = useLeave();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      send(endpoints.openInvitation, { params: { id }, reply: openInvitationReply }),
    onSuccess: ({ path }) => leave(path),
    // It may have been withdrawn since.
    onError: () => queries.invalidateQueries(waitingInvitationsQuery),
  });
}

function problemText(error: Error): string {
  if (!(error instanceof RefusalError))
    return 'The invitation could not be opened. Check your connection and try again.';
  return error.code === 'NotFound' ? 'That invitation no longer works. Ask for a new one.' : error.message;
}
