import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RoleUrls } from '@foyer/db/role-urls';
import { type Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';
import { CommandError } from '../command-error.ts';
import { canConnect, withClient } from './with-client.ts';
import { functionsOfApi, queuesOfWorker, rightsOfApi } from './rights.ts';
import { scramVerifier } from './scram.ts';

const NOT_ALLOWED = '42501';
/**
 * Lets only one process at a time change the accounts. Processes on another database of the server do not wait, because
 * advisory locks are separate for each database.
 */
const LOCK = `SELECT pg_advisory_xact_lock(hashtext('foyer: database roles'))`;
/** As short as for migrations (`migration-adapter.ts`), because a wait for a table lock delays all later calls. */
const LOCK_TIMEOUT = `SET LOCAL lock_timeout TO '700ms'`;
const LOCKED = new Set(['55P03', '40P01']);
const PAUSE_MS = 2_000;
const MOST_TRIES = 40;

/** The queue with which pg-boss sends scheduled jobs. The first API process creates it. */
const CLOCK_QUEUE = '__pgboss__send-it';

const GRANTS_OF_QUEUES = [
  'USAGE ON SCHEMA pgboss',
  ...['SELECT', 'INSERT', 'UPDATE', 'DELETE'].flatMap((verb) =>
    ['job', 'job_common'].map((table) => `${verb} ON TABLE pgboss.${table}`),
  ),
  ...['SELECT', 'UPDATE'].map((verb) => `${verb} ON TABLE pgboss.queue`),
  ...['SELECT', 'DELETE'].map((verb) => `${verb} ON TABLE pgboss.job_dependency`),
  'SELECT ON TABLE pgboss.version',
];

const grantsOfWorker = (): string[] => [
  ...GRANTS_OF_QUEUES,
  // Each process writes the times of maintenance, but none writes the version.
  'UPDATE (flow_on, monitor_backoff_on, reindex_on) ON TABLE pgboss.version',
];

const grantsOfApi = (): string[] => [
  ...Object.entries(rightsOfApi).flatMap(([table, rights]) =>
    rights.map((right) => `${right} ON TABLE public.${snakeCase(table)}`),
  ),
  'USAGE ON SCHEMA public',
  'SELECT ON TABLE public._prisma_migrations',
  ...functionsOfApi.map((name) => `EXECUTE ON FUNCTION public.${name}`),
  ...GRANTS_OF_QUEUES,
  'INSERT ON TABLE pgboss.queue',
  'UPDATE (cron_on, flow_on, monitor_backoff_on, reindex_on) ON TABLE pgboss.version',
  ...['SELECT', 'INSERT', 'UPDATE'].map((verb) => `${verb} ON TABLE pgboss.schedule`),
];

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const accountOf = (url: string): string => decodeURIComponent(new URL(url).username);

export const areSeparate = (ownerUrl: string, { api, worker }: RoleUrls): boolean =>
  new Set([ownerUrl, api, worker].map(accountOf)).size === 3;

/**
 * Creates the accounts in the URLs or updates their passwords, and gives them exactly the rights in `grantsOfApi` and
 * `grantsOfWorker`. Changes only differences, so it is safe to repeat while the portal runs. Throws `CommandError` if
 * the owner may not create accounts, or if an account has more rights than grants give.
 */
export async function prepareRoles(ownerUrl: string, urls: RoleUrls): Promise<void> {
  await withClient(ownerUrl, async (owner) => {
    for (let tries = 1; !(await tryPrepareRoles(owner, urls, tries === MOST_TRIES)); tries++)
      await sleep(PAUSE_MS);
  });
}

/** Changes the rights in one transaction. If a table is locked, returns false, or throws if `isLast`. */
async function tryPrepareRoles(owner: Client, urls: RoleUrls, isLast: boolean): Promise<boolean> {
  try {
    await owner.query('BEGIN');
    await owner.query(LOCK);
    await owner.query(LOCK_TIMEOUT);
    for (const url of [urls.api, urls.worker]) await ensureAccount(owner, url);
    const [api, worker] = [accountOf(urls.api), accountOf(urls.worker)];
    await grantExactly(owner, api, grantsOfApi());
    await grantExactly(owner, worker, grantsOfWorker());
    await setQueuePolicies(owner, api, worker);
    await owner.query('COMMIT');
    return true;
  } catch (error) {
    await owner.query('ROLLBACK');
    if (isLast || !(error instanceof DatabaseError && LOCKED.has(error.code ?? ''))) throw error;
    return false;
  }
}

/**
 * Returns the faults in the rights of an account that `prepareRoles` created, a sentence each. `client` may also be
 * connected as this account.
 */
export async function findRightsFaults(
  client: Client,
  account: string,
  of: keyof RoleUrls,
): Promise<string[]> {
  const { rows } = await client.query<{ owner: string }>(
    `SELECT pg_get_userbyid(c.relowner) AS owner FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relname = '_prisma_migrations'`,
  );
  if (rows[0] && (await readIsAbove(client, account, rows[0].owner))) return [sayAbove(account)];
  const { missing, extra } = await compareGrants(
    client,
    account,
    of === 'api' ? grantsOfApi() : grantsOfWorker(),
  );
  const say = (verb: string, [first, ...more]: string[]): string[] =>
    first === undefined
      ? []
      : [`The account "${account}" ${verb} ${first}${more.length > 0 ? ` and ${more.length} more` : ''}.`];
  return [...say('lacks', missing), ...say('has rights that it does not need:', extra)];
}

export async function areQueuePoliciesSet(client: Client, { api, worker }: RoleUrls): Promise<boolean> {
  const { wrong, missing, open } = await comparePolicies(client, accountOf(api), accountOf(worker));
  return [wrong, missing, open].every((list) => list.length === 0);
}

/** Returns whether an account can do more than its grants allow, or undefined if the account does not exist. */
async function readIsAbove(client: Client, name: string, owner: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ isAbove: boolean }>(
    `SELECT rolsuper OR rolbypassrls OR rolcreaterole OR pg_has_role(oid, $2::name, 'MEMBER') AS "isAbove"
       FROM pg_roles WHERE rolname = $1`,
    [name, owner],
  );
  return rows[0]?.isAbove;
}

const sayAbove = (name: string): string =>
  `The account "${name}" has more rights than grants can give: it is a superuser, creates roles, bypasses row policies ` +
  'or is the owner. Set another account in DATABASE_URL and WORKER_DATABASE_URL (docs/install.md, "Accounts of the database").';

async function ensureAccount(owner: Client, url: string): Promise<void> {
  const name = accountOf(url);
  const role = escapeIdentifier(name);
  const { rows } = await owner.query<{ user: string }>('SELECT current_user AS user');
  const isAbove = await readIsAbove(owner, name, rows[0]?.user ?? '');
  if (isAbove) throw new CommandError(sayAbove(name));
  const exists = isAbove !== undefined;
  if (exists && (await canConnect(url))) return;
  const password = decodeURIComponent(new URL(url).password);
  const secret = password ? ` PASSWORD ${escapeLiteral(scramVerifier(password))}` : '';
  try {
    await owner.query(`${exists ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN${secret}`);
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === NOT_ALLOWED)) throw error;
    throw new CommandError(
      `The account of MIGRATE_DATABASE_URL may not create the account "${name}". Create it yourself, with the password in ` +
        `its database URL, then run this again: CREATE ROLE ${role} LOGIN PASSWORD '…';`,
    );
  }
}

const GRANTED = `
  WITH role AS (SELECT oid FROM pg_roles WHERE rolname = $1)
  SELECT format('%s ON TABLE %I.%I', a.privilege_type, n.nspname, c.relname) AS granted
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace, aclexplode(c.relacl) a, role
   WHERE a.grantee = role.oid AND c.relkind IN ('r', 'p', 'v', 'm')
  UNION ALL
  SELECT format('%s (%s) ON TABLE %I.%I', a.privilege_type, string_agg(quote_ident(t.attname), ', ' ORDER BY t.attname), n.nspname, c.relname)
    FROM pg_attribute t JOIN pg_class c ON c.oid = t.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace,
         aclexplode(t.attacl) a, role
   WHERE a.grantee = role.oid GROUP BY a.privilege_type, n.nspname, c.relname
  UNION ALL
  SELECT format('%s ON SCHEMA %I', a.privilege_type, n.nspname)
    FROM pg_namespace n, aclexplode(n.nspacl) a, role WHERE a.grantee = role.oid
  UNION ALL
  SELECT format('%s ON FUNCTION %I.%I(%s)', a.privilege_type, n.nspname, p.proname, oidvectortypes(p.proargtypes))
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace, aclexplode(p.proacl) a, role WHERE a.grantee = role.oid`;

async function grantExactly(owner: Client, account: string, wanted: string[]): Promise<void> {
  const role = escapeIdentifier(account);
  const { missing, extra } = await compareGrants(owner, account, wanted);
  for (const grant of extra) await owner.query(`REVOKE ${grant} FROM ${role}`);
  for (const grant of missing) await owner.query(`GRANT ${grant} TO ${role}`);
}

async function compareGrants(
  client: Client,
  account: string,
  wanted: string[],
): Promise<{ missing: string[]; extra: string[] }> {
  const { rows } = await client.query<{ granted: string }>(GRANTED, [account]);
  const granted = new Set(rows.map((row) => row.granted));
  return {
    missing: wanted.filter((grant) => !granted.has(grant)),
    extra: [...granted].filter((grant) => !wanted.includes(grant)),
  };
}

type Policy = { table: string; name: string; rule: string };

/**
 * Returns the row-level policies for pg-boss' tables of jobs and queues, which both accounts use. An account changes
 * only its own jobs and queues. The API may also insert mails. An insert statement reads its row back, so the API may
 * read the mails of its own transaction.
 */
export function policiesOf(api: string, worker: string): Policy[] {
  const list = `'{${queuesOfWorker.join()}}'`;
  const [ofApi, ofWorker] = [`name <> ALL (${list})`, `name = ANY (${list})`];
  const [toApi, toWorker] = [api, worker].map((account) => `TO ${escapeIdentifier(account)}`);
  const mail = escapeLiteral(queuesOfWorker[0] ?? '');
  const ofJobs = {
    api_reads: `FOR SELECT ${toApi} USING (${ofApi} OR (name = ${mail} AND created_on = now()))`,
    api_adds: `FOR INSERT ${toApi} WITH CHECK (${ofApi} OR name = ${mail})`,
    api_changes: `FOR UPDATE ${toApi} USING (${ofApi})`,
    api_removes: `FOR DELETE ${toApi} USING (${ofApi})`,
    worker_works: `FOR ALL ${toWorker} USING (${ofWorker})`,
  };
  const ofQueues = {
    both_read: `FOR SELECT ${toApi}, ${toWorker?.slice(3)} USING (true)`,
    api_adds: `FOR INSERT ${toApi} WITH CHECK (name = '${CLOCK_QUEUE}')`,
    api_changes: `FOR UPDATE ${toApi} USING (${ofApi})`,
    worker_changes: `FOR UPDATE ${toWorker} USING (${ofWorker})`,
  };
  return Object.entries({ job: ofJobs, job_common: ofJobs, queue: ofQueues }).flatMap(([table, rules]) =>
    Object.entries(rules).map(([name, rule]) => ({ table, name, rule })),
  );
}

async function setQueuePolicies(owner: Client, api: string, worker: string): Promise<void> {
  const { wrong, missing, open } = await comparePolicies(owner, api, worker);
  for (const { name, table } of wrong)
    await owner.query(`DROP POLICY ${escapeIdentifier(name)} ON pgboss.${escapeIdentifier(table)}`);
  for (const policy of missing) {
    const place = `${policy.name} ON pgboss.${policy.table}`;
    await owner.query(`CREATE POLICY ${place} ${policy.rule}`);
    await owner.query(`COMMENT ON POLICY ${place} IS ${escapeLiteral(policy.rule)}`);
  }
  for (const { name } of open) await owner.query(`ALTER TABLE pgboss.${name} ENABLE ROW LEVEL SECURITY`);
}

/**
 * Compares the rule in each policy's comment, because Postgres reformats rules. `open` lists the tables without
 * row-level security.
 */
async function comparePolicies(
  client: Client,
  api: string,
  worker: string,
): Promise<{ wrong: Policy[]; missing: Policy[]; open: { name: string }[] }> {
  const policies = policiesOf(api, worker);
  const { rows } = await client.query<Policy>(
    `SELECT c.relname AS table, p.polname AS name, coalesce(obj_description(p.oid, 'pg_policy'), '') AS rule
       FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid WHERE c.relnamespace = 'pgboss'::regnamespace`,
  );
  const isIn = (list: Policy[], { table, name, rule }: Policy) =>
    list.some((other) => other.table === table && other.name === name && other.rule === rule);
  const { rows: open } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'pgboss'::regnamespace AND relname = ANY ($1) AND NOT relrowsecurity`,
    [[...new Set(policies.map(({ table }) => table))]],
  );
  return {
    wrong: rows.filter((policy) => !isIn(policies, policy)),
    missing: policies.filter((policy) => !isIn(rows, policy)),
    open,
  };
}

export function fingerprintRights(): string {
  const rights = [grantsOfApi(), grantsOfWorker(), policiesOf('api', 'worker')];
  return createHash('sha256').update(JSON.stringify(rights)).digest('hex');
}
