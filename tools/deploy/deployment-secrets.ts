import { makeSecret } from '../run/secrets.ts';
import { makeSigningKey } from './make-signing-key.ts';

export type Variables = Record<string, string>;

/** A reader of secrets. It has its own volume `secrets-<reader>` in docker-compose.yml. */
export type Reader = 'postgres' | 'migrate' | 'api' | 'worker' | 'owner';

/** The file with secrets in each volume except `secrets-postgres`. In the volume `secrets`, it has all secrets. */
export const SECRETS_FILE = 'secrets.env';

const MAKERS: Record<string, () => string | Promise<string>> = {
  POSTGRES_PASSWORD: makeSecret,
  API_DATABASE_PASSWORD: makeSecret,
  WORKER_DATABASE_PASSWORD: makeSecret,
  CSRF_SECRET: makeSecret,
  MAIL_SECRET: makeSecret,
  SAML_SIGNING_KEY: () => makeSigningKey('Foyer single sign-on'),
  SERVICE_CREDENTIAL: makeSecret,
};

export async function makeDeploymentSecrets(known: NodeJS.ProcessEnv = {}): Promise<Variables> {
  const secrets: Variables = {};
  for (const [name, make] of Object.entries(MAKERS)) secrets[name] = known[name] || (await make());
  return secrets;
}

/**
 * Returns the files of each reader's volume, with their contents. The reader `owner` gets only the URL of the
 * database's owner.
 */
export function secretFiles(secrets: Variables, given: NodeJS.ProcessEnv = {}): Record<Reader, Variables> {
  const { POSTGRES_PASSWORD = '', API_DATABASE_PASSWORD, WORKER_DATABASE_PASSWORD, ...ofApi } = secrets;
  const { MAIL_SECRET = '' } = ofApi;
  const { api, worker, owner } = given['DATABASE_URL']
    ? addressesElsewhere(given['DATABASE_URL'], given)
    : {
        api: addressOf('foyer_api', API_DATABASE_PASSWORD),
        worker: addressOf('foyer_worker', WORKER_DATABASE_PASSWORD),
        owner: addressOf('foyer', POSTGRES_PASSWORD),
      };
  const reads = (variables: Variables): Variables => ({ [SECRETS_FILE]: linesOf(variables) });
  return {
    postgres: { 'postgres-password': POSTGRES_PASSWORD },
    migrate: reads({ MIGRATE_DATABASE_URL: owner, DATABASE_URL: api, WORKER_DATABASE_URL: worker }),
    api: reads({ DATABASE_URL: api, ...ofApi }),
    worker: reads({ WORKER_DATABASE_URL: worker, MAIL_SECRET }),
    owner: reads({ MIGRATE_DATABASE_URL: owner }),
  };
}

const addressOf = (account: string, password = ''): string =>
  `postgresql://${account}:${encodeURIComponent(password)}@postgres:5432/foyer`;

/**
 * Returns the URLs of an external Postgres. The URLs of worker and owner default to DATABASE_DIRECT_URL, or without it
 * to DATABASE_URL.
 */
function addressesElsewhere(api: string, given: NodeJS.ProcessEnv) {
  const direct = given['DATABASE_DIRECT_URL'] || api;
  return {
    api,
    worker: given['WORKER_DATABASE_URL'] || direct,
    owner: given['MIGRATE_DATABASE_URL'] || direct,
  };
}

/** Returns a line `NAME=value` for each variable. Quotes values that would otherwise end early or be interpreted. */
export function linesOf(variables: Variables): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${/[\s#"`$\\]/.test(value) ? `'${value}'` : value}\n`)
    .join('');
}
