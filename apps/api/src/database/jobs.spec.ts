import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FAILED_JOB_QUEUE } from '@foyer/mail/queues';
import { withQueues } from '@foyer/operate/with-queues';
import { Metrics } from '../observe/metrics.ts';
import { TestApi, testEnvironment } from '../test-support/test-api.ts';
import { Jobs } from './jobs.ts';

describe('database connections', () => {
  let api: TestApi;
  beforeAll(async () => {
    const url = new URL(testEnvironment()['DATABASE_URL'] ?? '');
    url.searchParams.set('application_name', 'direct');
    api = await TestApi.start({ DATABASE_DIRECT_URL: url.href });
  });
  afterAll(() => api.stop());

  const countConnections = async (condition: string) =>
    (
      await api.pool.query(
        `SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'direct' AND ${condition}`,
      )
    ).rowCount;

  it('for jobs bypass the pooler, so that notifications arrive, unlike those for calls', async () => {
    // The last statement of pg-boss' listener is either `LISTEN` or its periodic check of the connection.
    const listens = "(query LIKE 'LISTEN %' OR query LIKE '%pg_listening_channels%')";
    while ((await countConnections(listens)) === 0) await sleep(20);
    expect(await countConnections('pid = pg_backend_pid()')).toBe(0);
  });

  it('for calls have the application name foyer-api', async () => {
    await api.prisma.user.count();
    const { rowCount } = await api.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'foyer-api'`,
    );
    expect(rowCount).toBeGreaterThan(0);
  });
});

describe('jobs that have failed permanently', () => {
  const QUEUE = 'of-this-spec';
  const COUNTED = 'counted-by-this-spec';
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start({});
    await withQueues(api.pool, (boss) =>
      boss.createQueue(QUEUE, { retryLimit: 0, deadLetter: FAILED_JOB_QUEUE, notify: true }),
    );
  });
  afterAll(async () => {
    await api.empty();
    await withQueues(api.pool, async (boss) => {
      for (const queue of [QUEUE, COUNTED]) await boss.deleteQueue(queue);
    });
    await api.stop();
  });

  it('are stored with their data and error message, for alerts and operators', async () => {
    await api.service(Jobs).work(QUEUE, () => Promise.reject(new Error('there is no such team')));
    await api.prisma.$transaction((transaction) =>
      api.service(Jobs).send(transaction, QUEUE, { teamId: 'x' }),
    );
    const find = async () =>
      (
        await api.pool.query(
          `SELECT data, source_name, source_output->>'message' AS message FROM pgboss.job WHERE name = $1`,
          [FAILED_JOB_QUEUE],
        )
      ).rows;
    while ((await find()).length === 0) await sleep(20);
    expect(await find()).toEqual([
      { data: { teamId: 'x' }, source_name: QUEUE, message: 'there is no such team' },
    ]);
  });

  it('are counted from 0, as are completed and retried jobs', async () => {
    const countOf = async (outcome: string) => {
      const counter = api.service(Metrics).registry.getSingleMetric('foyer_jobs_total');
      const { values } = (await counter?.get()) ?? {};
      return values?.find(({ labels }) => labels['queue'] === COUNTED && labels['outcome'] === outcome)
        ?.value;
    };
    const counts = () => Promise.all(['completed', 'retried', 'given-up'].map(countOf));
    await withQueues(api.pool, (boss) =>
      boss.createQueue(COUNTED, { retryLimit: 1, retryDelay: 0, deadLetter: FAILED_JOB_QUEUE, notify: true }),
    );
    await api.service(Jobs).work<{ isGood: boolean }>(COUNTED, async ({ data: { isGood } }) => {
      if (!isGood) throw new Error('as it is told to');
    });
    expect(await counts()).toEqual([0, 0, 0]);
    await api.prisma.$transaction(async (transaction) => {
      for (const isGood of [true, false]) await api.service(Jobs).send(transaction, COUNTED, { isGood });
    });
    while ((await countOf('given-up')) === 0) await sleep(20);
    expect(await counts()).toEqual([1, 1, 1]);
  });

  it('go to a dead-letter queue, whichever queue they were in', async () => {
    const { rows } = await api.pool.query<{ name: string }>(
      `SELECT name FROM pgboss.queue WHERE dead_letter IS NULL AND name NOT LIKE '\\_\\_pgboss%' ORDER BY name`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['job-failed', 'mail-failed']);
  });
});
