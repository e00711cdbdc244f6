import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPrismaClient } from '@foyer/db/client';
import { erasureOf } from '@foyer/db/erasures';
import { BILLING_END_QUEUE } from '@foyer/mail/queues';
import { runCommand } from '@foyer/testing/run-command';
import { emptyDatabase, testDatabaseUrl } from '@foyer/testing/test-database';
import { openTestPool } from '@foyer/testing/test-pool';
import { ROOT } from '@foyer/tools/paths';
import { projectEnvironment } from '@foyer/tools/project-environment';

const pool = openTestPool(2);
const prisma = createPrismaClient(pool);
const folder = mkdtempSync(join(tmpdir(), 'erasures-'));
const file = join(folder, 'kept.txt');
const ADA = 'ada@example.com';
const BOB = 'bob@example.com';
const WEEK = new Date(Date.now() + 7 * 86_400_000);

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await pool.end();
});

const FILE = 'apps/operate/src/operate.ts';
const operate = (args: string[]) => runCommand(FILE, args, { DATABASE_URL: testDatabaseUrl() });

async function bringBackUser(id: string, email: string): Promise<void> {
  const { id: teamId } = await prisma.team.create({ data: { name: `Team of ${email}` } });
  await prisma.user.create({ data: { id, email, firstName: 'Ada', lastName: 'L', teamId } });
  await prisma.team.update({ where: { id: teamId }, data: { ownerId: id } });
}
const emails = async () =>
  (await prisma.user.findMany({ orderBy: { email: 'asc' } })).map(({ email }) => email);
const idOf = async (email: string) => (await prisma.user.findUniqueOrThrow({ where: { email } })).id;
const newId = async () => (await pool.query<{ id: string }>('SELECT uuid_v7() AS id')).rows[0]!.id;

describe('erasures that a restore has undone', () => {
  beforeEach(async () => {
    await emptyDatabase(pool);
    await bringBackUser(await newId(), ADA);
    await bringBackUser(await newId(), BOB);
  });

  it('are repeated from an external list, for the listed persons only', async () => {
    const id = await idOf(ADA);
    expect((await operate(['erase-user', ADA])).status).toBe(0);
    const { stdout } = await operate(['list-erasures']);
    expect(stdout).toContain(erasureOf(id));
    expect(stdout).not.toMatch(new RegExp(`${id}|${ADA}`));
    writeFileSync(file, stdout);
    // The backup is older than the erasure, so its list does not contain the erasure.
    await pool.query('DELETE FROM erasures');
    await bringBackUser(id, ADA);
    expect(await operate(['repeat-erasures', file])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('1 restored person(s) are erased again.'),
    });
    expect(await emails()).toEqual([BOB]);
    expect((await operate(['repeat-erasures', file])).stdout).toContain('0 restored person(s) are erased');
    expect((await operate(['list-erasures'])).stdout).toContain(erasureOf(id));
  });

  it('are repeated from the list in the restored database', async () => {
    const id = await idOf(ADA);
    expect((await operate(['erase-user', ADA])).status).toBe(0);
    await bringBackUser(id, ADA);
    expect((await operate(['repeat-erasures'])).stdout).toContain('1 restored person(s) are erased again.');
    expect(await emails()).toEqual([BOB]);
  });

  it('are repeated from the lines of a log on standard input', async () => {
    const id = await idOf(ADA);
    const line = { level: 'info', erasures: [erasureOf(id)], apps: [], msg: 'a person was erased' };
    const outcome = spawnSync('node', [FILE, 'repeat-erasures', '-'], {
      cwd: ROOT,
      env: projectEnvironment({ DATABASE_URL: testDatabaseUrl() }),
      encoding: 'utf8',
      input: `not json\n${JSON.stringify(line)}\n`,
    });
    expect(outcome.stdout).toContain('1 restored person(s) are erased again.');
    expect(await emails()).toEqual([BOB]);
  });

  it('are repeated for a person without an account, but not for a later account with the address', async () => {
    const later = { expiresAt: WEEK };
    const team = await prisma.team.create({ data: { name: 'Other', seatLimit: 9 } });
    const invite = async (email: string) =>
      (await prisma.teamInvitation.create({ data: { teamId: team.id, email, ...later } })).id;
    const erased = [await invite('cleo@example.com'), await invite(BOB)];
    writeFileSync(file, erased.map(erasureOf).join('\n'));
    expect(await operate(['repeat-erasures', file])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${BOB}: The address now belongs to another account`),
    });
    expect((await prisma.teamInvitation.findMany()).map(({ email }) => email)).toEqual([BOB]);
    expect(await emails()).toEqual([ADA, BOB]);
  });

  it('are repeated for every address of a person, but do not delete later rows of the address', async () => {
    const former = 'a.former@example.com';
    const invitationId = await newId();
    const id = await idOf(ADA);
    const team = await prisma.team.create({ data: { name: 'Other', seatLimit: 9 } });
    const invite = (createdAt: Date, more = {}) =>
      prisma.teamInvitation.create({
        data: { teamId: team.id, email: former, createdAt, revokedAt: createdAt, expiresAt: WEEK, ...more },
      });
    const backUp = async () => {
      await prisma.formerAddress.create({ data: { userId: id, email: former } });
      await invite(new Date(Date.now() - 86_400_000), { id: invitationId });
      return invite(WEEK);
    };
    await backUp();
    const { stdout } = await operate(['erase-user', ADA]);
    const kept = stdout.match(/\b[\da-f]{64}\b/g) ?? [];
    expect(kept).toHaveLength(2);
    writeFileSync(file, kept.join('\n'));
    await pool.query('DELETE FROM erasures; DELETE FROM team_invitations');
    await bringBackUser(id, ADA);
    const later = await backUp();
    expect(await operate(['repeat-erasures', file])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('1 restored person(s) are erased again.'),
    });
    expect(await emails()).toEqual([BOB]);
    expect(await prisma.teamInvitation.findMany()).toMatchObject([{ id: later.id }]);
  });

  it('continue when one erasure is not possible, and report it', async () => {
    const [ada, bob] = [await idOf(ADA), await idOf(BOB)];
    const { teamId } = await prisma.user.findUniqueOrThrow({ where: { id: ada } });
    await prisma.subscription.create({ data: { teamId, stripeCustomerId: 'cus_1', status: 'active' } });
    writeFileSync(file, [ada, bob].map(erasureOf).join('\n'));
    expect(await operate(['repeat-erasures', file])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /1 restored person\(s\) are erased[^]*ada@example\.com: The plan of the user’s team/,
      ),
    });
    expect(await emails()).toEqual([ADA]);
  });

  it('enqueue the end of each team’s billing at the card provider', async () => {
    const ids = [await idOf(ADA), await idOf(BOB)];
    for (const [number, { id: teamId }] of (await prisma.team.findMany()).entries())
      await prisma.subscription.create({
        data: { teamId, stripeCustomerId: `cus_${number}`, status: 'canceled' },
      });
    writeFileSync(file, ids.map(erasureOf).join('\n'));
    expect(await operate(['repeat-erasures', file])).toMatchObject({ status: 0 });
    const { rows } = await pool.query<{ customer: string }>(
      `SELECT data->>'stripeCustomerId' AS customer FROM pgboss.job WHERE name = $1 ORDER BY 1`,
      [BILLING_END_QUEUE],
    );
    expect(rows.map(({ customer }) => customer)).toEqual(['cus_0', 'cus_1']);
  });

  it('need a file that can be read', async () => {
    expect(await operate(['repeat-erasures', join(folder, 'none')])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('cannot be read'),
    });
  });
});
