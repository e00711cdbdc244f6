import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { migrationNames } from '@foyer/db/generated/migration-names';
import { testDatabaseUrl } from '@foyer/testing/test-database';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { Client } from 'pg';
import { log } from '../observe/log.ts';
import { MetricsServer } from '../observe/metrics-server.ts';
import { Tracing } from '../observe/tracing.ts';
import { TestCollector } from '../test-support/observe/test-collector.ts';
import { signUp } from '../test-support/test-accounts.ts';
import { TestApi } from '../test-support/test-api.ts';
import { GOOD_PASSWORD } from '../test-support/test-bodies.ts';

const EMAIL = 'ada@example.com';

let collector: TestCollector;
let api: TestApi;
beforeAll(async () => {
  collector = await TestCollector.start();
  api = await TestApi.start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
});
afterAll(async () => {
  await api.stop();
  collector.stop();
});
afterEach(() => void jest.restoreAllMocks());

const scrape = async () =>
  (await fetch(`http://127.0.0.1:${api.service(MetricsServer).port}/metrics`)).text();
const unreadyReasons = async () =>
  [...(await scrape()).matchAll(/^foyer_ready\{reason="([\w-]+)"\} 0$/gm)].map(([, reason]) => reason);

const askReady = async (of = api) => {
  const { status, body } = await of.http.get('/readyz');
  return [status, (body as { message?: string }).message];
};

describe('a replica', () => {
  const NEWEST = migrationNames.at(-1) ?? '';
  const finish = (name: string, isFinished: boolean) =>
    api.pool.query(
      `UPDATE _prisma_migrations SET finished_at = CASE WHEN $2 THEN now() END WHERE migration_name = $1`,
      [name, isFinished],
    );

  it.each([
    ['is running', 'NULL', 'NULL'],
    ['has failed', 'NULL', `'ERROR: canceling statement due to lock timeout'`],
    ['is applied', 'now()', 'NULL'],
  ])('is ready although a newer migration, which it does not need, %s', async (_, finishedAt, logs) => {
    await api.pool.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, logs)
       VALUES ('newer', '', '29990101000000_newer', ${finishedAt}, ${logs})`,
    );
    try {
      expect(await askReady()).toEqual([200, undefined]);
    } finally {
      await api.pool.query(`DELETE FROM _prisma_migrations WHERE id = 'newer'`);
    }
  });

  it('is not ready with an older database, and names the missing migration', async () => {
    await finish(NEWEST, false);
    try {
      expect(await askReady()).toEqual([503, `The database lacks the migration ${NEWEST}.`]);
      expect(await unreadyReasons()).toEqual(['migration']);
    } finally {
      await finish(NEWEST, true);
    }
    expect(await askReady()).toEqual([200, undefined]);
    expect(await unreadyReasons()).toEqual([]);
  });

  it('checks its readiness at each scrape of the metrics, and logs each change once', async () => {
    const lines: unknown[] = [];
    for (const level of ['info', 'warn'] as const)
      jest.spyOn(log, level).mockImplementation((...line: unknown[]) => void lines.push(line));
    const lock = await api.pool.connect();
    try {
      // The readiness check waits for this lock, as if the database did not answer.
      await lock.query('BEGIN; LOCK TABLE _prisma_migrations, pgboss.job');
      for (let times = 0; times < 2; times++) expect(await unreadyReasons()).toEqual(['database']);
    } finally {
      await lock.query('ROLLBACK');
      lock.release();
    }
    for (let times = 0; times < 2; times++) expect(await unreadyReasons()).toEqual([]);
    expect(lines).toEqual([
      [{ reason: 'database', why: 'The database is out of reach.', err: undefined }, 'not ready'],
      ['ready again'],
    ]);
  });

  it('does not log, trace or count probes', async () => {
    const logged: unknown[] = [];
    const child = log.child.bind(log);
    jest.spyOn(log, 'child').mockImplementation(((bindings: object) => {
      const logger = child(bindings);
      logger.info = (line: unknown) => void logged.push(line);
      return logger;
    }) as never);
    const paths = ['/healthz', '/readyz', '/session'];
    for (const path of paths) expect((await api.http.get(path)).status).toBe(200);
    await api.service(Tracing).flush();
    expect(logged).toMatchObject([{ route: '/session' }]);
    const spans = collector.spans.map(({ name }) => name).filter((name) => /^GET /.test(name));
    expect(spans).toEqual(['GET /session']);
    expect(await scrape()).not.toMatch(/route="\/(healthz|readyz)"/);
  });
});

describe('while the database is read-only, as after a failover', () => {
  const READ_ONLY = 'The database can only be read.';

  async function setReadOnly(isReadOnly: boolean): Promise<void> {
    const url = new URL(testDatabaseUrl());
    const client = new Client({
      connectionString: url.href,
      options: '-c default_transaction_read_only=off',
    });
    await client.connect();
    try {
      const name = client.escapeIdentifier(url.pathname.slice(1));
      await client.query(
        isReadOnly
          ? `ALTER DATABASE ${name} SET default_transaction_read_only = on`
          : `ALTER DATABASE ${name} RESET default_transaction_read_only`,
      );
      await client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
    } finally {
      await client.end();
    }
  }

  it('a replica is not ready and answers calls that write with 503 and Retry-After, and then works again', async () => {
    await api.empty();
    await signUp(api, EMAIL);
    await setReadOnly(true);
    try {
      // At first, the replica reports another reason, because its old connections have ended.
      for (let tries = 0; tries < 2_000 && (await askReady())[1] !== READ_ONLY; tries++) await sleep(50);
      expect(await askReady()).toEqual([503, READ_ONLY]);
      expect(await unreadyReasons()).toEqual(['read-only']);
      const visitor = await api.visit();
      const replies = [
        await visitor.post('/login', { email: EMAIL, password: GOOD_PASSWORD }),
        await visitor.post('/register-by-email', signUpBody({ email: 'new@example.com' })),
        await visitor.post('/forgot-password', { email: EMAIL }),
      ];
      expect(replies.map(({ status }) => status)).toEqual([503, 503, 503]);
      for (const { headers } of replies) expect(headers['retry-after']).toMatch(/^\d+$/);
    } finally {
      await setReadOnly(false);
    }
    for (let tries = 0; tries < 2_000 && (await askReady())[0] !== 200; tries++) await sleep(50);
    expect(await askReady()).toEqual([200, undefined]);
    const visitor = await api.visit();
    expect((await visitor.post('/login', { email: EMAIL, password: GOOD_PASSWORD })).status).toBe(200);
    expect(await api.prisma.registration.count()).toBe(0);
  });
});
