import { Suspense, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { LoginForm } from '../login/login-form.tsx';
import { MarketingPicture } from '../login/marketing-picture.tsx';
import { useFullSession, useKnownSession } from '../../http/known-session.ts';
import { readArrival } from '../../navigation/arrival.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { logInTitle } from '../../page-values/log-in-title.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { routes } from '../../routes.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';
import styles from './login-page.module.css';

/** login-reason-script.ts uses this id, too. */
const WHY_ID = 'why';

const LoginReason = lazyComponent(async () => (await import('../login/login-reason.tsx')).LoginReason);
const EndedModal = lazyComponent(async () => (await import('../login/ended-modal.tsx')).RestrictionModal);

type LoginProps = { CompanySignIn: ComponentType<{ email: string; isLoggingIn: boolean }> };

export function LoginPage({ home, ...login }: LoginProps & { home: ReactNode }) {
  return useFullSession() ? <Suspense fallback={<PageSpinner />}>{home}</Suspense> : <Login {...login} />;
}

/**
 * Shows a modal if the page was loaded with a restricted session. After a login on the page, `LoginForm` shows the
 * modal.
 */
function Login({ CompanySignIn }: LoginProps) {
  useDocumentTitle(logInTitle());
  const { session, links } = usePageValues();
  const restrictedTo = session?.restrictedTo;
  return (
    <>
      <div className={layout.form}>
        <PageHeading lead={useLoginReason()} leadId={WHY_ID}>
          {t('identity.loginPage.tagline', 'Bring your events to life')}
        </PageHeading>
        <LoginForm>
          {(email, isLoggingIn) => (
            <div className={styles.company}>
              <CompanySignIn email={email} isLoggingIn={isLoggingIn} />
            </div>
          )}
        </LoginForm>
        <p className={styles.separator}>
          <span>{t('identity.loginPage.noAccount', "Don't have an account?")}</span>
        </p>
        <ButtonLink to={routes.signUp} variant="secondary" isWide>
          {t('common.createAccountLink', 'Create an account')}
        </ButtonLink>
      </div>
      {links.marketing && (
        <div data-if="marketing" className={styles.marketing}>
          <MarketingPicture href={links.marketing} />
        </div>
      )}
      {restrictedTo && (
        <Suspense>
          <EndedModal restrictedTo={restrictedTo} />
        </Suspense>
      )}
    </>
  );
}

/** The reason that the inline script has written into the HTML (login-reason-script.ts). */
const whyInHtml = typeof document === 'undefined' ? '' : (document.getElementById(WHY_ID)?.textContent ?? '');

function useLoginReason(): ReactNode {
  const values = usePageValues();
  const { hasIdledOut } = useKnownSession() ?? values;
  const isKnown = useSyncExternalStore<boolean | undefined>(
    () => () => {},
    () => hasIdledOut || readArrival().redirect !== '',
    () => undefined,
  );
  if (isKnown === undefined) return whyInHtml;
  return (
    isKnown && (
      <Suspense fallback={whyInHtml}>
        <LoginReason hasIdledOut={hasIdledOut} />
      </Suspense>
    )
  );
}
