import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../http/session-query.ts';
import { useLogOut } from '../log-out.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { Button, ButtonAnchor, ButtonLink } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import layout from '../../ui/page-layout.module.css';
import { rich, t } from '../../words/t.ts';
import styles from './logout-page.module.css';

/** Another site can link to this page, so a signed-in visitor must confirm the logout. */
export function LogoutPage() {
  const { userEmail } = usePageValues();
  const session = useQuery(sessionQuery);
  const email = session.data ? session.data.user?.email : userEmail;
  return email ? <AskBack email={email} /> : <LoggedOut />;
}

function AskBack({ email }: { email: string }) {
  useDocumentTitle(pageTitles.logout);
  const { homeUrl } = usePageValues();
  const { logOut, isLoggingOut } = useLogOut();
  return (
    <div className={layout.form}>
      <PageHeading
        lead={rich('common.loggedInAs', 'You’re logged in as <strong>{email}</strong>.', {
          email,
          strong: (words) => <strong className={styles.email}>{words}</strong>,
        })}
      >
        {t('common.logOutQuestion', 'Log out?')}
      </PageHeading>
      <div className={layout.actions}>
        <Button onClick={logOut} isLoading={isLoggingOut}>
          {t('common.logOut', 'Log out')}
        </Button>
        <ButtonAnchor href={homeUrl} variant="secondary">
          {t('common.stayLoggedIn', 'Stay logged in')}
        </ButtonAnchor>
      </div>
    </div>
  );
}

function LoggedOut() {
  useDocumentTitle(t('identity.logoutPage.title', 'You’re logged out'));
  return (
    <div className={layout.form}>
      <PageHeading lead={t('identity.logoutPage.notLoggedIn', 'You’re already logged out of this browser.')}>
        {t('identity.logoutPage.title', 'You’re logged out')}
      </PageHeading>
      <div className={layout.actions}>
        <ButtonLink to={routes.login}>{t('common.logIn', 'Log in')}</ButtonLink>
      </div>
    </div>
  );
}
