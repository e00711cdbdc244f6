import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUp, signUpOwner } from '../../test-support/test-accounts.ts';
import { TestApi } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD } from '../../test-support/test-bodies.ts';
import { erasureOf } from '@foyer/db/erasures';
import { EraseAccountsService } from './erase-accounts.service.ts';

const ADA = 'ada@example.com';
const LIMIT = 365;

describe('an account that nobody uses', () => {
  let api: TestApi;
  let replica: TestApi;
  beforeAll(async () => {
    const limit = { INACTIVE_ACCOUNT_DAYS: String(LIMIT) };
    [api, replica] = await Promise.all([TestApi.start(limit), TestApi.start(limit)]);
  });
  afterAll(() => Promise.all([api.stop(), replica.stop()]));
  beforeEach(async () => {
    await api.empty();
    await signUp(api, ADA);
  });

  const night = (at = api) => at.service(EraseAccountsService).run();
  /** The rest of the database stays as it is. */
  const letPass = (days: number) =>
    api.pool.query(
      `WITH gone AS (SELECT make_interval(days => ${days}) AS time),
            told AS (UPDATE inactive_accounts SET first_mail_at = first_mail_at - time, second_mail_at = second_mail_at - time FROM gone)
       UPDATE users SET last_active_at = last_active_at - time FROM gone`,
    );
  const logIn = async (at = api) =>
    (await at.visit()).post('/login', { email: ADA, password: GOOD_PASSWORD });
  const mails = async () =>
    (await api.queuedMails())
      .filter(({ to, kind }) => to === ADA && /^account-(?:inactive|erased)$/.test(kind))
      .map(({ kind, content }) => ({ kind, ...content }));
  const isThere = async (email = ADA) => (await api.prisma.user.count({ where: { email } })) === 1;
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const told = (isLast: boolean, days: number) => ({
    kind: 'account-inactive',
    firstName: 'Ada',
    erasedOn: expect.stringContaining(inDays(days)),
    isLast,
  });

  it('is told 30 days and 7 days before, and erased with a last mail', async () => {
    const { id } = await api.prisma.user.findUniqueOrThrow({ where: { email: ADA } });
    await letPass(LIMIT - 31);
    await night();
    expect(await mails()).toEqual([]);
    await letPass(1);
    await night();
    await night();
    expect(await mails()).toEqual([told(false, 30)]);
    await letPass(22);
    await night();
    expect(await mails()).toHaveLength(1);
    await letPass(1);
    await night();
    await night();
    expect((await mails()).slice(1)).toEqual([told(true, 7)]);
    await letPass(6);
    await night();
    expect(await isThere()).toBe(true);
    await letPass(1);
    await night();
    expect(await isThere()).toBe(false);
    expect(await mails()).toEqual([{ kind: 'account-erased', firstName: 'Ada', isInactive: true }]);
    const erased = await api.prisma.erasure.findMany();
    expect(erased.map(({ idHash }) => Buffer.from(idHash).toString('hex'))).toContain(erasureOf(id));
  });

  it('has its 30 days from the first mail, however long it was not used before', async () => {
    await letPass(10 * LIMIT);
    await night();
    await night();
    expect(await mails()).toEqual([told(false, 30)]);
    await letPass(23);
    await night();
    expect((await mails()).at(-1)).toEqual(told(true, 7));
    await letPass(6);
    await night();
    expect(await isThere()).toBe(true);
  });

  it.each([
    ['after the first mail', 24, 0],
    ['after the last', 24, 6],
  ])('is kept by a login %s, and told anew when its time has come again', async (_when, days, more) => {
    await letPass(LIMIT - 30);
    await night();
    await letPass(days);
    await night();
    await letPass(more);
    expect((await logIn()).status).toBe(200);
    await letPass(40);
    await night();
    expect([await isThere(), await api.prisma.inactiveAccount.count()]).toEqual([true, 0]);
    await letPass(LIMIT);
    await night();
    expect((await mails()).at(-1)).toEqual(told(false, 30));
    expect(await isThere()).toBe(true);
  });

  it('is in use while an app works for its person', async () => {
    await letPass(LIMIT - 30);
    await night();
    const { id: userId } = await api.prisma.user.findUniqueOrThrow({ where: { email: ADA } });
    const client = {
      clientId: 'planner',
      name: 'Planner',
      redirectUris: ['https://app.test/'],
      scopes: ['profile'],
    };
    const { id: clientId } = await api.prisma.oAuthClient.create({ data: client });
    const times = { expiresAt: new Date(Date.now() + 86_400_000), lastUsedAt: new Date() };
    await api.prisma.oAuthGrant.create({ data: { clientId, userId, scopes: [], ...times } });
    await night();
    expect(await api.prisma.inactiveAccount.count()).toBe(0);
  });

  it.each([
    ['of a team that has PRO', `UPDATE teams SET plan = 'pro'`],
    [
      'of a team whose payment is being tried again',
      `INSERT INTO subscriptions (team_id, stripe_customer_id, status) SELECT id, 'cus_1', 'past_due' FROM teams`,
    ],
    ['that was shut out', 'UPDATE users SET deactivated_at = now()'],
    ['whose person is leaving', 'UPDATE users SET leaving_at = now()'],
  ])('is neither told nor erased if it is one %s, though it was told before', async (_whose, change) => {
    await letPass(LIMIT);
    await night();
    await letPass(23);
    await night();
    await api.pool.query(change);
    await letPass(8);
    await night();
    expect([await isThere(), await api.prisma.inactiveAccount.count()]).toEqual([true, 0]);
  });

  it('is not that of the owner of a team with others, who would be left without one', async () => {
    await signUpOwner(api, 'boss@example.com', 3);
    const { id: teamId } = await api.prisma.team.findFirstOrThrow({
      where: { owner: { email: 'boss@example.com' } },
    });
    const milo = { email: 'milo@example.com', firstName: 'Milo', lastName: 'Member', teamId };
    await api.prisma.user.create({ data: milo });
    for (const days of [LIMIT, 23, 7]) {
      await letPass(days);
      await night();
    }
    expect([await isThere('boss@example.com'), await isThere('milo@example.com')]).toEqual([true, false]);
    // Alone in it now.
    for (const days of [30, 23, 7]) {
      await letPass(days);
      await night();
    }
    expect(await isThere('boss@example.com')).toBe(false);
  });

  it('stays, and all that was told is forgotten, once there is no limit any more', async () => {
    await letPass(LIMIT);
    await night();
    const unlimited = await TestApi.start();
    try {
      await letPass(LIMIT);
      await night(unlimited);
      expect([await isThere(), await api.prisma.inactiveAccount.count()]).toEqual([true, 0]);
    } finally {
      await unlimited.stop();
    }
  });

  it('is told once by replicas that work at the same time', async () => {
    await letPass(LIMIT);
    await Promise.all([night(), night(replica), night(), night(replica)]);
    expect(await mails()).toHaveLength(1);
    await letPass(23);
    await Promise.all([night(), night(replica), night(), night(replica)]);
    expect(await mails()).toHaveLength(2);
  });

  it('is either used or erased when both happen at once', async () => {
    for (const days of [LIMIT, 23]) {
      await letPass(days);
      await night();
    }
    await letPass(7);
    const [login] = await Promise.all([logIn(replica), night(), night(replica)]);
    expect(await isThere()).toBe(login.status === 200);
    expect(await api.prisma.user.count()).toBe(login.status === 200 ? 1 : 0);
  });

  it('notes a login without waiting for who holds the person', async () => {
    await letPass(3);
    const client = await api.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM users FOR NO KEY UPDATE');
      const { rows } = await api.pool.query<{ id: string }>('SELECT id FROM users');
      const row = { tokenHash: new Uint8Array(32), userId: rows[0]?.id ?? '', expiresAt: new Date() };
      await api.prisma.session.create({ data: row });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    expect((await logIn()).status).toBe(200);
    const { rows: noted } = await api.pool.query(
      `SELECT FROM users WHERE last_active_at > now() - interval '1 hour'`,
    );
    expect(noted).toHaveLength(1);
  });
});
