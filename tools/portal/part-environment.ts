import { projectEnvironment } from '../project-environment.ts';
import type { PortalPorts } from './ports.ts';
import type { PortalSecrets } from './secrets.ts';

export interface PortalAddresses {
  portal: string;
  inbox: string;
  smtp: string;
  product: string;
}

export function addressesOf(ports: PortalPorts): PortalAddresses {
  return {
    portal: `http://localhost:${ports.portal}`,
    inbox: `http://localhost:${ports.inbox}`,
    smtp: `smtp://127.0.0.1:${ports.smtp}`,
    product: `http://localhost:${ports.product}`,
  };
}

/**
 * The environment of every part: what the parts need to find each other. A variable the caller has set stays, except
 * those that follow from how the parts are started.
 */
export function partEnvironment(
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
    HOME_URL: addresses.product,
    SMTP_URL: addresses.smtp,
    MAIL_FROM: 'Foyer <no-reply@foyer.test>',
    ...projectEnvironment(),
    NODE_ENV: 'development',
    DATABASE_URL: databaseUrl,
    PORT: String(apiPort),
    WEB_DIST: 'apps/web/dist',
    INBOX_PORT: String(ports.inbox),
    SMTP_PORT: String(ports.smtp),
    PRODUCT_PORT: String(ports.product),
    PORTAL_URL: addresses.portal,
  };
}
