import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it } from '@jest/globals';
import { createPool } from '@foyer/db/client';
import { testDatabaseUrl } from '@foyer/testing/test-database';

it.each([
  ['its share of connections', 1],
  ['a free connection', 2],
])('a caller that waits for %s continues in its own async context', async (_what, most) => {
  const caller = new AsyncLocalStorage<string>();
  const sharing = { kindOf: () => 'all', mostFor: () => most };
  const pool = createPool(testDatabaseUrl(), 1, () => {}, {
    statementTimeoutMs: 0,
    lockTimeoutMs: 0,
    sharing,
  });
  try {
    const first = await pool.connect();
    const seen = new Promise((resolve) =>
      caller.run('second', () =>
        pool.connect((_error, _connection, release) => {
          resolve(caller.getStore());
          release();
        }),
      ),
    );
    caller.run('first', () => first.release());
    expect(await seen).toBe('second');
  } finally {
    await pool.end();
  }
});
