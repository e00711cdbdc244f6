import { useLocation } from 'react-router-dom';
import { ForgotPasswordForm } from '../password/forgot-password-form.tsx';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import layout from '../../ui/page-layout.module.css';
import { t } from '../../words/t.ts';
import styles from './forgot-password-page.module.css';

export function ForgotPasswordPage() {
  useDocumentTitle(pageTitles.forgotPassword);
  const state: unknown = useLocation().state;
  return (
    <div className={layout.form}>
      <BackLink to={routes.login}>{t('common.back', 'Back')}</BackLink>
      <PageHeading
        lead={t(
          'registration.forgotPasswordPage.lead',
          'Enter your account’s email address, and we’ll send you a link to choose a new password.',
        )}
      >
        {t('common.forgotPassword', 'Forgot password')}
      </PageHeading>
      <div className={styles.narrow}>
        <ForgotPasswordForm email={emailOf(state)} />
      </div>
    </div>
  );
}

function emailOf(state: unknown): string {
  const email = typeof state === 'object' && state !== null && 'email' in state ? state.email : undefined;
  return typeof email === 'string' ? email : '';
}
