import { endpoints } from '@foyer/contracts/endpoints';
import { logoutReply } from '@foyer/contracts/session';
import { useMutation } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { send } from '../../http/send.ts';
import { useDocumentNavigation } from '../../journey/document-navigation.ts';
import { removeOwnDrafts } from '../../journey/own-drafts.ts';
import { routes } from '../../routes.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import styles from './wrong-account.module.css';

/** For somebody who is logged in with another address than the invited one: the invitation is kept. */
export function WrongAccount({ signedInAs, invited }: { signedInAs: string; invited: string }) {
  const { pathname, search } = useLocation();
  const leave = useDocumentNavigation();
  const navigate = useNavigate();
  const logOut = useMutation({
    mutationFn: () => send(endpoints.logout, { reply: logoutReply }),
    onSuccess: () => {
      removeOwnDrafts();
      leave(pathname + search);
    },
    onError: () => navigate(routes.failureGeneral),
  });
  return (
    <>
      <PageHeading
        lead={
          <>
            You are logged in as <strong className={styles.address}>{signedInAs}</strong>. This invitation is
            for <strong className={styles.address}>{invited}</strong>.
          </>
        }
      >
        This invitation is for another account
      </PageHeading>
      <div className={styles.actions}>
        <Button onClick={() => logOut.mutate()} isLoading={logOut.isPending || logOut.isSuccess}>
          Log out and continue
        </Button>
        <ButtonLink to={routes.home} variant="secondary">
          Stay logged in
        </ButtonLink>
      </div>
    </>
  );
}
