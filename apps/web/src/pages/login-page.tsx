import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { LoginForm } from '../features/login/login-form.tsx';
import { MarketingPicture } from '../features/login/marketing-picture.tsx';
import { CompanySignIn } from '../features/saml/company-sign-in.tsx';
import { sessionQuery } from '../http/session-query.ts';
import { useDocumentTitle } from '../page-values/document-title.ts';
import { usePageValues } from '../page-values/page-values.tsx';
import { routes } from '../routes.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import layout from './layout.module.css';
import styles from './login-page.module.css';

const SignedInPanel = lazy(async () => ({
  default: (await import('../features/login/signed-in-panel.tsx')).SignedInPanel,
}));

export function LoginPage() {
  useDocumentTitle('Log in');
  const waysIn = (
    <>
      <LoginForm />
      <div className={styles.company}>
        <CompanySignIn />
      </div>
    </>
  );
  return (
    <>
      <div className={layout.form}>
        <PageHeading>Bring your events to life</PageHeading>
        {useMaybeSignedIn() ? (
          <Suspense fallback={<PageSpinner />}>
            <SignedInPanel>{waysIn}</SignedInPanel>
          </Suspense>
        ) : (
          waysIn
        )}
        <p className={styles.separator}>
          <span>Don&apos;t have an account?</span>
        </p>
        <ButtonLink to={routes.signUp} variant="secondary" isWide>
          Create an account
        </ButtonLink>
      </div>
      <div className={styles.marketing}>
        <MarketingPicture />
      </div>
    </>
  );
}

/** By what the page said when it was loaded, or the server since. */
function useMaybeSignedIn(): boolean {
  const { userEmail } = usePageValues();
  const session = useQueryClient().getQueryData(sessionQuery.queryKey);
  return session ? session.user !== undefined : userEmail !== '';
}
