import { makeSecret } from '../portal/secrets.ts';
import { makeSigningKey } from '../saml/make-signing-key.ts';

/** Variables by name, as a file of them has it. */
export type Variables = Record<string, string>;

/** Generators of the secrets that an installation needs. */
const MAKERS: Record<string, () => string | Promise<string>> = {
  POSTGRES_PASSWORD: makeSecret,
  API_DATABASE_PASSWORD: makeSecret,
  WORKER_DATABASE_PASSWORD: makeSecret,
  CSRF_SECRET: makeSecret,
  MAIL_SECRET: makeSecret,
  OAUTH_SECRET: makeSecret,
  SAML_SIGNING_KEY: () => makeSigningKey('Foyer single sign-on'),
  SERVICE_CREDENTIAL: makeSecret,
};

/** All secrets of an installation: the known ones, and generated ones for the rest. */
export async function makeDeploymentSecrets(known: NodeJS.ProcessEnv = {}): Promise<Variables> {
  const secrets: Variables = {};
  for (const [name, make] of Object.entries(MAKERS)) secrets[name] = known[name] || (await make());
  return secrets;
}

/**
 * What the containers of docker-compose.yml read at their start, by file name: each process is given the files that have
 * what it needs, and no others.
 */
export function secretFiles(secrets: Variables, given: NodeJS.ProcessEnv = {}): Record<string, string> {
  const { POSTGRES_PASSWORD, API_DATABASE_PASSWORD, WORKER_DATABASE_PASSWORD, MAIL_SECRET, ...ofApi } =
    secrets;
  const addressOf = (account: string, password = '') =>
    `postgresql://${account}:${encodeURIComponent(password)}@postgres:5432/foyer`;
  // Of another Postgres, perhaps by one address for all.
  const elsewhere = given['DATABASE_URL'];
  const direct = given['DATABASE_DIRECT_URL'] || elsewhere;
  const api = elsewhere || addressOf('foyer_api', API_DATABASE_PASSWORD);
  const owner = elsewhere ? given['MIGRATE_DATABASE_URL'] || direct : addressOf('foyer', POSTGRES_PASSWORD);
  const worker = elsewhere
    ? given['WORKER_DATABASE_URL'] || direct
    : addressOf('foyer_worker', WORKER_DATABASE_PASSWORD);
  return {
    'postgres-password': POSTGRES_PASSWORD ?? '',
    'database-api.env': linesOf({ DATABASE_URL: api }),
    'database-worker.env': linesOf({ DATABASE_URL: worker ?? '' }),
    'database-owner.env': linesOf({ DATABASE_URL: owner ?? '' }),
    'database-accounts.env': linesOf({
      ...{ MIGRATE_DATABASE_URL: owner ?? '', DATABASE_URL: api, WORKER_DATABASE_URL: worker ?? '' },
    }),
    'mail.env': linesOf({ MAIL_SECRET: MAIL_SECRET ?? '' }),
    'api.env': linesOf(ofApi),
  };
}

/** As in a file of variables. */
export function linesOf(variables: Variables): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
