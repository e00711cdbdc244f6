import { parseEnv } from 'node:util';
import { testSigningKey } from '@foyer/testing/test-signing-key';
import { COMPOSE_FILE, interpolate, readComposeServices, type ComposeService } from './compose-file.ts';
import { makeDeploymentSecrets, secretFiles, SECRETS_FILE, type Variables } from './deployment-secrets.ts';
import { imageEnvironment } from './image-stages.ts';

export type DeployedProcess = 'api' | 'worker';

export const REQUIRED_SETTINGS = {
  PUBLIC_URL: 'https://portal.example.com',
  HOME_URL: 'https://app.example.com/',
  MAIL_FROM: 'Foyer <no-reply@portal.test>',
  SUPPORT_EMAIL: 'help@portal.test',
  POSTAL_ADDRESS: 'Hafenstr. 1, Hamburg',
  LEGAL_LINKS:
    'product-terms=https://portal.test/terms website-terms=https://portal.test/website-terms privacy=https://portal.test/privacy',
};

const OWN_SECRETS = { SMTP_URL: 'smtp://mail.portal.test' };

/** Returns a process' environment under `docker compose up` without .env and settings.env. */
export function composeEnvironment(process: DeployedProcess): Promise<Variables> {
  return environmentIn(readComposeServices(), process, {}, {});
}

/** Returns a process' environment in production, without the override file and with all required settings. */
export function ownPortalEnvironment(process: DeployedProcess): Promise<Variables> {
  return environmentIn(readComposeServices([COMPOSE_FILE]), process, OWN_SECRETS, REQUIRED_SETTINGS);
}

async function environmentIn(
  services: Record<string, ComposeService>,
  process: DeployedProcess,
  variables: Variables,
  settings: Variables,
): Promise<Variables> {
  const service = services[process];
  if (!service) throw new Error(`There is no service ${process}.`);
  const secrets = await makeDeploymentSecrets({ SAML_SIGNING_KEY: testSigningKey() });
  const files = secretFiles(secrets)[process];
  const given = Object.entries(service.environment ?? {});
  return {
    ...imageEnvironment(process),
    ...(service.env_file?.some(({ path }) => path === 'settings.env') ? settings : {}),
    ...Object.fromEntries(given.map(([name, value]) => [name, interpolate(String(value), variables)])),
    ...(parseEnv(files[SECRETS_FILE] ?? '') as Variables),
  };
}
