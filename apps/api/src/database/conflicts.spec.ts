import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPrismaClient, Prisma } from '@foyer/db/client';
import { emptyDatabase } from '@foyer/testing/test-database';
import { openTestPool } from '@foyer/testing/test-pool';
import { isSeatLimitError, isUniqueConflict, retryConflicts } from './conflicts.ts';
import { isDatabaseUnavailable } from './is-database-unavailable.ts';

describe('a Postgres error', () => {
  const pool = openTestPool(2);
  const prisma = createPrismaClient(pool);
  beforeEach(() => emptyDatabase(pool));
  afterAll(() => pool.end());

  const waysToRun: [string, (sql: string) => Promise<unknown>][] = [
    ['node-postgres', (sql) => pool.query(sql)],
    ['Prisma', (sql) => prisma.$executeRaw(Prisma.raw(sql))],
    ['a transaction', (sql) => prisma.$transaction((transaction) => transaction.$queryRaw(Prisma.raw(sql)))],
  ];
  const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );
  const raise = (code: string, more = '') =>
    `DO $$ BEGIN RAISE EXCEPTION 'doppelter Schlüsselwert verletzt etwas' USING ERRCODE = '${code}'${more}; END $$`;

  describe.each(waysToRun)('thrown through %s', (_, run) => {
    it('is recognized by its code and constraint, whatever the server’s language', async () => {
      const conflict = await thrownBy(run(raise('23505', `, CONSTRAINT = 'users_email_key'`)));
      expect(isUniqueConflict(conflict, 'teams_owner_id_key', 'users_email_key')).toBe(true);
      expect(isUniqueConflict(conflict, 'teams_owner_id_key')).toBe(false);
      for (const code of ['25006', '53100', '55P03', '57014', '57P01'])
        expect([code, isDatabaseUnavailable(await thrownBy(run(raise(code))))]).toEqual([code, true]);
      expect(isDatabaseUnavailable(conflict)).toBe(false);
    });

    it.each(['40001', '40P01'])('causes a retry with code %s, and none with code 23505', async (code) => {
      const tries = (thrown: string) => {
        let count = 0;
        return retryConflicts(async () => {
          if (++count < 3) await run(raise(thrown));
          return count;
        });
      };
      expect(await tries(code)).toBe(3);
      await expect(tries('23505')).rejects.toThrow('verletzt');
    });

    it('is recognized as a seat-limit error, unlike another check violation', async () => {
      await pool.query(`INSERT INTO teams (id, name, seat_limit) VALUES (gen_random_uuid(), 'Full', 0)`);
      const join = `INSERT INTO users (email, first_name, last_name, team_id) SELECT 'a@example.com', 'A', 'B', id FROM teams`;
      expect(isSeatLimitError(await thrownBy(run(join)))).toBe(true);
      expect(isSeatLimitError(await thrownBy(run(raise('23514'))))).toBe(false);
    });
  });

  it('is recognized when a call of a Prisma model throws it', async () => {
    const team = await prisma.team.create({ data: { name: 'One' } });
    const error = await thrownBy(prisma.team.create({ data: { id: team.id, name: 'Two' } }));
    expect(isUniqueConflict(error, 'teams_pkey')).toBe(true);
  });

  it('is not confused with a network error, which only means that the database is unavailable', () => {
    expect(isUniqueConflict(Object.assign(new Error('x'), { code: 'EPIPE' }), 'users_email_key')).toBe(false);
    expect(isDatabaseUnavailable(Object.assign(new Error('x'), { code: 'EPIPE' }))).toBe(true);
  });
});
