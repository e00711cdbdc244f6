import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD, passwordBody } from '../../test-support/test-bodies.ts';
import { mintToken } from '../../request/secret-token.ts';

const ADA = 'ada@example.com';
const EVE = 'eve@example.com';
const OTHER_PASSWORD = 'Another-Good-One-9!';

describe('the lockout in known and unknown browsers', () => {
  let replicas: TestApi[];
  let api: TestApi;
  let usual: Visitor;
  let stranger: Visitor;
  let device: string;
  beforeAll(async () => {
    replicas = await Promise.all([TestApi.start(), TestApi.start()]);
    [api] = replicas as [TestApi];
  });
  afterAll(() => Promise.all(replicas.map((replica) => replica.stop())));
  beforeEach(async () => {
    await api.empty();
    await signUp(api, ADA);
    await signUp(api, EVE);
    usual = await api.visit();
    stranger = await api.visit();
    device = await logIn(usual);
    await usual.post('/logout', {});
    await usual.refreshCsrfToken();
  });

  async function logIn(visitor: Visitor, email = ADA, password = GOOD_PASSWORD): Promise<string> {
    const reply = await visitor.post('/login', { email, password });
    expect(reply.status).toBe(200);
    await visitor.refreshCsrfToken();
    return /device=([\w-]{43})/.exec(String(reply.headers['set-cookie']))?.[1] ?? 'none';
  }
  const statusOf = async (visitor: Visitor, password: string, email = ADA) => {
    const { status } = await visitor.postUntilChecked('/login', { email, password });
    if (status === 200) await visitor.refreshCsrfToken();
    return status;
  };
  async function fiveWrong(visitor: Visitor, email = ADA): Promise<void> {
    for (let tries = 0; tries < 4; tries++) expect(await statusOf(visitor, 'wrong', email)).toBe(401);
    expect(await statusOf(visitor, 'wrong', email)).toBe(423);
  }
  async function browserWith(cookie: string, replica = 0): Promise<Visitor> {
    const visitor = await (replicas[replica] as TestApi).visit();
    visitor.agent.jar.setCookie(`device=${cookie}; path=/`, '127.0.0.1', '/');
    return visitor;
  }

  it('does not affect a known browser if a stranger causes it [asvs 6.3.1]', async () => {
    await fiveWrong(stranger);
    expect(await statusOf(stranger, GOOD_PASSWORD)).toBe(423);
    expect(await statusOf(usual, GOOD_PASSWORD)).toBe(200);
  });

  it('is neither delayed nor lifted for a stranger by a login in the known browser', async () => {
    for (let tries = 0; tries < 4; tries++) expect(await statusOf(stranger, 'wrong')).toBe(401);
    expect(await statusOf(usual, GOOD_PASSWORD)).toBe(200);
    expect(await statusOf(stranger, 'wrong')).toBe(423);
    expect(await statusOf(stranger, GOOD_PASSWORD)).toBe(423);
    expect(await statusOf(usual, GOOD_PASSWORD)).toBe(200);
    expect(await statusOf(stranger, GOOD_PASSWORD)).toBe(423);
  });

  it('applies only to the known browser if wrong passwords are entered there', async () => {
    await fiveWrong(usual);
    expect(await statusOf(usual, GOOD_PASSWORD)).toBe(423);
    expect(await statusOf(stranger, GOOD_PASSWORD)).toBe(200);
    expect(await statusOf(usual, GOOD_PASSWORD)).toBe(423);
    const locked = (await api.queuedMails()).filter(({ kind }) => kind === 'account-locked');
    expect(locked).toMatchObject([{ to: ADA }]);
  });

  it('has the same response with and without an account, and with a missing or forged cookie', async () => {
    const shapes: unknown[] = [];
    for (const email of [ADA, 'nobody@example.com'])
      for (const visitor of [stranger, await browserWith(mintToken()), await browserWith(device.slice(1))]) {
        if (visitor === stranger) await fiveWrong(visitor, email);
        const { status, body } = await visitor.post('/login', { email, password: 'wrong' });
        shapes.push([status, Object.keys(body as object), (body as { message: string }).message]);
      }
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);
    expect(shapes[0]).toEqual([423, ['code', 'message', 'lockedForMs'], 'userAccountLockedOut']);
  });

  it.each([
    ['is invented', () => Promise.resolve(mintToken())],
    ['belongs to another account', async () => logIn(await api.visit(), EVE)],
  ])('is not bypassed by a device cookie that %s', async (_name, forge) => {
    const thief = await browserWith(await forge());
    for (let tries = 0; tries < 2; tries++) expect(await statusOf(stranger, 'wrong')).toBe(401);
    for (let tries = 0; tries < 2; tries++) expect(await statusOf(thief, 'wrong')).toBe(401);
    for (const visitor of [thief, thief, stranger]) expect(await statusOf(visitor, 'wrong')).toBe(423);
    expect(await api.prisma.lockout.findMany()).toMatchObject([{ subject: ADA }]);
  });

  it('is not bypassed by a stolen device cookie, at the same or at another address', async () => {
    const thief = await browserWith(device);
    await fiveWrong(stranger, EVE);
    expect(await statusOf(thief, GOOD_PASSWORD, EVE)).toBe(423);
    await fiveWrong(thief);
    expect(await statusOf(thief, GOOD_PASSWORD)).toBe(423);
    expect(await statusOf(await browserWith(device, 1), GOOD_PASSWORD)).toBe(423);
  });

  it('starts with the fifth of 200 concurrent wrong passwords of strangers, over two replicas', async () => {
    const strangers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => (replicas[n % 2] as TestApi).visit()),
    );
    const statuses = await Promise.all(strangers.map((one, n) => statusOf(one, `wrong-${n}`)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(4);
    expect(statuses.filter((status) => status === 423)).toHaveLength(196);
    expect(await api.prisma.auditEvent.count({ where: { action: 'login', outcome: 'Unauthorized' } })).toBe(
      5,
    );
  });

  it('is not caused by 50 concurrent correct passwords from 50 browsers', async () => {
    const browsers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (replicas[n % 2] as TestApi).visit()),
    );
    expect(await Promise.all(browsers.map((one) => statusOf(one, GOOD_PASSWORD)))).toEqual(
      browsers.map(() => 200),
    );
    expect(await api.prisma.lockout.count()).toBe(0);
  });

  it('starts with the fifth of 200 concurrent wrong passwords of a known browser, over two replicas', async () => {
    const thieves = await Promise.all(Array.from({ length: 200 }, (_, n) => browserWith(device, n % 2)));
    const statuses = await Promise.all(thieves.map((thief, n) => statusOf(thief, `wrong-${n}`)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(4);
    expect(statuses.filter((status) => status === 423)).toHaveLength(196);
    expect(await api.prisma.lockout.count({ where: { subject: ADA } })).toBe(0);
  });

  it('is not caused by 50 concurrent correct passwords from one known browser', async () => {
    const tabs = await Promise.all(Array.from({ length: 50 }, (_, n) => browserWith(device, n % 2)));
    expect(await Promise.all(tabs.map((tab) => statusOf(tab, GOOD_PASSWORD)))).toEqual(tabs.map(() => 200));
    expect(await api.prisma.lockout.count()).toBe(0);
  });

  it('ends everywhere after a password reset, which makes earlier device cookies unknown', async () => {
    await fiveWrong(stranger);
    await fiveWrong(usual);
    await stranger.post('/forgot-password', { email: ADA });
    const link = `/reset-password?resetToken=${await api.mailedToken(ADA, 'reset-password')}`;
    expect((await stranger.post(link, passwordBody(OTHER_PASSWORD))).status).toBe(200);
    await stranger.refreshCsrfToken();
    expect(await statusOf(usual, OTHER_PASSWORD)).toBe(200);
    const thief = await browserWith(device);
    await fiveWrong(thief);
    expect(await statusOf(stranger, OTHER_PASSWORD)).toBe(423);
    expect(await statusOf(usual, OTHER_PASSWORD)).toBe(200);
  });

  it('does not prevent a password change in the known browser, which has its own count', async () => {
    await fiveWrong(stranger);
    await logIn(usual);
    const change = (password: string) =>
      usual.post('/settings/security/password', {
        current_password: password,
        ...passwordBody(OTHER_PASSWORD),
      });
    expect((await change('wrong')).status).toBe(400);
    expect(await api.prisma.lockout.findMany({ where: { subject: { not: ADA } } })).toMatchObject([
      { failedCount: 1 },
    ]);
    expect((await change(GOOD_PASSWORD)).status).toBe(200);
    expect(await statusOf(stranger, OTHER_PASSWORD)).toBe(423);
  });
});
