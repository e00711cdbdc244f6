import { readFileSync } from 'node:fs';
import { productionFaults, productionWarnings, type Variables } from './production-rules.ts';

/** Secrets. `NAME_FILE` may name a file with the value of `NAME`. White space around it in the file is ignored. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'WORKER_DATABASE_URL',
  'MIGRATE_DATABASE_URL',
  'CSRF_SECRET',
  'MAIL_SECRET',
  'SAML_SIGNING_KEY',
  'SERVICE_CREDENTIAL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
];

/** Each set has the keys of one external account, which are useful only together. */
const KEY_SETS = [
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['DATADOG_APPLICATION_ID', 'DATADOG_CLIENT_TOKEN'],
];

export interface EnvironmentSchema<Environment> {
  shape: object;
  safeParse(
    given: unknown,
  ):
    | { success: true; data: Environment }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
}

class EnvironmentError extends Error {
  constructor(faults: readonly string[]) {
    super(`The environment is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

/** Without NODE_ENV, the environment is production. */
const isProduction = ({ NODE_ENV }: Variables): boolean => NODE_ENV !== 'development' && NODE_ENV !== 'test';

/**
 * Reads a process' environment, with secrets from their files. Checks it by the schema and, in production, by
 * `productionFaults`. Throws `EnvironmentError` with all faults.
 */
export function readEnvironment<Environment>(
  source: NodeJS.ProcessEnv,
  schema: EnvironmentSchema<Environment>,
): Environment {
  const { given, faults } = resolveEnvironment(source, Object.keys(schema.shape));
  const parsed = schema.safeParse(given);
  const found = (parsed.success ? [] : parsed.error.issues).map(({ path, message }) => {
    const name = String(path[0]);
    return given[name] === undefined ? `${name}: is not set` : `${name}: ${message}`;
  });
  // Returns whether `faults` already has a fault of the same secret's `_FILE` variable.
  const isReported = (fault: string): boolean =>
    faults.some((other) => other.startsWith(fault.replace(/:.*/s, '_FILE:')));
  const all = new Set([...found.filter((fault) => !isReported(fault)), ...faults]);
  if (!parsed.success || all.size > 0) throw new EnvironmentError([...all]);
  return parsed.data;
}

/**
 * Reads the environment of a starting process. Prints a line for each fault and exits if there are any. The log cannot
 * be used yet, because its level is in the environment.
 */
export function readEnvironmentOrExit<Environment>(
  read: (source: NodeJS.ProcessEnv) => Environment,
): Environment {
  try {
    return read(process.env);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/**
 * Returns the variables that are not empty, with the secrets among `names` read from their files. `faults` are the
 * faults that the schema does not find, such as an unreadable file.
 */
export function resolveEnvironment(
  source: NodeJS.ProcessEnv,
  names: readonly string[],
): { given: Variables; faults: string[] } {
  const given: Record<string, string | undefined> = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== ''),
  );
  const faults: string[] = [];
  for (const name of SECRETS.filter((secret) => names.includes(secret))) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    const { text, fault } =
      given[name] === undefined ? readSecret(file) : { fault: `is set, and so is ${name}; set only one` };
    if (fault === undefined) given[name] = text;
    else faults.push(`${name}_FILE: ${fault}`);
  }
  for (const keys of KEY_SETS.filter((some) => some.every((name) => names.includes(name))))
    faults.push(...lonelyKeys(keys, given));
  if (isProduction(given)) faults.push(...productionFaults(given, new Set(names)));
  return { given, faults };
}

function lonelyKeys(keys: readonly string[], given: Variables): string[] {
  const known = keys.find((name) => given[name] !== undefined);
  if (known === undefined) return [];
  const missing = keys.filter((name) => given[name] === undefined);
  return missing.map((name) => `${name}: is not set, but ${known} does not work without it`);
}

export function environmentWarnings(source: NodeJS.ProcessEnv, names: readonly string[]): string[] {
  const { given } = resolveEnvironment(source, names);
  return isProduction(given) ? productionWarnings(given, new Set(names)) : [];
}

function readSecret(file: string): { text?: string; fault?: string } {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return text === '' ? { fault: `names an empty file: ${file}` } : { text };
  } catch {
    return { fault: `names a file that cannot be read: ${file}` };
  }
}
