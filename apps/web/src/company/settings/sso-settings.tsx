import { useQuery } from '@tanstack/react-query';
import { usePageValues } from '../../page-values/page-values.tsx';
import { ContactLines } from '../../ui/contact-lines.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { t } from '../../words/t.ts';
import { IdentityProvider } from './identity-provider.tsx';
import { NotLoaded } from './not-loaded.tsx';
import { ssoSettingsQuery } from './sso-queries.ts';
import styles from './sso-settings.module.css';

export function SsoSettings() {
  const sso = useQuery(ssoSettingsQuery);
  if (sso.isPending)
    return <Spinner label={t('company.ssoSettings.loading', 'Loading your single sign-on settings')} />;
  if (!sso.data)
    return (
      <NotLoaded
        query={sso}
        what={t(
          'company.ssoSettings.loadFailed',
          'We couldn’t load your single sign-on settings. Check your connection and try again.',
        )}
        notFound={t('company.ssoSettings.unavailable', 'We couldn’t load your single sign-on settings.')}
      />
    );
  const { identityProviders } = sso.data;
  if (identityProviders.length === 0) return <NotConnected />;
  return identityProviders.map((provider) => <IdentityProvider key={provider.name} provider={provider} />);
}

function NotConnected() {
  const { support } = usePageValues();
  return (
    <div className={styles.stack}>
      <p>
        {t(
          'company.ssoSettings.notConnected',
          'With single sign-on, people in your company log in with their company account. Your team isn’t connected to an identity provider yet.',
        )}
      </p>
      <p>
        {t(
          'company.ssoSettings.howToConnect',
          'To connect one, send our support team your identity provider’s metadata and your company’s email domains.',
        )}
      </p>
      <ContactLines {...support} />
    </div>
  );
}
