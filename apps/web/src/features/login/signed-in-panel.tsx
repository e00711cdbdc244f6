import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionQuery } from '../../http/session-query.ts';
import { readArrival } from '../../journey/arrival.ts';
import { useLogOut } from '../../journey/log-out.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { Button, ButtonAnchor } from '../../ui/button.tsx';
import { WaitingInvitations } from '../../journey/waiting-invitations.tsx';
import { ModalOf } from './ended-modal.tsx';
import styles from './signed-in-panel.module.css';

/** Replaces the login form for a signed-in visitor, unless the session turns out to have ended. */
export function SignedInPanel({ children }: { children: ReactNode }) {
  const { homeUrl, userEmail } = usePageValues();
  const session = useQuery(sessionQuery);
  const { logOut, isLoggingOut } = useLogOut();
  if (session.data && !session.data.user) return children;
  const email = session.data?.user?.email ?? userEmail;
  const restrictedTo = session.data?.restrictedTo;
  if (restrictedTo)
    return (
      <div className={styles.panel}>
        <p>
          You are logged in as <strong className={styles.email}>{email}</strong>. Your subscription has ended.
        </p>
        <ModalOf restrictedTo={restrictedTo} />
      </div>
    );
  return (
    <>
      {session.data && <WaitingInvitations />}
      <div className={styles.panel}>
        <p>
          You are logged in as <strong className={styles.email}>{email}</strong>.
        </p>
        <div className={styles.actions}>
          <ButtonAnchor href={readArrival().redirectUrl || homeUrl}>Continue</ButtonAnchor>
          <Button variant="secondary" onClick={logOut} isLoading={isLoggingOut}>
            Log out
          </Button>
        </div>
      </div>
    </>
  );
}
