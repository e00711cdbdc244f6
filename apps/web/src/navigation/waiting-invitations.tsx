import type { WaitingInvitationsReply } from '@foyer/contracts/invitations/waiting-invitations';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { rich, t } from '../words/t.ts';
import { openProblemText, useOpenInvitation } from './use-open-invitation.ts';
import styles from './waiting-invitations.module.css';
import { waitingInvitationsQuery } from './waiting-invitations-query.ts';

type Waiting = WaitingInvitationsReply['invitations'][number];

export function WaitingInvitations() {
  const { data } = useQuery(waitingInvitationsQuery);
  const open = useOpenInvitation();
  if (!data?.invitations.length && !open.error) return null;
  return (
    <section className={styles.waiting} aria-label={t('navigation.waitingInvitations.title', 'Invitations')}>
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
                {rich('navigation.waitingInvitations.open', 'See invitation<hidden> to {name}</hidden>', {
                  name: invitation.name,
                  hidden: (words) => <VisuallyHidden>{words}</VisuallyHidden>,
                })}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function WhoInvites({ kind, name, inviter }: Waiting) {
  const values = { inviter, name, strong: (words: ReactNode) => <strong>{words}</strong> };
  return kind === 'team'
    ? rich(
        'navigation.waitingInvitations.teamInvitation',
        '<strong>{inviter}</strong> invited you to the team <strong>{name}</strong>.',
        values,
      )
    : rich(
        'navigation.waitingInvitations.eventInvitation',
        '<strong>{inviter}</strong> shared the event <strong>{name}</strong> with you.',
        values,
      );
}
