import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../test-support/test-api.ts';
import { RateLimiter } from './rate-limiter.ts';

const LIMIT = { size: 3, seconds: 60 };

describe('the rate limiter', () => {
  let api: TestApi;
  let replica: TestApi;
  beforeAll(async () => {
    const environment = { RATE_LIMIT_FACTOR: '1' };
    [api, replica] = await Promise.all([TestApi.start(environment), TestApi.start(environment)]);
  });
  afterAll(() => Promise.all([api.stop(), replica.stop()]));
  const count = (key: string, by = api) => by.service(RateLimiter).count(key, LIMIT);
  const pointsOf = async (key: string) =>
    (await api.pool.query<{ points: number }>('SELECT points FROM rate_limits WHERE key = $1', [key])).rows[0]
      ?.points;

  it('rejects a key over its limit again without a database query, separately in each replica', async () => {
    for (let number = 0; number < LIMIT.size; number++) expect(await count('a')).toBeUndefined();
    expect(await count('a')).toBe(LIMIT.seconds);
    // Deleting the row changes nothing, because refused calls do not read it.
    await api.pool.query(`DELETE FROM rate_limits WHERE key = 'a'`);
    expect(await count('a')).toBe(LIMIT.seconds);
    expect(await pointsOf('a')).toBeUndefined();
    expect(await count('a', replica)).toBeUndefined();
    expect(await count('b')).toBeUndefined();
  });

  it('counts no further than one call over the limit', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, number) => count('c', number % 2 === 0 ? api : replica)),
    );
    expect(await pointsOf('c')).toBe(LIMIT.size + 1);
  });

  it('uses the database’s clock, not the process’s', async () => {
    const { now } = Date;
    Date.now = () => now() + 3_600_000;
    try {
      for (let number = 0; number < LIMIT.size; number++) expect(await count('d')).toBeUndefined();
      expect(await count('d')).toBe(LIMIT.seconds);
    } finally {
      Date.now = now;
    }
  });
});
