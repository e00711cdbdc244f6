import { setTimeout as wait } from 'node:timers/promises';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { Client } from 'pg';
import { acknowledged, isFailed, Traffic } from '../../harness/traffic.ts';
import { Visitor } from '../../harness/visitor.ts';
import { condition, enough, exactly, type Condition, type Scenario } from '../scenario.ts';
import { until, type Stage } from '../stage.ts';

const PER_SECOND = 100;
const RECOVERY_MS = 10_000;

export const databaseRestarted: Scenario = {
  name: 'Postgres restarted at 100 requests a second',
  async run(stage) {
    const before = processIds();
    const traffic = await Traffic.start(stage.url, PER_SECOND, 'restart');
    await wait(3_000);
    const downAt = Date.now();
    await stage.harness.stopPostgres();
    await wait(2_000);
    await stage.harness.startPostgres();
    const upAt = Date.now();
    await wait(RECOVERY_MS + 3_000);
    const calls = await traffic.stop();
    const failed = calls.filter(isFailed);
    const lastMs = Math.max(0, ...failed.map(({ at }) => at - upAt));
    const early = failed.filter(({ at, ms }) => at + ms < downAt).length;
    const signedUp = acknowledged(calls);
    const kept = await stage.count('SELECT count(*) FROM registrations WHERE address = ANY($1)', [signedUp]);
    const isSame = processIds() === before;
    return [
      condition('same processes', isSame ? 'yes' : 'no', isSame),
      enough('calls', calls.length, 1_000),
      exactly('calls that failed before the outage', early, 0),
      condition(
        `the last of ${failed.length} failures within ${RECOVERY_MS / 1000} s of its return`,
        `${(lastMs / 1000).toFixed(1)} s`,
        lastMs <= RECOVERY_MS,
      ),
      enough('acknowledged sign-ups', signedUp.length, 100),
      exactly('acknowledged sign-ups that are there', kept, signedUp.length),
    ];

    function processIds(): string {
      const programs = [...stage.replicas.map(({ program }) => program), ...stage.workers];
      return programs.map((program) => (program.isRunning ? program.pid : 'gone')).join();
    }
  },
};

export const databaseReadOnly: Scenario = {
  name: 'the database can only be read for 5 s, at 50 requests a second',
  async run(stage) {
    return withoutWriting(stage, 'readonly', {
      begin: () => setReadOnly(stage, true),
      end: () => setReadOnly(stage, false),
      readiness: '503 The database can only be read.',
    });
  },
};

/** Imitates a full disk. Inserts and updates of these tables fail with Postgres' error 53100. */
const FULL = `
  CREATE FUNCTION fault_suite_full() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
  CREATE TRIGGER fault_suite_full BEFORE INSERT OR UPDATE ON registrations EXECUTE FUNCTION fault_suite_full();
  CREATE TRIGGER fault_suite_full BEFORE INSERT OR UPDATE ON lockouts EXECUTE FUNCTION fault_suite_full();
  CREATE TRIGGER fault_suite_full BEFORE INSERT OR UPDATE ON sessions EXECUTE FUNCTION fault_suite_full();
  CREATE TRIGGER fault_suite_full BEFORE INSERT OR UPDATE ON rate_limits EXECUTE FUNCTION fault_suite_full();
  CREATE TRIGGER fault_suite_full BEFORE INSERT OR UPDATE ON pgboss.job EXECUTE FUNCTION fault_suite_full();`;

export const databaseFull: Scenario = {
  name: 'the disk of the database is full for 5 s, at 50 requests a second',
  async run(stage) {
    return withoutWriting(stage, 'full', {
      begin: () => stage.harness.pool.query(FULL),
      end: () => stage.harness.pool.query('DROP FUNCTION fault_suite_full CASCADE'),
    });
  },
};

type Trouble = {
  begin: () => Promise<unknown>;
  end: () => Promise<unknown>;
  /** The readiness that every replica reports during the fault. By default it is ready, because it can read. */
  readiness?: string;
};

async function withoutWriting(
  stage: Stage,
  prefix: string,
  { begin, end, readiness = '200 ready' }: Trouble,
): Promise<Condition[]> {
  const visitor = await Visitor.open(stage.url);
  const traffic = await Traffic.start(stage.url, PER_SECOND / 2, prefix);
  await wait(2_000);
  await begin();
  await wait(1_000);
  const replies = [
    await visitor.post('/register-by-email', signUpBody({ email: `${prefix}-meanwhile@harness.test` })),
    await visitor.post('/login', { email: `${prefix}@harness.test`, password: 'wrong' }),
    await visitor.post('/forgot-password', { email: `${prefix}@harness.test` }),
  ];
  const said = await stage.readiness();
  await wait(4_000);
  await end();
  await stage.untilReady();
  await wait(3_000);
  const calls = await traffic.stop();
  const strange = calls.filter((call) => isFailed(call) && call.status !== 503);
  const after = await visitor.post(
    '/register-by-email',
    signUpBody({ email: `${prefix}-after@harness.test` }),
  );
  const signedUp = acknowledged(calls);
  const kept = await stage.count('SELECT count(*) FROM registrations WHERE address = ANY($1)', [signedUp]);
  const all = await stage.count(
    `SELECT count(*) FROM registrations WHERE address LIKE $1 AND address NOT LIKE '%after%'`,
    [`${prefix}-%`],
  );
  const mailed = () => stage.harness.smtp.count(`${prefix}-`).distinct;
  await until(60_000, () => mailed() >= all + 1);
  return [
    enough('calls', calls.length, 300),
    condition(
      'failed calls were answered 503',
      strange.map(({ status = 'no answer' }) => status).join(', ') || 'all',
      strange.length === 0,
    ),
    condition(
      'sign-up, login and forgotten password are answered 503 with Retry-After',
      replies.map(({ status, headers }) => `${status} ${headers.get('retry-after')}`).join(', '),
      replies.every(({ status, headers }) => status === 503 && Number(headers.get('retry-after')) > 0),
    ),
    condition(
      `the replicas say "${readiness}"`,
      said.join(', '),
      said.every((text) => text === readiness),
    ),
    condition('a sign-up afterwards is answered 201', after.status, after.status === 201),
    enough('acknowledged sign-ups', signedUp.length, 30),
    exactly('acknowledged sign-ups that are there', kept, signedUp.length),
    exactly('sign-ups that are there and were acknowledged', signedUp.length, all),
    exactly('sign-ups that got a mail', mailed(), all + 1),
  ];
}

/** Makes the database read-only or writable, also for existing connections. */
async function setReadOnly(stage: Stage, isReadOnly: boolean): Promise<void> {
  const client = new Client({
    connectionString: stage.harness.databaseUrl,
    options: '-c default_transaction_read_only=off',
  });
  await client.connect();
  try {
    await client.query(
      `ALTER SYSTEM ${isReadOnly ? 'SET default_transaction_read_only = on' : 'RESET default_transaction_read_only'}`,
    );
    await client.query('SELECT pg_reload_conf()');
  } finally {
    await client.end();
  }
}
