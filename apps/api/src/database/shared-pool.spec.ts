import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it } from '@jest/globals';
import { createPool } from '@foyer/db/client';
import { testDatabaseUrl } from '@foyer/testing/test-database';

it.each([
  ['their kind’s share', 1],
  ['a connection', 2],
])('who waited for %s goes on in their own context', async (_what, most) => {
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
