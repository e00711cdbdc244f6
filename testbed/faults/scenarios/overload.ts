import { setTimeout as wait } from 'node:timers/promises';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { quantile } from '../../harness/traffic.ts';
import { Visitor } from '../../harness/visitor.ts';
import { condition, enough, exactly, type Scenario } from '../scenario.ts';

const LOGINS = 500;
const READ_EVERY_MS = 20;
/** The memory limit of a replica in the chart (deploy/helm/foyer/values.yaml). The platform kills a larger replica. */
const MEMORY_LIMIT_MB = 512;

export const passwordFlood: Scenario = {
  name: `${LOGINS} logins at once on one replica`,
  async run(stage) {
    const { url, program } = stage.replica(0);
    const visitor = await Visitor.open(url);
    let isOver = false;
    let most = program.memoryMb;
    const times: number[] = [];
    const reading = (async () => {
      while (!isOver) {
        const startedAt = performance.now();
        await (await fetch(`${url}/`, { headers: { accept: 'text/html' } })).arrayBuffer();
        times.push(performance.now() - startedAt);
        most = Math.max(most, program.memoryMb);
        await wait(READ_EVERY_MS);
      }
    })();
    const startedAt = performance.now();
    const replies = await Promise.all(
      Array.from({ length: LOGINS }, (_, number) =>
        visitor.post('/login', { email: `flood-${number}@harness.test`, password: 'wrong' }),
      ),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    isOver = true;
    await reading;
    const checked = replies.filter(({ status }) => status === 401).length;
    const later = replies.filter(({ status }) => status === 503).length;
    const p95 = quantile(times, 0.95);
    return [
      condition(`p95 of GET / under 500 ms (${times.length} reads)`, `${p95.toFixed(0)} ms`, p95 < 500),
      exactly(
        `answered 401 or 503 (${checked} and ${later} in ${seconds.toFixed(1)} s)`,
        checked + later,
        LOGINS,
      ),
      enough('of them checked', checked, 1),
      condition(`memory under ${MEMORY_LIMIT_MB} MB`, `${most.toFixed(0)} MB`, most < MEMORY_LIMIT_MB),
    ];
  },
};

const CROWD = 200;
export const poolExhausted: Scenario = {
  name: `${CROWD} logins at once over a pool of 2 connections, all taken for 7 s`,
  async run(stage) {
    const api = await stage.harness.startApi({ DATABASE_POOL_SIZE: '2' });
    try {
      const visitor = await Visitor.open(api.url);
      const lock = await stage.harness.pool.connect();
      await lock.query('BEGIN; LOCK TABLE lockouts');
      const logins = Promise.all(
        Array.from({ length: CROWD }, (_, number) =>
          visitor.post('/login', { email: `crowd-${number}@harness.test`, password: 'wrong' }),
        ),
      );
      await wait(7_000);
      await lock.query('COMMIT');
      lock.release();
      const replies = await logins;
      const checked = replies.filter(({ status }) => status === 401).length;
      const later = replies.filter(({ status, headers }) => status === 503 && headers.get('retry-after'));
      const after = await visitor.post('/login', { email: 'after@harness.test', password: 'wrong' });
      return [
        exactly(
          `answered 401 or 503 with Retry-After (${checked} and ${later.length})`,
          checked + later.length,
          CROWD,
        ),
        condition('a login afterwards is answered 401', after.status, after.status === 401),
      ];
    } finally {
      await api.program.end('SIGKILL');
    }
  },
};

const LOCKED_OUT = 200;
const BESIDE = 40;
/**
 * The lock timeout of a deployed replica (decision 49). A login would take this long if it waited for the locked
 * table.
 */
const LOCK_WAIT_MS = 3_000;

export const tableLocked: Scenario = {
  name: `${LOCKED_OUT} sign-ups while their table stays locked, and logins beside`,
  async run(stage) {
    const visitor = await Visitor.open(stage.url);
    const lock = await stage.harness.pool.connect();
    await lock.query('BEGIN; LOCK TABLE registrations');
    const signingUp = Promise.all(
      Array.from({ length: LOCKED_OUT }, (_, number) =>
        visitor.post('/register-by-email', signUpBody({ email: `locked-${number}@harness.test` })),
      ),
    );
    await wait(500);
    const logins: number[] = [];
    const times: number[] = [];
    for (let number = 0; number < BESIDE; number++) {
      const startedAt = performance.now();
      logins.push(
        (await visitor.post('/login', { email: `beside-${number}@harness.test`, password: 'wrong' })).status,
      );
      times.push(performance.now() - startedAt);
    }
    const readiness = await stage.readiness();
    const replies = await signingUp;
    await lock.query('COMMIT');
    lock.release();
    const later = replies.filter(({ status, headers }) => status === 503 && headers.get('retry-after'));
    const after = await visitor.post(
      '/register-by-email',
      signUpBody({ email: 'locked-after@harness.test' }),
    );
    const p95 = quantile(times, 0.95);
    return [
      exactly('sign-ups answered 503 with Retry-After', later.length, LOCKED_OUT),
      exactly('logins answered 401', logins.filter((status) => status === 401).length, BESIDE),
      condition(
        'p95 of these logins below the wait for a lock, 3 s',
        `${p95.toFixed(0)} ms`,
        p95 < LOCK_WAIT_MS,
      ),
      condition(
        'the replicas stay ready',
        readiness.join(', '),
        readiness.every((text) => text.startsWith('200')),
      ),
      condition('a sign-up afterwards is answered 201', after.status, after.status === 201),
    ];
  },
};

const HUNG = 50;
const HANG_CALLS = 1_000;
export const providerHangs: Scenario = {
  name: `${HUNG} payments waiting for a card provider that does not answer`,
  async run(stage) {
    const { startCardProvider } = await import('@foyer/card-provider-stand-in/start-card-provider');
    const provider = await startCardProvider();
    provider.control.addFault({ kind: 'hang', count: HANG_CALLS });
    const api = await stage.harness.startApi({ STRIPE_API_URL: provider.url });
    try {
      await seedPayers(stage.harness.pool, HUNG);
      const paying = Array.from({ length: HUNG }, async (_, number) => {
        const headers = { cookie: `sid=${payerToken(number)}`, 'content-type': 'application/json' };
        const session = await fetch(`${api.url}/session`, { headers });
        const { csrfToken } = (await session.json()) as { csrfToken: string };
        const cookies = session.headers.getSetCookie().map((line) => line.split(';')[0]);
        const reply = await fetch(`${api.url}/upgrade-plan`, {
          method: 'POST',
          headers: { ...headers, cookie: [headers.cookie, ...cookies].join('; '), 'csrf-token': csrfToken },
          body: JSON.stringify({ email: `payer-${number}@harness.test`, token: 'tok_visa' }),
        });
        await reply.arrayBuffer();
        return reply.status;
      });
      await wait(1_000);
      const visitor = await Visitor.open(api.url);
      const times: number[] = [];
      for (let number = 0; number < 40; number++) {
        const startedAt = performance.now();
        await visitor.post('/login', { email: `patient-${number}@harness.test`, password: 'wrong' });
        times.push(performance.now() - startedAt);
        await wait(50);
      }
      const statuses = await Promise.all(paying);
      const p95 = quantile(times, 0.95);
      // The portal rejects the payment (503), or accepts it before its outcome is known (202, decision 43).
      const later = statuses.filter((status) => status === 503 || status === 202).length;
      return [
        condition('p95 of login under 500 ms meanwhile', `${p95.toFixed(0)} ms`, p95 < 500),
        exactly('payments answered 503 or 202', later, HUNG),
      ];
    } finally {
      await api.program.end('SIGKILL');
      await provider.stop();
    }
  },
};

const payerToken = (number: number): string => String(number).padStart(43, 'p');

async function seedPayers(pool: import('pg').Pool, count: number): Promise<void> {
  await pool.query(
    `WITH number AS (SELECT generate_series(0, $1::int - 1) AS n),
          team AS (
            INSERT INTO teams (name, has_incomplete_billing) SELECT 'Payer ' || n, true FROM number RETURNING id, name
          ), payer AS (
            INSERT INTO users (email, first_name, last_name, country_code, state_code, team_id)
            SELECT 'payer-' || substr(name, 7) || '@harness.test', 'Pat', 'Payer', 'US', 'CA', id FROM team
            RETURNING id, email, team_id
          )
     INSERT INTO sessions (token_hash, user_id, expires_at)
     SELECT sha256(lpad(substring(email FROM '[0-9]+'), 43, 'p')::bytea), id, now() + interval '1 hour' FROM payer`,
    [count],
  );
  await pool.query(
    `UPDATE teams t SET owner_id = u.id FROM users u WHERE u.team_id = t.id AND u.email LIKE 'payer-%'`,
  );
}
