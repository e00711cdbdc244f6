import { makeSecret } from '../portal/secrets.ts';
import { makeSigningKey } from '../saml/make-signing-key.ts';
import { STAND_IN_KEYS } from '@foyer/card-provider-stand-in/start-card-provider';

/** Variables by name, as a file of them has it. */
export type Variables = Record<string, string>;

/** Every secret that a portal of its own needs, new. */
export async function makeDeploymentSecrets(): Promise<Variables> {
  return {
    POSTGRES_PASSWORD: makeSecret(),
    CSRF_SECRET: makeSecret(),
    MAIL_SECRET: makeSecret(),
    OAUTH_SECRET: makeSecret(),
    SAML_SIGNING_KEY: await makeSigningKey('Foyer single sign-on'),
    SERVICE_CREDENTIAL: makeSecret(),
  };
}

/** What docker-compose.yml needs to run the stand-ins and to lead to them. */
export const makeStandInVariables = (): Variables => ({
  COMPOSE_PROFILES: 'stand-ins',
  // Not NODE_ENV: Nx reads .env too, and would build the browser application for development.
  FOYER_NODE_ENV: 'development',
  HOME_URL: 'http://localhost:4000/',
  STRIPE_PUBLISHABLE_KEY: STAND_IN_KEYS.publishableKey,
  STRIPE_SECRET_KEY: STAND_IN_KEYS.secretKey,
  STRIPE_WEBHOOK_SECRET: STAND_IN_KEYS.webhookSecret,
  STRIPE_API_URL: 'http://card-provider:12111',
  STRIPE_JS_URL: 'http://localhost:12111/v3/',
  CLIENT_APP_SECRET: makeSecret(),
});
