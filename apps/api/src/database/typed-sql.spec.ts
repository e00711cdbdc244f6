import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPrismaClient } from '@foyer/db/client';
import { prepare } from '@foyer/db/prepare';
import { insertSelected } from '@foyer/db/insert-selected';
import { ago, ahead, detached, now, typedSql } from '@foyer/db/typed-sql';
import { emptyDatabase } from '@foyer/testing/test-database';
import { openTestPool } from '@foyer/testing/test-pool';

describe('typedSql', () => {
  const pool = openTestPool(2);
  const prisma = createPrismaClient(pool);
  beforeEach(() => emptyDatabase(pool));
  afterAll(() => pool.end());

  const link = (tokenHash: Uint8Array<ArrayBuffer>) =>
    ({
      purpose: 'create_password',
      email: 'a@example.com',
      tokenHash,
      expiresAt: ahead({ hours: 1 }),
    }) as const;
  const newHash = () => new Uint8Array(randomBytes(32));

  it('returns rows with the types of the schema, on the pool and in a transaction', async () => {
    const tokenHash = newHash();
    await typedSql(pool).insertInto('oneTimeLinks').values(link(tokenHash)).execute();
    const read = (place: Parameters<typeof typedSql>[0]) =>
      typedSql(place)
        .selectFrom('oneTimeLinks')
        .select(['tokenHash', 'usedAt', 'expiresAt'])
        .select((row) => row('expiresAt', '>', now()).as('isLive'))
        .where('tokenHash', '=', tokenHash)
        .executeTakeFirstOrThrow();
    for (const row of [await read(pool), await prisma.$transaction((transaction) => read(transaction))]) {
      expect({ ...row, tokenHash: new Uint8Array(row.tokenHash) }).toEqual({
        tokenHash,
        usedAt: null,
        isLive: true,
        expiresAt: expect.any(Date),
      });
    }
  });

  it('counts changed rows, and its changes are rolled back with the transaction', async () => {
    const tokenHash = newHash();
    await typedSql(pool).insertInto('oneTimeLinks').values(link(tokenHash)).execute();
    const spend = (place: Parameters<typeof typedSql>[0]) =>
      typedSql(place)
        .updateTable('oneTimeLinks')
        .set({ usedAt: now() })
        .where('tokenHash', '=', tokenHash)
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', ago({ minutes: 1 }))
        .executeTakeFirst();
    const undone = prisma.$transaction(async (transaction) => {
      expect(await spend(transaction)).toEqual(expect.objectContaining({ numUpdatedRows: 1n }));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await spend(pool)).toEqual(expect.objectContaining({ numUpdatedRows: 1n }));
    expect(await spend(pool)).toEqual(expect.objectContaining({ numUpdatedRows: 0n }));
  });

  it('runs a prepared statement with new values each time', async () => {
    const find = prepare<{ email: string }>()((database, given) =>
      database.selectFrom('oneTimeLinks').select('email').where('email', '=', given('email')),
    );
    await typedSql(pool).insertInto('oneTimeLinks').values(link(newHash())).execute();
    expect(await find(typedSql(pool), { email: 'a@example.com' })).toEqual([{ email: 'a@example.com' }]);
    expect(await find(typedSql(pool), { email: 'b@example.com' })).toEqual([]);
  });

  it('inserts selected columns by name, in any order', async () => {
    await insertSelected(typedSql(pool).insertInto('mailLimits'), () =>
      detached.selectNoFrom((row) => [
        row.val('sign-up').as('name'),
        row.val('a@example.com').as('subject'),
        now().as('emptyAt'),
      ]),
    ).execute();
    expect(await prisma.mailLimit.findFirst()).toMatchObject({ subject: 'a@example.com', name: 'sign-up' });
  });

  it('starts no transaction of its own, and names prisma.$transaction instead', async () => {
    await expect(
      typedSql(pool)
        .transaction()
        .execute(() => Promise.resolve()),
    ).rejects.toThrow('prisma.$transaction');
  });

  it('does not compile with names, types or missing columns that contradict the schema', () => {
    const database = typedSql(pool);
    const nameOf = (name: string) => detached.selectNoFrom((row) => row.val(name).as('name'));
    const twoColumns = () =>
      detached.selectNoFrom((row) => [row.val('a.test').as('domain'), row.val('b').as('owner')]);
    const numbers = () =>
      detached.selectNoFrom((row) => [row.lit(1).as('subject'), row.val('sign-up').as('name')]);
    // @ts-expect-error -- no such column
    database.selectFrom('users').select('fullName');
    // @ts-expect-error -- no such table
    database.selectFrom('persons');
    // @ts-expect-error -- a time, not a text
    database.updateTable('users').set({ deactivatedAt: 'yesterday' });
    // @ts-expect-error -- a required column is missing
    database.insertInto('users').values({ email: 'a@example.com' });
    // @ts-expect-error -- not a value of the enum
    database.selectFrom('oneTimeLinks').selectAll().where('purpose', '=', 'party');
    // @ts-expect-error -- a required column is not selected
    void (() => insertSelected(database.insertInto('mailLimits'), () => nameOf('sign-up')));
    // @ts-expect-error -- a number, not a text
    void (() => insertSelected(database.insertInto('mailLimits'), () => numbers()));
    // @ts-expect-error -- no such column
    void (() => insertSelected(database.insertInto('publicMailDomains'), () => twoColumns()));
    expect.assertions(0);
  });
});
