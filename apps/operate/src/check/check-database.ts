import { findPoolerFault } from '@foyer/db/check-pooler';
import { checkDatabaseUrl } from '@foyer/tools/prisma/check-database-url';
import { areQueuePoliciesSet, areSeparate, findRightsFaults } from '@foyer/tools/prisma/database-roles';
import { findMigrationFaults } from '@foyer/tools/prisma/run-prisma';
import { withClient } from '@foyer/tools/prisma/with-client';
import { checkIdpCertificates } from './check-certificates.ts';
import { runCheck, findingsOf, notChecked, ok, toDo, type Finding, type Given } from './finding.ts';

/**
 * The maximum difference between the clocks of this machine and the database. One-time codes and company sign-ins
 * tolerate more, and synchronized clocks differ by less.
 */
const MOST_SECONDS_APART = 5;
const MIGRATE_AGAIN = 'Run the migration again. It grants missing rights and revokes extra rights.';

type Account = 'owner' | 'api' | 'worker';
const VARIABLES: readonly (readonly [string, Account])[] = [
  ['MIGRATE_DATABASE_URL', 'owner'],
  ['DATABASE_URL', 'api'],
  ['DATABASE_DIRECT_URL', 'api'],
  ['WORKER_DATABASE_URL', 'worker'],
];

export const ACCOUNT_VARIABLES = VARIABLES.map(([variable]) => variable);

interface Connection {
  variable: string;
  account: Account;
  url: string;
}

interface Seen {
  user: string;
  version: string;
  isReadOnly: boolean;
  /** Seconds by which this machine's clock is ahead of the database's. */
  secondsAhead: number;
  /** The name of a table that this account does not own, or null. */
  foreign: string | null;
}

const SEEN = `
  SELECT current_user AS user, current_setting('server_version') AS version,
         current_setting('transaction_read_only')::boolean AS "isReadOnly",
         extract(epoch FROM clock_timestamp())::float8 AS seconds,
         (SELECT min(format('%I.%I', n.nspname, c.relname)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p') AND NOT pg_has_role(c.relowner, 'USAGE')
         ) AS foreign`;

export async function checkDatabase(given: Given, now: Date): Promise<Finding[]> {
  const connections = VARIABLES.flatMap(([variable, account]) => {
    const url = given[variable];
    return url === undefined ? [] : { variable, account, url };
  });
  if (connections.length === 0)
    return [notChecked('database', `none of ${ACCOUNT_VARIABLES.join(', ')} is set.`)];
  const findings: Finding[] = [];
  const open: (Connection & { seen: Seen })[] = [];
  for (const connection of connections) {
    const seen = await look(connection);
    if (typeof seen === 'string') findings.push(toDo('database', seen));
    else open.push({ ...connection, seen });
  }
  for (const { variable, url, seen } of open)
    findings.push(
      seen.isReadOnly
        ? toDo('database', `${variable} leads to a read-only database. Set it to the primary database.`)
        : ok('database', `${variable} leads to Postgres ${seen.version} at ${new URL(url).host}.`),
    );
  const [first] = open;
  if (!first) return findings;
  const reader = open.find(({ account }) => account !== 'worker');
  return [
    ...findings,
    ...(await runCheck('migrations', () => checkMigrations(reader?.url))),
    ...(await runCheck('rights', () => checkRights(open))),
    ...(await runCheck('pooler', () => checkPooler(open))),
    ...(await runCheck('certificates', () => checkIdpCertificates(reader?.url, now))),
    checkClock(first.seen.secondsAhead),
  ];
}

async function look({ url, variable }: Connection): Promise<Seen | string> {
  try {
    await checkDatabaseUrl(url, variable);
  } catch (error) {
    return (error as Error).message;
  }
  return withClient(url, async (client) => {
    const before = Date.now();
    const { rows } = await client.query<Seen & { seconds: number }>(SEEN);
    const [seen] = rows;
    if (!seen) throw new Error('The database returned no row with its version.');
    return { ...seen, secondsAhead: (before + Date.now()) / 2000 - seen.seconds };
  });
}

async function checkMigrations(url: string | undefined): Promise<Finding[]> {
  if (url === undefined)
    return [notChecked('migrations', 'the worker’s account cannot read them. Set DATABASE_URL too.')];
  return findingsOf('migrations', await findMigrationFaults(url), 'all are applied, and none failed.');
}

async function checkRights(open: readonly (Connection & { seen: Seen })[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  const of = (account: Account) => open.find((connection) => connection.account === account);
  const [owner, api, worker] = [of('owner'), of('api'), of('worker')];
  if (owner)
    findings.push(
      ...findingsOf(
        'rights',
        owner.seen.foreign === null
          ? []
          : [
              `The account "${owner.seen.user}" of MIGRATE_DATABASE_URL does not own ${owner.seen.foreign}: ` +
                'set the account that owns the tables, or make this account their owner (REASSIGN OWNED).',
            ],
        `"${owner.seen.user}" owns all tables.`,
      ),
    );
  for (const [account, connection] of [['api', api] as const, ['worker', worker] as const]) {
    if (!connection) continue;
    const { url, seen } = connection;
    const faults = await withClient(url, (client) => findRightsFaults(client, seen.user, account));
    findings.push(
      ...findingsOf(
        'rights',
        faults.map((fault) => (fault.includes('docs/') ? fault : `${fault} ${MIGRATE_AGAIN}`)),
        `"${seen.user}" has exactly the rights that the ${account === 'api' ? 'API' : 'mail worker'} needs.`,
      ),
    );
  }
  if (owner && api && worker) findings.push(...(await checkAllAccounts(owner.url, api.url, worker.url)));
  return findings;
}

async function checkAllAccounts(owner: string, api: string, worker: string): Promise<Finding[]> {
  const isApart = await withClient(owner, (client) => areQueuePoliciesSet(client, { api, worker }));
  return findingsOf(
    'rights',
    [
      ...(areSeparate(owner, { api, worker })
        ? []
        : ['Migration, API and worker share an account. Give each its own.']),
      ...(isApart ? [] : [`API and worker can access each other’s jobs. ${MIGRATE_AGAIN}`]),
    ],
    'there are three accounts, and each sees only the jobs of its own queues.',
  );
}

async function checkPooler(open: readonly Connection[]): Promise<Finding[]> {
  const pooled = open.find(({ variable }) => variable === 'DATABASE_URL');
  if (!pooled) return [];
  const fault = await findPoolerFault(pooled.url);
  return findingsOf(
    'pooler',
    fault === undefined ? [] : [`DATABASE_URL ${fault}`],
    'prepared statements work.',
  );
}

export function checkClock(secondsAhead: number): Finding {
  const seconds = Math.abs(Math.round(secondsAhead));
  return seconds > MOST_SECONDS_APART
    ? toDo(
        'clock',
        `this machine is ${seconds} seconds ${secondsAhead > 0 ? 'ahead of' : 'behind'} the database. Synchronize both clocks with a time server (NTP).`,
      )
    : ok('clock', 'this machine and the database have the same time.');
}
