import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { emptyDatabase } from '@foyer/testing/test-database';
import { openTestPool } from '@foyer/testing/test-pool';

/** The seats of a team as the database counts them, also for an administrator in Prisma Studio. */
const pool = openTestPool(2);
let teamId: string;

const setSeats = (seats: number) => pool.query('UPDATE teams SET seat_limit = $1', [seats]);
const invite = (email: string) =>
  pool.query(
    `INSERT INTO team_invitations (team_id, email, code_hash, expires_at)
     VALUES ($1, $2::text, sha256($2::text::bytea), now() + interval '1 day')`,
    [teamId, email],
  );
const JOIN = `INSERT INTO users (email, first_name, last_name, team_id) VALUES ($1, 'Bea', 'Best', $2)`;
const join = (email: string) => pool.query(JOIN, [email, teamId]);
const NO_SEAT = { code: 'SEAT0' };

beforeEach(async () => {
  await emptyDatabase(pool);
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO teams (name, seat_limit) VALUES ('Acme', 3) RETURNING id`,
  );
  teamId = rows[0]!.id;
  await join('ann@acme.test');
});
afterAll(() => pool.end());

describe('a team whose limit was lowered below its members and invitations', () => {
  beforeEach(async () => {
    await invite('bea@acme.test');
    await invite('cem@acme.test');
    await setSeats(2);
  });

  /** Accepts Bea's invitation at the time that a clock says, and makes her a member, in one transaction. */
  async function accept(clock: (now: Date) => Date): Promise<void> {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query<{ now: Date }>('SELECT now()');
      await client.query(`UPDATE team_invitations SET accepted_at = $1 WHERE email = 'bea@acme.test'`, [
        clock(rows[0]!.now),
      ]);
      await client.query(JOIN, ['bea@acme.test', teamId]);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }

  it.each<[string, (now: Date) => Date]>([
    ['the database’s', (now) => now],
    ['one that runs ahead', (now) => new Date(now.getTime() + 1)],
    ['one that is behind', (now) => new Date(now.getTime() - 60_000)],
  ])('lets an invited person in, whichever clock says when: %s', async (_, clock) => {
    for (let times = 0; times < 10; times++) await accept(clock);
  });

  it('lets nobody in by an invitation that was accepted before', async () => {
    await pool.query(`UPDATE team_invitations SET accepted_at = now() WHERE email = 'bea@acme.test'`);
    await invite('dan@acme.test').catch(() => undefined);
    await setSeats(1);
    await expect(join('bea@acme.test')).rejects.toMatchObject(NO_SEAT);
  });
});
