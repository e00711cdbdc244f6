import { Navigate, useSearchParams } from 'react-router-dom';
import { ConsentForm } from '../consent/consent-form.tsx';
import { readOAuthRequest } from '../consent/oauth-request.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';

/**
 * The server names an app only after it has checked the app and its redirect URI. The page shows only the server's
 * values.
 */
export function OAuthAuthorizePage() {
  const [query] = useSearchParams();
  const { appName, consent } = usePageValues();
  const request = readOAuthRequest(query);
  useDocumentTitle(pageTitles.oauthAuthorize);
  if (!request || !consent || appName === '') return <Navigate to={routes.oauthAuthorizeError} replace />;
  return (
    <div className={layout.centred}>
      <PageHeading
        lead={t(
          'connectedApps.oauthAuthorizePage.question',
          'Do you want to grant {appName} access to your diagramming data?',
          { appName },
        )}
      >
        {t('common.getConnected', 'Get Connected')}
      </PageHeading>
      <ConsentForm request={request} consent={consent} />
    </div>
  );
}
