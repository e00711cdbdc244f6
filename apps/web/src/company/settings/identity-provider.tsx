import type { SsoSettingsReply } from '@foyer/contracts/company/saml';
import { type ReactNode, useState } from 'react';
import { samlAddress } from '../../navigation/saml-address.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonAnchor } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { longDate } from '../../words/formats.ts';
import { inList } from '../../words/join.ts';
import { rich, t } from '../../words/t.ts';
import { CompanyFactor } from './company-factor.tsx';
import styles from './sso-settings.module.css';

type Provider = SsoSettingsReply['identityProviders'][number];
type Certificate = Provider['certificates'][number];

export function IdentityProvider({ provider }: { provider: Provider }) {
  const { name, isEnabled, entityId, singleSignOnUrl, domains, attributes, certificates } = provider;
  const titleId = `sso-${name}`;
  return (
    <section className={styles.provider} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          <bdi>{name}</bdi>
        </h2>
        <Badge kind={isEnabled ? 'good' : 'plain'}>
          {isEnabled
            ? t('company.identityProvider.on', 'On ## single sign-on is switched on')
            : t('company.identityProvider.off', 'Off ## single sign-on is switched off')}
        </Badge>
      </div>
      {certificates.some(({ isEnding }) => isEnding) && (
        <Message kind="error">
          {t(
            'company.identityProvider.certificateEndsSoon',
            'A certificate is about to expire or has expired. If no newer one is listed below, send our support team your identity provider’s new metadata so that everyone can keep signing in.',
          )}
        </Message>
      )}
      <div className={styles.stack}>
        <p>
          {isEnabled
            ? t(
                'company.identityProvider.testExplained',
                'A test login runs every check and shows what we receive. It doesn’t log anyone in or add members.',
              )
            : t(
                'company.identityProvider.notActive',
                'No one can sign in with this identity provider at the moment. Run a test login. When it passes, ask our support team to turn on single sign-on.',
              )}
        </p>
        <ButtonAnchor href={samlAddress(name, { test: '1' })} variant="secondary">
          {rich('company.identityProvider.runTest', 'Run a test login<hidden> with {name}</hidden>', {
            name,
            hidden: (words) => <VisuallyHidden>{words}</VisuallyHidden>,
          })}
        </ButtonAnchor>
      </div>
      <CompanyFactor idpName={name} asksForSecondFactor={provider.asksForSecondFactor} />
      <ForIdentityProvider {...provider.serviceProvider} />
      <div>
        <h3 className={styles.subtitle}>
          {t('company.identityProvider.detailsHeading', 'Identity provider settings')}
        </h3>
        <dl className={styles.list}>
          <Row label={t('company.identityProvider.entityId', 'Entity ID')}>{entityId}</Row>
          <Row label={t('company.identityProvider.signOnUrl', 'Sign-on URL')}>{singleSignOnUrl}</Row>
          <Row label={t('company.identityProvider.emailDomains', 'Email domains')}>
            {inList(domains) || t('company.identityProvider.noDomains', 'None ## email domains')}
          </Row>
          <Row label={t('company.identityProvider.emailAttribute', 'Email attribute')}>
            {attributes.email}
          </Row>
          <Row label={t('company.identityProvider.firstNameAttribute', 'First name attribute')}>
            {attributes.firstName}
          </Row>
          <Row label={t('company.identityProvider.lastNameAttribute', 'Last name attribute')}>
            {attributes.lastName}
          </Row>
          <Row label={t('company.identityProvider.idpInitiated', 'IdP-initiated login')}>
            {provider.isIdpInitiatedAllowed
              ? t('company.identityProvider.idpInitiatedAllowed', 'Allowed')
              : t('company.identityProvider.idpInitiatedRefused', 'Not allowed')}
          </Row>
          {certificates.map((certificate, index) => (
            <Row key={index} label={t('company.identityProvider.certificate', 'Certificate')}>
              {certificate.validTo === '' ? (
                t(
                  'company.identityProvider.certificateUnreadable',
                  'We can’t read this certificate. Send our support team your identity provider’s metadata.',
                )
              ) : (
                <>
                  {certificate.subject}
                  <br />
                  <CertificateEnd {...certificate} />
                </>
              )}
            </Row>
          ))}
        </dl>
      </div>
    </section>
  );
}

function ForIdentityProvider({ entityId, acsUrl, metadataUrl }: Provider['serviceProvider']) {
  const { copied, copy } = useCopy();
  const values = [
    [t('company.identityProvider.entityId', 'Entity ID'), entityId],
    [t('company.identityProvider.acsUrl', 'ACS URL'), acsUrl],
    [t('company.identityProvider.metadataUrl', 'Metadata URL'), metadataUrl],
  ] as const;
  return (
    <div>
      <h3 className={styles.subtitle}>
        {t('company.identityProvider.portalValuesHeading', 'Enter these values at your identity provider')}
      </h3>
      <div className={styles.messages}>
        <Message kind="success">
          {copied?.isOnClipboard &&
            t('company.identityProvider.copied', 'Copied: {what}', { what: copied.what })}
        </Message>
        <Message kind="info">
          {copied &&
            !copied.isOnClipboard &&
            t(
              'company.identityProvider.copyFailed',
              'Your browser blocked copying. Select and copy the text instead.',
            )}
        </Message>
      </div>
      <dl className={styles.list}>
        {values.map(([label, value]) => (
          <Row
            key={label}
            label={label}
            action={
              <Button variant="quiet" onClick={() => void copy(label, value)}>
                {rich('company.identityProvider.copy', 'Copy<hidden> {label}</hidden>', {
                  label,
                  hidden: (words) => <VisuallyHidden>{words}</VisuallyHidden>,
                })}
              </Button>
            }
          >
            {value}
          </Row>
        ))}
      </dl>
    </div>
  );
}

function Row({ label, action, children }: { label: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{children}</dd>
      {action && <dd>{action}</dd>}
    </div>
  );
}

function CertificateEnd({ validTo, isEnding }: Certificate) {
  const hasEnded = new Date(validTo) < new Date();
  const date = longDate(validTo);
  return (
    <>
      <span>
        {hasEnded
          ? t('company.identityProvider.certificateEndedOn', 'Expired on {date}', { date })
          : t('company.identityProvider.certificateEndsOn', 'Expires on {date}', { date })}
      </span>{' '}
      {isEnding && (
        <Badge kind="bad">
          {hasEnded
            ? t('company.identityProvider.certificateEndedBadge', 'Expired')
            : t('company.identityProvider.certificateEndsSoonBadge', 'Expires soon')}
        </Badge>
      )}
    </>
  );
}

function useCopy() {
  const [copied, setCopied] = useState<{ what: string; isOnClipboard: boolean }>();
  return {
    copied,
    async copy(what: string, text: string): Promise<void> {
      // Clears the result first, so that screen readers announce the same text again.
      setCopied(undefined);
      const isOnClipboard = await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      );
      setCopied({ what, isOnClipboard });
    },
  };
}
