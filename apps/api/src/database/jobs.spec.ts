import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi, testEnvironment } from '../test-api.ts';

describe('the connections of jobs', () => {
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

  it('lead past a pooler, where notifications arrive, and no others do', async () => {
    // The queue's library looks now and then whether it still listens.
    const listens = "(query LIKE 'LISTEN %' OR query LIKE '%pg_listening_channels%')";
    while ((await countConnections(listens)) === 0) await sleep(20);
    expect(await countConnections('pid = pg_backend_pid()')).toBe(0);
  });
});
