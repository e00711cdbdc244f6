import { useDocumentTitle } from '../../page-values/document-title.ts';
import { pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FullTable } from '../../ui/full-table.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';

export function ResetPasswordSuccessPage() {
  useDocumentTitle(pageTitles.resetPasswordSuccess);
  return (
    <div className={layout.centred}>
      <FullTable />
      <PageHeading
        lead={t(
          'registration.resetPasswordSuccessPage.loggedOut',
          'For your security, we’ve logged you out everywhere and disconnected all apps. Log in with your new password.',
        )}
      >
        {t('registration.resetPasswordSuccessPage.title', 'Success! Your password has been reset.')}
      </PageHeading>
      {/* Needs a full page load, because the CSP of the mailed link's page blocks the login's telemetry. */}
      <ButtonLink to={routes.login} reloadDocument>
        {t('common.goToLogin', 'Go to login')}
      </ButtonLink>
    </div>
  );
}
