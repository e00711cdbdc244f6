import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useLogOut } from '../identity/log-out.ts';
import { routes } from '../routes.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Sentences } from '../words/join.ts';
import { rich, t } from '../words/t.ts';
import styles from './wrong-account.module.css';

export function WrongAccount({ signedInAs, invited }: { signedInAs: string; invited: string }) {
  const { pathname, search } = useLocation();
  const { logOut, isLoggingOut } = useLogOut(pathname + search);
  const address = (words: ReactNode) => <strong className={styles.address}>{words}</strong>;
  return (
    <>
      <PageHeading
        lead={
          <Sentences>
            {rich('common.loggedInAs', 'You’re logged in as <strong>{email}</strong>.', {
              email: signedInAs,
              strong: address,
            })}
            {rich(
              'invitations.wrongAccount.invitedAddress',
              'This invitation is for <address>{invited}</address>.',
              { invited, address },
            )}
          </Sentences>
        }
      >
        {t('invitations.otherAccountTitle', 'This invitation is for another account')}
      </PageHeading>
      <div className={styles.actions}>
        <Button onClick={logOut} isLoading={isLoggingOut}>
          {t('invitations.wrongAccount.logOutAndContinue', 'Log out and continue')}
        </Button>
        <ButtonLink to={routes.home} variant="secondary">
          {t('common.stayLoggedIn', 'Stay logged in')}
        </ButtonLink>
      </div>
    </>
  );
}
