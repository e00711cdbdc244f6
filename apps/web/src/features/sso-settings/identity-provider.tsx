import type { SsoSettingsReply } from '@foyer/contracts/saml';
import type { ReactNode } from 'react';
import { samlAddress } from '../../journey/saml-address.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonAnchor } from '../../ui/button.tsx';
import { longDate } from '../../ui/long-date.ts';
import { Message } from '../../ui/message.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './sso-settings.module.css';
import { useCopy } from './use-copy.ts';

type Provider = SsoSettingsReply['identityProviders'][number];
type Certificate = Provider['certificates'][number];

/** An identity provider: what to enter there, what we know of it, and a test. */
export function IdentityProvider({ provider }: { provider: Provider }) {
  const { name, isEnabled, entityId, singleSignOnUrl, domains, attributes, certificates } = provider;
  const titleId = `sso-${name}`;
  return (
    <section className={styles.provider} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {name}
        </h2>
        <Badge kind={isEnabled ? 'good' : 'plain'}>{isEnabled ? 'On' : 'Off'}</Badge>
      </div>
      {certificates.some(({ isEnding }) => isEnding) && (
        <Message kind="error">
          A certificate is ending. Send our support the new metadata of your identity provider before then, or
          nobody can sign in with it.
        </Message>
      )}
      <div className={styles.stack}>
        <p>
          {isEnabled
            ? 'A test login runs every check and shows what arrives. Nobody is signed in or added by it.'
            : 'Nobody can sign in with it yet. Run a test login; when it passes, ask our support to turn it on.'}
        </p>
        <ButtonAnchor href={samlAddress(name, { test: '1' })} variant="secondary">
          Run a test login
          <VisuallyHidden> with {name}</VisuallyHidden>
        </ButtonAnchor>
      </div>
      <ForIdentityProvider {...provider.serviceProvider} />
      <div>
        <h3 className={styles.subtitle}>What we know of it</h3>
        <dl className={styles.list}>
          <Row label="Entity ID">{entityId}</Row>
          <Row label="Sign-on URL">{singleSignOnUrl}</Row>
          <Row label="Email domains">{domains.join(', ') || 'None'}</Row>
          <Row label="Email attribute">{attributes.email}</Row>
          <Row label="First name attribute">{attributes.firstName}</Row>
          <Row label="Last name attribute">{attributes.lastName}</Row>
          <Row label="IdP-initiated login">{provider.isIdpInitiatedAllowed ? 'Allowed' : 'Not allowed'}</Row>
          {certificates.map((certificate, index) => (
            <Row key={index} label="Certificate">
              {certificate.validTo === '' ? (
                'Unreadable. Send our support the metadata of your identity provider.'
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
    ['Entity ID', entityId],
    ['ACS URL', acsUrl],
    ['Metadata URL', metadataUrl],
  ] as const;
  return (
    <div>
      <h3 className={styles.subtitle}>Enter this at your identity provider</h3>
      <div className={styles.messages}>
        <Message kind="success">{copied?.isOnClipboard && `${copied.what} is copied.`}</Message>
        <Message kind="info">
          {copied && !copied.isOnClipboard && 'Your browser did not let us copy. Select the text instead.'}
        </Message>
      </div>
      <dl className={styles.list}>
        {values.map(([label, value]) => (
          <Row
            key={label}
            label={label}
            action={
              <Button variant="quiet" onClick={() => void copy(label, value)}>
                Copy
                <VisuallyHidden> {label}</VisuallyHidden>
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
  return (
    <>
      {hasEnded ? 'Ended' : 'Ends'} on {longDate(validTo)}{' '}
      {isEnding && <Badge kind="bad">{hasEnded ? 'Ended' : 'Ends soon'}</Badge>}
    </>
  );
}
