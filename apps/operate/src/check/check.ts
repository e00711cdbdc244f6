/**
 * `npm run operate -- check`: checks the services to which the secrets in its environment give access. Prints for each
 * subject whether it is right, needs an action, or was not checked. Exits with 1 if an action is needed.
 */
import { parseArgs } from 'node:util';
import { roleUrls } from '@foyer/db/role-urls';
import { resolveEnvironment, SECRETS } from '@foyer/mail/environment';
import { CommandError, exitWithError } from '@foyer/tools/command-error';
import { DATA } from '@foyer/tools/paths';
import { findRunningDatabase } from '@foyer/tools/run/open-database';
import { checkCardProvider } from './check-card-provider.ts';
import { checkSigningKey } from './check-certificates.ts';
import { ACCOUNT_VARIABLES, checkDatabase } from './check-database.ts';
import { checkFromOutside } from './check-outside.ts';
import { checkMail } from './check-mail.ts';
import { runCheck, lineOf, notChecked, secretParts, toDo, type Finding, type Given } from './finding.ts';

const USAGE = 'npm run operate -- check [--mail <address>] [--from-outside]';

const READS = [...SECRETS, 'INSECURE_TRANSPORT', 'MAIL_FROM', 'PRODUCT_NAME', 'STRIPE_API_URL'];

type Options = { mail?: string | undefined; 'from-outside'?: boolean | undefined };

const findings = await run().catch(exitWithError);
if (findings.some(({ status }) => status === 'to do')) process.exit(1);

async function run(): Promise<Finding[]> {
  const options = readOptions();
  const { given, faults } = resolveEnvironment(process.env, READS);
  const findings = [
    ...faults.map((fault) => toDo('environment', fault)),
    ...(await checkAll(given, options)),
  ];
  const secrets = secretParts(SECRETS.flatMap((name) => given[name] ?? []));
  for (const finding of findings) console.log(lineOf(finding, secrets));
  return findings;
}

function readOptions(): Options {
  try {
    return parseArgs({
      args: process.argv.slice(2),
      options: { mail: { type: 'string' }, 'from-outside': { type: 'boolean' } },
    }).values;
  } catch {
    throw new CommandError(USAGE);
  }
}

async function checkAll(given: Given, { mail, 'from-outside': isOutside }: Options): Promise<Finding[]> {
  const addresses = await findAddresses(given);
  const key = given['STRIPE_SECRET_KEY'];
  // `withProvider` reads the key only from the environment, but the given key may come from a file.
  if (key !== undefined) process.env['STRIPE_SECRET_KEY'] = key;
  const isStarted = addresses !== given;
  const now = new Date();
  return [
    ...(await runCheck('database', () => checkDatabase(addresses, now))),
    ...checkSigningKey(given, now),
    ...(await runCheck('Stripe', () => checkCardProvider(key !== undefined || isStarted))),
    ...(await runCheck('mail', () => checkMail(given, mail))),
    ...(isOutside
      ? await runCheck('proxy', () => checkFromOutside(given))
      : [notChecked('proxy', 'to check it and DNS, use --from-outside on a machine outside your network.')]),
  ];
}

async function findAddresses(given: Given): Promise<Given> {
  if (ACCOUNT_VARIABLES.some((name) => given[name] !== undefined)) return given;
  const owner = await findRunningDatabase(DATA);
  if (!owner) return given;
  const { api, worker } = roleUrls(owner);
  return { ...given, MIGRATE_DATABASE_URL: owner, DATABASE_URL: api, WORKER_DATABASE_URL: worker };
}
