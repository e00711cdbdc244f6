import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Db } from '@foyer/db/client';
import { typedSql } from '@foyer/db/typed-sql';
import { emptyDatabase } from '@foyer/testing/test-database';
import { openTestPool } from '@foyer/testing/test-pool';
import { inTransaction } from './in-transaction.ts';

describe('a transaction on the pool', () => {
  // With one connection, code that takes a second one inside the transaction would wait forever.
  const pool = openTestPool(1);
  beforeEach(() => emptyDatabase(pool));
  afterAll(() => pool.end());

  const take = (db: Db, name: string) =>
    typedSql(db)
      .insertInto('mailLimits')
      .values({ subject: 'a@example.com', name, emptyAt: new Date() })
      .returning('name')
      .executeTakeFirstOrThrow();
  const taken = async () =>
    (await typedSql(pool).selectFrom('mailLimits').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    );

  it('commits all its changes, and returns the callback’s result', async () => {
    const given = await inTransaction(pool, async (db) => {
      await take(db, 'one');
      return take(db, 'two');
    });
    expect([given, await taken()]).toEqual([{ name: 'two' }, ['one', 'two']]);
  });

  it.each([
    ['an error', () => Promise.reject(new Error('undone')), 'undone'],
    ['a failed statement', (db: Db) => take(db, 'one'), 'mail_limits_pkey'],
  ])('is rolled back after %s, and releases its connection', async (_, fail, message) => {
    const undone = inTransaction(pool, async (db) => {
      await take(db, 'one');
      await fail(db);
    });
    await expect(undone).rejects.toThrow(message);
    expect(await taken()).toEqual([]);
  });

  it('discards a broken connection, so that the next transaction works', async () => {
    const broken = inTransaction(pool, (db) => db.query('SELECT pg_terminate_backend(pg_backend_pid())'));
    await expect(broken).rejects.toThrow();
    await inTransaction(pool, (db) => take(db, 'one'));
    expect(await taken()).toEqual(['one']);
  });
});
