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
import { lazyPage } from '../../ui/load-page.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';
import styles from './login-page.module.css';

/** Where why-before-scripts.ts finds the line above the form. */
const WHY_ID = 'why';

const LoginContext = lazyPage(async () => (await import('../login/login-context.tsx')).LoginContext);
const EndedModal = lazyPage(async () => (await import('../login/ended-modal.tsx')).ModalOf);

type LoginProps = { CompanySignIn: ComponentType<{ email: string; isOnTheWay: boolean }> };

/** The login, and for who is logged in the home in its place. */
export function LoginPage({ home, ...login }: LoginProps & { home: ReactNode }) {
  return useFullSession() ? <Suspense fallback={<PageSpinner />}>{home}</Suspense> : <Login {...login} />;
}

/** Who comes and may only pay, leave their team or keep their account, is told so in front of it; after a login the form says so itself. */
function Login({ CompanySignIn }: LoginProps) {
  useDocumentTitle(logInTitle());
  const { session, links } = usePageValues();
  const restrictedTo = session?.restrictedTo;
  return (
    <>
      <div className={layout.form}>
        <PageHeading lead={useLoginContext()} leadId={WHY_ID}>
          {t('Bring your events to life')}
        </PageHeading>
        <LoginForm>
          {(email, isOnTheWay) => (
            <div className={styles.company}>
              <CompanySignIn email={email} isOnTheWay={isOnTheWay} />
            </div>
          )}
        </LoginForm>
        <p className={styles.separator}>
          <span>{t("Don't have an account?")}</span>
        </p>
        <ButtonLink to={routes.signUp} variant="secondary" isWide>
          {t('Create an account')}
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

/** What the HTML says there, put by a script of its own before this one (why-before-scripts.ts). */
const whyInHtml = typeof document === 'undefined' ? '' : (document.getElementById(WHY_ID)?.textContent ?? '');

/** Why the visitor is asked to log in, where something can be said about it; first as the HTML has it, which is taken over. */
function useLoginContext(): ReactNode {
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
        <LoginContext hasIdledOut={hasIdledOut} />
      </Suspense>
    )
  );
}
