import { makeSecret } from '../portal/secrets.ts';
import { makeSigningKey } from '../saml/make-signing-key.ts';

/** Variables by name, as a file of them has it. */
export type Variables = Record<string, string>;

/** Generators of the secrets that an installation needs. */
const MAKERS: Record<string, () => string | Promise<string>> = {
  POSTGRES_PASSWORD: makeSecret,
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
export function secretFiles(secrets: Variables, databaseUrl?: string): Record<string, string> {
  const { POSTGRES_PASSWORD = '', MAIL_SECRET = '', ...ofApi } = secrets;
  return {
    'postgres-password': POSTGRES_PASSWORD,
    'database.env': linesOf({
      DATABASE_URL:
        databaseUrl || `postgresql://foyer:${encodeURIComponent(POSTGRES_PASSWORD)}@postgres:5432/foyer`,
    }),
    'mail.env': linesOf({ MAIL_SECRET }),
    'api.env': linesOf(ofApi),
  };
}

/** As in a file of variables. */
export function linesOf(variables: Variables): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
