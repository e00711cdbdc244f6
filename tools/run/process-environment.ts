import { projectEnvironment } from '../project-environment.ts';
import { STAND_IN_KEYS } from '@foyer/card-provider-stand-in/start-card-provider';
import type { PortalPorts } from './ports.ts';
import type { PortalSecrets } from './secrets.ts';

/** The credential with which stand-ins and stories act as the diagramming product, only at a development portal. */
export const DEMO_SERVICE_CREDENTIAL = 'demo-credential-of-the-diagramming-product';

export type PortalAddresses = ReturnType<typeof addressesOf>;

export function addressesOf(ports: PortalPorts) {
  return {
    portal: `http://localhost:${ports.portal}`,
    inbox: `http://localhost:${ports.inbox}`,
    smtp: `smtp://127.0.0.1:${ports.smtp}`,
    product: `http://localhost:${ports.product}`,
    cardProvider: `http://localhost:${ports.cardProvider}`,
    identityProvider: `http://localhost:${ports.identityProvider}`,
  };
}

/**
 * Returns the environment that the parts share, with their addresses. Keeps the caller's variables, except those that
 * depend on how the parts are started.
 */
export function processEnvironment(
  databaseUrl: string,
  ports: PortalPorts,
  secrets: PortalSecrets,
  apiPort: number,
): NodeJS.ProcessEnv {
  const addresses = addressesOf(ports);
  return {
    PUBLIC_URL: addresses.portal,
    CSRF_SECRET: secrets.csrfSecret,
    MAIL_SECRET: secrets.mailSecret,
    SAML_SIGNING_KEY: secrets.samlSigningKey,
    HOME_URL: addresses.product,
    ...cardProviderEnvironment(addresses.cardProvider),
    SMTP_URL: addresses.smtp,
    MAIL_FROM: 'Foyer <no-reply@foyer.test>',
    SUPPORT_PHONE: '+1 555 0100',
    MARKETING_URL: 'https://example.com/venues',
    SERVICE_CREDENTIAL: DEMO_SERVICE_CREDENTIAL,
    ...projectEnvironment(),
    NODE_ENV: 'development',
    DATABASE_URL: databaseUrl,
    // Processes that serve users do not get the URL of the database's owner.
    MIGRATE_DATABASE_URL: undefined,
    WORKER_DATABASE_URL: undefined,
    PORT: String(apiPort),
    METRICS_PORT: String(ports.metrics),
    INBOX_PORT: String(ports.inbox),
    SMTP_PORT: String(ports.smtp),
    PRODUCT_PORT: String(ports.product),
    CLIENT_APP_URL: addresses.product,
    CLIENT_APP_SECRET: secrets.clientAppSecret,
    CARD_PROVIDER_PORT: String(ports.cardProvider),
    IDENTITY_PROVIDER_PORT: String(ports.identityProvider),
    IDENTITY_PROVIDER_URL: addresses.identityProvider,
    WEBHOOK_URL: `http://127.0.0.1:${apiPort}/webhooks/stripe`,
    WEBHOOK_SECRET: STAND_IN_KEYS.webhookSecret,
    PORTAL_URL: addresses.portal,
  };
}

function cardProviderEnvironment(url: string): NodeJS.ProcessEnv {
  if (process.env['STRIPE_SECRET_KEY']) return {};
  return {
    STRIPE_SECRET_KEY: STAND_IN_KEYS.secretKey,
    STRIPE_PUBLISHABLE_KEY: STAND_IN_KEYS.publishableKey,
    STRIPE_WEBHOOK_SECRET: STAND_IN_KEYS.webhookSecret,
    STRIPE_API_URL: url,
  };
}
