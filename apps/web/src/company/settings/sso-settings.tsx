import { useQuery } from '@tanstack/react-query';
import { usePageValues } from '../../page-values/page-values.tsx';
import { ContactLines } from '../../ui/contact-lines.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { t } from '../../words/t.ts';
import { IdentityProvider } from './identity-provider.tsx';
import { NotLoaded } from './not-loaded.tsx';
import { ssoSettingsQuery } from './sso-queries.ts';
import styles from './sso-settings.module.css';

/** The team's company sign-in, for its owner. */
export function SsoSettings() {
  const sso = useQuery(ssoSettingsQuery);
  if (sso.isPending)
    return <Spinner label={t('company.ssoSettings.loading', 'Loading your single sign-on')} />;
  if (!sso.data)
    return (
      <NotLoaded
        query={sso}
        what={t(
          'company.ssoSettings.loadFailed',
          'Your single sign-on could not be loaded. Check your connection and try again.',
        )}
        notFound={t('company.ssoSettings.unavailable', 'Your single sign-on could not be loaded.')}
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
          'With single sign-on the people of your company log in with their company account. Your team is not connected to an identity provider yet.',
        )}
      </p>
      <p>
        {t(
          'company.ssoSettings.howToConnect',
          'To connect one, send our support the metadata of your identity provider and the email domains of your company.',
        )}
      </p>
      <ContactLines {...support} />
    </div>
  );
}
