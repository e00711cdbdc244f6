import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { emptyDatabase } from '@foyer/testing/test-database';
import { openTestPool } from '@foyer/testing/test-pool';

/** Invariants of a team that the database enforces for all clients, such as Prisma Studio. */
const pool = openTestPool(2);
let teamId: string;
let annId: string;

const idOf = async (sql: string, ...values: unknown[]): Promise<string> =>
  (await pool.query<{ id: string }>(`${sql} RETURNING id`, values)).rows[0]!.id;
const addTeam = (name: string) => idOf('INSERT INTO teams (name, seat_limit) VALUES ($1, 3)', name);
const setSeats = (seats: number) => pool.query('UPDATE teams SET seat_limit = $1', [seats]);
const invite = (email: string) =>
  pool.query(
    `INSERT INTO team_invitations (team_id, email, expires_at) VALUES ($1, $2, now() + interval '1 day')`,
    [teamId, email],
  );
const JOIN = `INSERT INTO users (email, first_name, last_name, team_id) VALUES ($1, 'Bea', 'Best', $2)`;
const join = (email: string) => idOf(JOIN, email, teamId);
const NO_SEAT = { code: 'SEAT0' };

beforeEach(async () => {
  await emptyDatabase(pool);
  teamId = await addTeam('Acme');
  annId = await join('ann@acme.test');
});
afterAll(() => pool.end());

describe('a team whose seat limit was lowered below its members and invitations', () => {
  beforeEach(async () => {
    await invite('bea@acme.test');
    await invite('cem@acme.test');
    await setSeats(2);
  });

  /**
   * Accepts Bea's invitation at the time that `clock` returns and makes her a member, in a transaction that is rolled
   * back.
   */
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
    ['the database’s clock', (now) => now],
    ['a clock that is ahead', (now) => new Date(now.getTime() + 1)],
    ['a clock that is behind', (now) => new Date(now.getTime() - 60_000)],
  ])('admits an invited user, with the time of acceptance from %s', async (_, clock) => {
    // A check that compares `accepted_at` with `now()` would fail in half of the tries, because of rounding.
    for (let times = 0; times < 10; times++) await accept(clock);
  });

  it('admits no one by an invitation that was already accepted', async () => {
    await pool.query(`UPDATE team_invitations SET accepted_at = now() WHERE email = 'bea@acme.test'`);
    await expect(join('bea@acme.test')).rejects.toMatchObject(NO_SEAT);
  });

  it('keeps its invitations, which can still be extended', async () => {
    await pool.query(`UPDATE team_invitations SET expires_at = now() + interval '7 days'`);
  });
});

describe('a full team', () => {
  it.each([
    ['was revoked', 'revoked_at = now()', 'revoked_at = NULL'],
    ['was accepted', 'accepted_at = now()', 'accepted_at = NULL'],
    ['has expired', `expires_at = now() - interval '1 second'`, `expires_at = now() + interval '1 day'`],
    [
      'expires in 50 seconds',
      `expires_at = now() + interval '50 seconds'`,
      `expires_at = now() + interval '1 day'`,
    ],
    [
      'was moved to another team',
      `team_id = (SELECT id FROM teams WHERE name = 'Other')`,
      `team_id = (SELECT id FROM teams WHERE name = 'Acme')`,
    ],
  ])('has no seat to restore or extend an invitation that %s', async (_, end, bringBack) => {
    await addTeam('Other');
    await invite('bea@acme.test');
    await pool.query(`UPDATE team_invitations SET ${end}`);
    await setSeats(1);
    const bring = () => pool.query(`UPDATE team_invitations SET ${bringBack}`);
    await expect(bring()).rejects.toMatchObject(NO_SEAT);
    await setSeats(2);
    await bring();
  });

  it('admits no user from another team, and reactivates no deactivated user', async () => {
    const cemId = await idOf(JOIN, 'cem@acme.test', await addTeam('Other'));
    await join('bea@acme.test');
    await pool.query('UPDATE users SET deactivated_at = now() WHERE id <> $1', [annId]);
    await setSeats(1);
    const back = pool.query('UPDATE users SET deactivated_at = NULL WHERE team_id = $1', [teamId]);
    await expect(back).rejects.toMatchObject(NO_SEAT);
    await pool.query('UPDATE users SET deactivated_at = NULL WHERE id = $1', [cemId]);
    const move = pool.query('UPDATE users SET team_id = $1 WHERE id = $2', [teamId, cemId]);
    await expect(move).rejects.toMatchObject(NO_SEAT);
  });
});

describe('the owner of a team', () => {
  const OWNER_RULE = 'the owner of a team must be one of its members';
  const setOwner = (owner: string | null) =>
    pool.query('UPDATE teams SET owner_id = $1 WHERE id = $2', [owner, teamId]);
  const move = async (team: string) =>
    pool.query('UPDATE users SET team_id = $1 WHERE id = $2', [team, annId]);

  it('must be one of its members, and cannot move to another team', async () => {
    const stranger = await idOf(JOIN, 'sam@other.test', await addTeam('Other'));
    await expect(setOwner(stranger)).rejects.toThrow(OWNER_RULE);
    await setOwner(annId);
    await expect(move(await addTeam('Own'))).rejects.toThrow(OWNER_RULE);
  });

  it('cannot be deleted while they own the team', async () => {
    await setOwner(annId);
    const remove = () => pool.query('DELETE FROM users WHERE id = $1', [annId]);
    await expect(remove()).rejects.toThrow('owns the team');
    await setOwner(null);
    await remove();
  });

  it('can move to another team and become its owner in one transaction', async () => {
    const other = await addTeam('Other');
    await setOwner(annId);
    await pool.query(`BEGIN; UPDATE users SET team_id = '${other}' WHERE id = '${annId}';
                      UPDATE teams SET owner_id = NULL WHERE id = '${teamId}';
                      UPDATE teams SET owner_id = '${annId}' WHERE id = '${other}'; COMMIT`);
  });

  it('is still a member after concurrent changes of owner and membership, ten times', async () => {
    const other = await addTeam('Other');
    for (let round = 0; round < 10; round++) {
      await Promise.allSettled([setOwner(annId), move(other)]);
      const { rows } = await pool.query(
        'SELECT FROM teams t JOIN users u ON u.id = t.owner_id WHERE u.team_id <> t.id',
      );
      expect([round, rows.length]).toEqual([round, 0]);
      await setOwner(null);
      await move(teamId);
    }
  });
});
