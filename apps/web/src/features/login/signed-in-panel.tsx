import { endpoints } from '@foyer/contracts/endpoints';
import { logoutReply } from '@foyer/contracts/session';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { send } from '../../http/send.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { readArrival } from '../../journey/arrival.ts';
import { useLeave } from '../../journey/leave.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { routes } from '../../routes.ts';
import { Button, ButtonAnchor } from '../../ui/button.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './signed-in-panel.module.css';

/** Instead of the login form, for somebody who is logged in already; should that be over, the form after all. */
export function SignedInPanel() {
  const { homeUrl, userEmail } = usePageValues();
  const session = useQuery(sessionQuery);
  const leave = useLeave();
  const navigate = useNavigate();
  const logOut = useMutation({
    mutationFn: () => send(endpoints.logoutByPost, { reply: logoutReply }),
    onSuccess: ({ redirectURL }) => leave(redirectURL),
    onError: () => navigate(routes.failureGeneral),
  });
  if (session.data && !session.data.user) return <LoginForm />;
  return (
    <div className={styles.panel}>
      <p>
        You are logged in as{' '}
        <strong className={styles.email}>{session.data?.user?.email ?? userEmail}</strong>.
      </p>
      <div className={styles.actions}>
        <ButtonAnchor href={readArrival().redirectUrl || homeUrl}>Continue</ButtonAnchor>
        <Button
          variant="secondary"
          onClick={() => logOut.mutate()}
          isLoading={logOut.isPending || logOut.isSuccess}
        >
          Log out
        </Button>
      </div>
    </div>
  );
}
