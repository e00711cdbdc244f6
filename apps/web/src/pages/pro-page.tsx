import { useLocation } from 'react-router-dom';
import { LoginForm } from '../features/login/login-form.tsx';
import { useOwnBill } from '../journey/own-bill.ts';
import { useProPlan } from '../journey/plan-choice.ts';
import { useDocumentTitle } from '../page-values/document-title.ts';
import { usePageValues } from '../page-values/page-values.tsx';
import { routes } from '../routes.ts';
import { BackLink } from '../ui/back-link.tsx';
import { ButtonAnchor, ButtonLink } from '../ui/button.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import layout from './layout.module.css';
import styles from './pro-page.module.css';

const withLogin = { isLoginOpen: true };

/** The start of PRO: a new account, or the login of one that is to be upgraded (docs/product.md 2). */
export function ProPage() {
  useProPlan();
  useOwnBill('estimated');
  const state: unknown = useLocation().state;
  const isLoginOpen = typeof state === 'object' && state !== null && 'isLoginOpen' in state;
  return isLoginOpen ? <LogIn key="login" /> : <Choice key="choice" />;
}

function Choice() {
  useDocumentTitle('Create an Account or Upgrade');
  const { userEmail } = usePageValues();
  return (
    <div className={layout.form}>
      <BackLink to={routes.home}>Back</BackLink>
      <PageHeading lead="More events, more attendees, and as many collaborators as you like.">
        Create an Account or Upgrade
      </PageHeading>
      <div className={styles.ways}>
        <section className={styles.way}>
          <h2>New here?</h2>
          <p>Set up your account in three short steps.</p>
          <ButtonLink to={routes.signUpForm} isWide>
            Create an account
          </ButtonLink>
        </section>
        <section className={styles.way}>
          <h2>Have an account?</h2>
          {userEmail ? (
            <>
              <p>You are logged in as {userEmail}.</p>
              <ButtonAnchor href={routes.proUpgrade} variant="secondary" isWide>
                Upgrade to PRO
              </ButtonAnchor>
            </>
          ) : (
            <>
              <p>Log in, and upgrade the account you have.</p>
              <ButtonLink to={routes.pro} state={withLogin} variant="secondary" isWide>
                Log in
              </ButtonLink>
            </>
          )}
        </section>
      </div>
    </div>
  );
}

function LogIn() {
  useDocumentTitle('Upgrade Account');
  return (
    <div className={layout.form}>
      <BackLink to={routes.pro}>Back</BackLink>
      <PageHeading lead="Log in to upgrade to PRO.">Upgrade Account</PageHeading>
      <LoginForm isShort />
    </div>
  );
}
