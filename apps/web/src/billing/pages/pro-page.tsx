import { useLocation, useNavigate } from 'react-router-dom';
import { LoginForm } from '../../identity/login/login-form.tsx';
import { useKnownSession } from '../../http/known-session.ts';
import { usePricePreview } from '../../navigation/price-preview.ts';
import { useChoosePro } from '../../navigation/plan-choice.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { proInShort } from '../../words/plan-texts.ts';
import { t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';
import { ProForUser } from './pro-for-user.tsx';
import styles from './pro-page.module.css';

const withLogin = { isLoginOpen: true };

export function ProPage() {
  const session = useKnownSession();
  const state: unknown = useLocation().state;
  if (session?.user) return <ProForUser session={session} email={session.user.email} />;
  const isLoginOpen = typeof state === 'object' && state !== null && 'isLoginOpen' in state;
  return isLoginOpen ? <LogIn key="login" /> : <Choice key="choice" />;
}

function Choice() {
  useDocumentTitle(pageTitles.pro);
  useChoosePro();
  usePricePreview('estimated');
  const navigate = useNavigate();
  return (
    <div className={layout.form}>
      <BackLink to={routes.home}>{t('common.back', 'Back')}</BackLink>
      <PageHeading lead={proInShort()}>
        {t('common.createAccountOrUpgrade', 'Create an Account or Upgrade')}
      </PageHeading>
      <div className={styles.ways}>
        <section className={styles.way}>
          <h2>{t('billing.proPage.newHere', 'New here?')}</h2>
          <p>{t('billing.proPage.signUpHint', 'Set up your account in three short steps.')}</p>
          <ButtonLink to={routes.signUpForm} isWide>
            {t('common.createAccountLink', 'Create an account')}
          </ButtonLink>
        </section>
        <section className={styles.way}>
          <h2>{t('billing.proPage.haveAccount', 'Already have an account?')}</h2>
          <p>{t('billing.proPage.loginReason', 'Log in to upgrade to PRO.')}</p>
          {/* A button, because without scripts a link would only reload this page. */}
          <Button variant="secondary" isWide onClick={() => void navigate(routes.pro, { state: withLogin })}>
            {t('common.logIn', 'Log in')}
          </Button>
        </section>
      </div>
    </div>
  );
}

function LogIn() {
  useDocumentTitle(pageTitles.proUpgrade);
  useChoosePro();
  usePricePreview('estimated');
  return (
    <div className={layout.form}>
      <BackLink to={routes.pro}>{t('common.back', 'Back')}</BackLink>
      <PageHeading lead={t('billing.proPage.loginReason', 'Log in to upgrade to PRO.')}>
        {t('common.upgradeAccount', 'Upgrade Account')}
      </PageHeading>
      <LoginForm opensUpgrade />
    </div>
  );
}
