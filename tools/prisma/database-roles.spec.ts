import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { modelOf } from '@foyer/db/tables';
import { FAILED_MAIL_QUEUE, MAIL_QUEUE, RETENTION_QUEUE } from '@foyer/mail/queues';
import { emptyDatabase, testDatabaseUrl, testRoleUrls } from '@foyer/testing/test-database';
import { Client, Pool } from 'pg';
import { prepareRoles } from './database-roles.ts';
import { scramVerifier } from './scram.ts';

const NOT_ALLOWED = '42501';

const owner = new Pool({ connectionString: testDatabaseUrl(), max: 4 });
const api = new Pool({ connectionString: testRoleUrls().api, max: 4 });
const worker = new Pool({ connectionString: testRoleUrls().worker, max: 2 });
beforeEach(() => emptyDatabase(owner));
afterAll(async () => {
  await emptyDatabase(owner);
  for (const pool of [owner, api, worker]) await pool.end();
});

const codeOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  );

const addJob = (queue: string, to = 'ada@example.com') =>
  owner.query(`INSERT INTO pgboss.job (name, data) VALUES ($1, jsonb_build_object('to', $2::text))`, [
    queue,
    to,
  ]);
const addUser = () =>
  owner.query(
    `WITH team AS (INSERT INTO teams (name, seat_limit) VALUES ('Ada', 1) RETURNING id)
     INSERT INTO users (email, first_name, last_name, team_id) SELECT 'ada@example.com', 'Ada', 'L', id FROM team`,
  );
const addEvent = (email: string, daysAgo: number) =>
  owner.query(
    `INSERT INTO audit_events (action, outcome, email, ip_address, at)
     VALUES ('login', 'ok', $1, '192.0.2.1', now() - make_interval(days => $2))`,
    [email, daysAgo],
  );

const changeQueues = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    'UPDATE pgboss.queue SET updated_on = now() RETURNING name',
  );
  return rows.map(({ name }) => name);
};

const rightsIn = async (schema: string, account: string): Promise<{ name: string; rights: string[] }[]> =>
  (
    await owner.query(
      `SELECT relname AS name, array(
                SELECT verb FROM unnest('{SELECT,INSERT,UPDATE,REFERENCES}'::text[]) verb WHERE has_any_column_privilege($2, oid, verb)
                UNION ALL
                SELECT verb FROM unnest('{DELETE,TRUNCATE,TRIGGER,MAINTAIN}'::text[]) verb WHERE has_table_privilege($2, oid, verb)) AS rights
         FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p', 'v', 'm') ORDER BY relname`,
      [schema, account],
    )
  ).rows;

it.each(['foyer_api', 'foyer_worker'])(
  '%s owns nothing, and may only read and write rows of tables',
  async (account) => {
    const { rows: owned } = await owner.query(
      `SELECT FROM pg_shdepend WHERE refclassid = 'pg_authid'::regclass AND refobjid = $1::regrole AND deptype = 'o'
          AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [account],
    );
    expect(owned).toEqual([]);
    const tables = [...(await rightsIn('public', account)), ...(await rightsIn('pgboss', account))];
    const rows = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
    const more = tables.filter(({ rights }) => rights.some((right) => !rows.includes(right)));
    expect(more).toEqual([]);
  },
);

it('only the API’s account may call functions with the rights of the owner', async () => {
  const { rows } = await owner.query(
    `SELECT oid::regprocedure::text AS name, array(
              SELECT grantee FROM unnest('{public,foyer_api,foyer_worker}'::text[]) grantee
               WHERE has_function_privilege(grantee, oid, 'EXECUTE')) AS callers
       FROM pg_proc WHERE prosecdef ORDER BY proname`,
  );
  const names = [
    'delete_old_events(integer,integer)',
    'due_jobs()',
    'forget_person(text,uuid,timestamp with time zone,timestamp with time zone)',
    'queued_for(text)',
  ];
  expect(rows).toEqual(names.map((name) => ({ name, callers: ['foyer_api'] })));
});

describe('the API’s account', () => {
  it.each([
    ['drop a table', 'DROP TABLE users'],
    ['change a table', 'ALTER TABLE users ADD COLUMN is_admin boolean'],
    ['truncate a table', 'TRUNCATE users CASCADE'],
    ['truncate the log', 'TRUNCATE audit_events'],
    ['create a table', 'CREATE TABLE public.mine (id int)'],
    ['create a function', `CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`],
    ['create a trigger', 'CREATE TRIGGER mine BEFORE INSERT ON users EXECUTE FUNCTION tidy_user()'],
    ['rewrite an event', `UPDATE audit_events SET outcome = 'ok'`],
    ['delete events', 'DELETE FROM audit_events'],
    ['lock events', 'SELECT FROM audit_events FOR UPDATE'],
    [
      'backdate an event',
      `INSERT INTO audit_events (action, outcome, at) VALUES ('login', 'ok', '2020-01-01')`,
    ],
    ['delete recent events', 'SELECT delete_old_events(29, 1000)'],
    ['enable a company’s sign-in', 'UPDATE identity_providers SET is_enabled = true'],
    [
      'add a certificate of a company',
      `INSERT INTO idp_certificates (identity_provider_id, pem) SELECT id, '' FROM teams`,
    ],
    ['change an app', `UPDATE oauth_clients SET redirect_uris = '{https://evil.test/}'`],
    [
      'record a migration as applied',
      `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('a', 'a', 'a')`,
    ],
    ['create a queue', `INSERT INTO pgboss.queue (name, policy) VALUES ('mine', 'standard')`],
    ['remove a queue', 'DELETE FROM pgboss.queue'],
    ['change the version of the queues', 'UPDATE pgboss.version SET version = 1'],
    ['add a failed mail', `INSERT INTO pgboss.job (name) VALUES ('${FAILED_MAIL_QUEUE}')`],
    ['turn off row-level security', 'ALTER TABLE pgboss.job DISABLE ROW LEVEL SECURITY'],
    ['drop a policy', 'DROP POLICY api_reads ON pgboss.job'],
    ['skip triggers', 'SET session_replication_role = replica'],
    ['become the owner', 'SET ROLE foyer'],
    ['create an account', 'CREATE ROLE mine SUPERUSER'],
    ['read files', `SELECT pg_read_file('/etc/passwd')`],
    ['run programs', `COPY (SELECT 1) TO PROGRAM 'cat'`],
  ])('may not %s', async (_, statement) => {
    await addEvent('ada@example.com', 1);
    expect(await codeOf(api.query(statement))).toBe(NOT_ALLOWED);
    expect((await owner.query('SELECT FROM audit_events')).rowCount).toBe(1);
  });

  it('may read companies’ sign-ins and apps, but change only one column, and not add or delete any', async () => {
    const names = new Set(['idp_certificates', 'idp_domains']);
    const found = (await rightsIn('public', 'foyer_api')).filter(({ name }) => names.has(name));
    expect(found).toEqual([...names].map((name) => ({ name, rights: ['SELECT'] })));
    const columns = `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass
                       AND attnum > 0 AND has_column_privilege('foyer_api', attrelid, attnum, 'INSERT, UPDATE')`;
    for (const [table, name] of [
      ['identity_providers', 'asks_for_second_factor'],
      // This right allows the account to lock the row.
      ['oauth_clients', 'created_at'],
    ]) {
      expect((await owner.query(columns, [table])).rows).toEqual([{ name }]);
      expect(await codeOf(api.query(`DELETE FROM ${table}`))).toBe(NOT_ALLOWED);
    }
  });

  it.each(['pgboss.job', 'pgboss.job_common'])(
    'cannot read, change or delete a mail in %s',
    async (table) => {
      await addJob(MAIL_QUEUE);
      await addJob(FAILED_MAIL_QUEUE);
      for (const statement of [
        `SELECT FROM ${table}`,
        `SELECT FROM ${table} FOR UPDATE`,
        `UPDATE ${table} SET start_after = now() + interval '1 year'`,
        `DELETE FROM ${table}`,
      ])
        expect([statement, (await api.query(statement)).rowCount]).toEqual([statement, 0]);
      expect((await owner.query('SELECT FROM pgboss.job')).rowCount).toBe(2);
    },
  );

  it.each(['pgboss.job', 'pgboss.job_common'])(
    'adds, changes and deletes its own jobs in %s',
    async (table) => {
      for (const statement of [
        `INSERT INTO ${table} (name) VALUES ('${RETENTION_QUEUE}') RETURNING id`,
        `UPDATE ${table} SET priority = 1`,
        `DELETE FROM ${table}`,
      ])
        expect([statement, (await api.query(statement)).rowCount]).toEqual([statement, 1]);
    },
  );

  it('reads all queues, creates the queue of scheduled jobs, and changes its own queues', async () => {
    const { rows } = await api.query<{ name: string }>('SELECT name FROM pgboss.queue');
    const names = rows.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([MAIL_QUEUE, RETENTION_QUEUE]));
    const add = `INSERT INTO pgboss.queue
      SELECT (jsonb_populate_record(other, '{"name": "__pgboss__send-it"}')).* FROM pgboss.queue other LIMIT 1
      ON CONFLICT DO NOTHING`;
    expect(await codeOf(api.query(add))).toBeUndefined();
    const changed = await changeQueues(api);
    expect(changed).toContain(RETENTION_QUEUE);
    expect(changed).not.toContain(MAIL_QUEUE);
  });

  it('adds mails, and sees them only in the transaction that adds them', async () => {
    const client = await api.connect();
    const seen = async () => (await client.query('SELECT FROM pgboss.job')).rowCount;
    try {
      await client.query('BEGIN');
      const { rowCount } = await client.query(
        `INSERT INTO pgboss.job (name) VALUES ('${MAIL_QUEUE}') RETURNING id`,
      );
      expect([rowCount, await seen()]).toEqual([1, 1]);
      await client.query('COMMIT');
      expect(await seen()).toBe(0);
    } finally {
      client.release();
    }
  });

  it('cannot turn its own job into a mail, or a mail into its own job', async () => {
    await addJob(RETENTION_QUEUE);
    const move = `UPDATE pgboss.job SET name = '${MAIL_QUEUE}'`;
    expect(await codeOf(api.query(move))).toBe(NOT_ALLOWED);
    await addJob(MAIL_QUEUE);
    expect((await api.query('SELECT name FROM pgboss.job')).rows).toEqual([{ name: RETENTION_QUEUE }]);
  });

  it('counts the jobs of all queues, and sees which kinds wait for an address, but no content', async () => {
    await addJob(MAIL_QUEUE);
    const { rows: due } = await api.query(`SELECT jobs FROM due_jobs() WHERE queue = $1`, [MAIL_QUEUE]);
    expect(due).toEqual([{ jobs: 1 }]);
    const { rows: waiting } = await api.query(`SELECT * FROM queued_for('ada@example.com')`);
    expect(waiting).toEqual([{ kind: MAIL_QUEUE, state: 'created', created_at: expect.any(Date) }]);
  });

  it('can delete old events, and no others [asvs 16.4.2]', async () => {
    await addEvent('old@example.com', 41);
    await addEvent('young@example.com', 39);
    const { rows } = await api.query('SELECT delete_old_events(40, 1000)::int AS deleted');
    expect(rows).toEqual([{ deleted: 1 }]);
    expect((await owner.query('SELECT email FROM audit_events')).rows).toEqual([
      { email: 'young@example.com' },
    ]);
  });

  it('can have a person forgotten only after the account is deleted', async () => {
    await addUser();
    await addEvent('ada@example.com', 1);
    await addJob(MAIL_QUEUE);
    const forget = `SELECT forget_person('ada@example.com', NULL, NULL, NULL)::int AS rows`;
    expect(await codeOf(api.query(forget))).toBe(NOT_ALLOWED);
    const { rows: users } = await owner.query<{ id: string }>('SELECT id FROM users');
    const byId = api.query(`SELECT forget_person('another@example.com', $1, NULL, NULL)`, [users[0]?.id]);
    expect(await codeOf(byId)).toBe(NOT_ALLOWED);
    await owner.query('DELETE FROM users');
    expect((await api.query(forget)).rows).toEqual([{ rows: 2 }]);
    const { rows } = await owner.query('SELECT action, email, ip_address FROM audit_events');
    expect(rows).toEqual([{ action: 'login', email: '', ip_address: '' }]);
    expect((await owner.query('SELECT FROM pgboss.job')).rowCount).toBe(0);
  });
});

describe('the worker’s account', () => {
  it('may not read or change any table of the portal [asvs 13.2.2]', async () => {
    const tables = await rightsIn('public', 'foyer_worker');
    expect(tables.length).toBeGreaterThan(Object.keys(modelOf).length);
    expect(tables.filter(({ rights }) => rights.length > 0)).toEqual([]);
    expect(await codeOf(worker.query('SELECT FROM users'))).toBe(NOT_ALLOWED);
  });

  it.each([
    ['add a job of the API', `INSERT INTO pgboss.job (name) VALUES ('${RETENTION_QUEUE}')`],
    ['drop the queues', 'DROP SCHEMA pgboss CASCADE'],
    ['schedule a job', `INSERT INTO pgboss.schedule (name, cron) VALUES ('${RETENTION_QUEUE}', '* * * * *')`],
    ['have a person forgotten', `SELECT forget_person('ada@example.com', NULL, NULL, NULL)`],
    ['have events deleted', 'SELECT delete_old_events(400, 1)'],
    ['become the API', 'SET ROLE foyer_api'],
  ])('may not %s', async (_, statement) => {
    expect(await codeOf(worker.query(statement))).toBe(NOT_ALLOWED);
  });

  it('sees and changes mails, and no other job', async () => {
    await addJob(MAIL_QUEUE);
    await addJob(RETENTION_QUEUE);
    for (const table of ['pgboss.job', 'pgboss.job_common'])
      expect((await worker.query(`SELECT name FROM ${table}`)).rows).toEqual([{ name: MAIL_QUEUE }]);
    expect((await worker.query('UPDATE pgboss.job SET priority = 1')).rowCount).toBe(1);
    expect((await worker.query('DELETE FROM pgboss.job')).rowCount).toBe(1);
    expect((await owner.query('SELECT name FROM pgboss.job')).rows).toEqual([{ name: RETENTION_QUEUE }]);
  });

  it('changes the queues of mails, and no other', async () => {
    expect((await changeQueues(worker)).sort()).toEqual([FAILED_MAIL_QUEUE, MAIL_QUEUE].sort());
  });
});

describe('the preparation of accounts', () => {
  const NAME = `foyer_spec_${process.pid}`;
  const urlOf = (account: string, password: string): string => {
    const url = new URL(testDatabaseUrl());
    url.username = account;
    url.password = password;
    return url.href;
  };
  const log = async (url: string): Promise<string | undefined> => {
    const client = new Client({ connectionString: url });
    const code = await codeOf(client.connect());
    await client.end();
    return code;
  };
  const mayDelete = async () =>
    (await owner.query(`SELECT has_table_privilege('foyer_api', 'audit_events', 'DELETE') AS may`)).rows[0]
      .may as boolean;
  beforeAll(async () => {
    await owner.query(`CREATE ROLE ${NAME}_owner LOGIN PASSWORD 'owner'`);
  });
  afterAll(async () => {
    await prepareRoles(testDatabaseUrl(), testRoleUrls());
    for (const name of ['owner', 'api', 'worker']) {
      const role = `${NAME}_${name}`;
      await owner.query(`DO $$ BEGIN
        IF EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN DROP OWNED BY ${role}; DROP ROLE ${role}; END IF; END $$`);
    }
  });

  it('revokes unnecessary rights, and grants missing rights', async () => {
    await owner.query(`
      GRANT DELETE ON audit_events TO foyer_api; REVOKE INSERT ON teams FROM foyer_api;
      GRANT SELECT ON users TO foyer_worker; DROP POLICY api_reads ON pgboss.job;
      CREATE POLICY another ON pgboss.job FOR SELECT TO foyer_api USING (true)`);
    await addJob(MAIL_QUEUE);
    expect((await api.query('SELECT FROM pgboss.job')).rowCount).toBe(1);
    await prepareRoles(testDatabaseUrl(), testRoleUrls());
    expect(await mayDelete()).toBe(false);
    expect((await api.query('SELECT FROM pgboss.job')).rowCount).toBe(0);
    expect(await codeOf(api.query(`INSERT INTO teams (name, seat_limit) VALUES ('A', 1)`))).toBeUndefined();
    expect(await codeOf(worker.query('SELECT FROM users'))).toBe(NOT_ALLOWED);
  });

  it('changes nothing if all rights are correct', async () => {
    const state = async () =>
      (
        await owner.query(`SELECT relname, xmin::text, relacl::text FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace)
                          UNION ALL SELECT polname, xmin::text, '' FROM pg_policy
                          UNION ALL SELECT proname, xmin::text, proacl::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1, 2`)
      ).rows;
    const before = await state();
    await Promise.all([1, 2, 3].map(() => prepareRoles(testDatabaseUrl(), testRoleUrls())));
    expect(await state()).toEqual(before);
  });

  it('creates accounts with the passwords of their URLs, and changes the passwords later', async () => {
    const urls = (password: string) => ({
      api: urlOf(`${NAME}_api`, password),
      worker: urlOf(`${NAME}_worker`, password),
    });
    await prepareRoles(testDatabaseUrl(), urls('one "o\'ne'));
    expect(await log(urls('one "o\'ne').api)).toBeUndefined();
    await prepareRoles(testDatabaseUrl(), urls('two'));
    expect([await log(urls('two').worker), await log(urls('one "o\'ne').worker)]).toEqual([
      undefined,
      '28P01',
    ]);
  });

  it('sends no password to the server', () => {
    const verifier = scramVerifier('correct horse');
    expect(verifier).toMatch(/^SCRAM-SHA-256\$4096:[\w+/=]{24}\$[\w+/=]{44}:[\w+/=]{44}$/);
    expect(verifier).not.toBe(scramVerifier('correct horse'));
  });

  it('rejects accounts with more rights than grants can give', async () => {
    const { username, password } = new URL(testDatabaseUrl());
    const urls = { api: urlOf(username, password), worker: testRoleUrls().worker };
    await expect(prepareRoles(testDatabaseUrl(), urls)).rejects.toThrow(
      `The account "${username}" has more rights than grants can give`,
    );
  });

  it('says what to do if the owner may not create accounts', async () => {
    const urls = { api: urlOf(`${NAME}_nobody`, 'x'), worker: urlOf(`${NAME}_none`, 'x') };
    await expect(prepareRoles(urlOf(`${NAME}_owner`, 'owner'), urls)).rejects.toThrow(
      `CREATE ROLE "${NAME}_nobody" LOGIN PASSWORD`,
    );
  });
});

it('each table of pg-boss has a rule about which accounts may read it', async () => {
  const { rows } = await owner.query<{ name: string; api: boolean; worker: boolean }>(
    `SELECT relname AS name, has_table_privilege('foyer_api', oid, 'SELECT') AS api,
            has_table_privilege('foyer_worker', oid, 'SELECT') AS worker
       FROM pg_class WHERE relnamespace = 'pgboss'::regnamespace AND relkind IN ('r', 'p') AND (NOT relispartition OR relname = 'job_common')`,
  );
  const neither = { api: false, worker: false };
  const both = { api: true, worker: true };
  expect(Object.fromEntries(rows.map(({ name, ...may }) => [name, may]))).toEqual({
    bam: neither,
    queue_stats: neither,
    subscription: neither,
    warning: neither,
    job: both,
    job_common: both,
    job_dependency: both,
    queue: both,
    version: both,
    schedule: { api: true, worker: false },
  });
});
