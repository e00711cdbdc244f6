import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD, passwordBody } from '../../test-support/test-bodies.ts';
import { testRequest } from '../../test-support/test-request.ts';
import { MAX_DEVICES } from './known-devices.queries.ts';
import { KnownDevicesService } from './known-devices.service.ts';
import { mintToken } from '../../request/secret-token.ts';

const ADA = 'ada@example.com';
const EVE = 'eve@example.com';
const OTHER_PASSWORD = 'Another-Good-One-9!';

type Reply = { headers: Record<string, unknown> };

const deviceCookie = (reply: Reply) =>
  ([reply.headers['set-cookie'] ?? []].flat() as string[]).find((cookie) => cookie.startsWith('device='));
const tokenOf = (reply: Reply) => /^device=([\w-]{43});/.exec(deviceCookie(reply) ?? '')?.[1] ?? 'none';

describe('known devices of a user', () => {
  let api: TestApi;
  let replica: TestApi;
  let signedUp: Visitor;
  let browser: Visitor;
  beforeAll(async () => {
    [api, replica] = await Promise.all([TestApi.start(), TestApi.start()]);
  });
  afterAll(() => Promise.all([api.stop(), replica.stop()]));
  beforeEach(async () => {
    await api.empty();
    signedUp = await signUp(api, ADA);
    await signUp(api, EVE);
    browser = await api.visit();
  });

  const logIn = async (visitor = browser, email = ADA, password = GOOD_PASSWORD) => {
    await visitor.refreshCsrfToken();
    const reply = await visitor.postUntilChecked('/login', { email, password });
    expect(reply.status).toBe(200);
    await visitor.refreshCsrfToken();
    return tokenOf(reply);
  };
  const isKnown = async (token: string, email = ADA) => {
    const request = testRequest({ device: token });
    return (await replica.service(KnownDevicesService).find(request, email)) !== undefined;
  };
  const change = (statement: string) => api.pool.query(statement);

  it('get a random cookie that is hidden from scripts, contains no address and lasts 400 days', async () => {
    const reply = await browser.post('/login', { email: ADA, password: GOOD_PASSWORD });
    expect(deviceCookie(reply)).toMatch(
      /^device=[\w-]{43}; Max-Age=34560000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    const { rows } = await change(`SELECT encode(token_hash, 'hex') AS hash FROM known_devices`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(tokenOf(reply));
  });

  it('are not created by a wrong password, a sign-up or a reset', async () => {
    expect(await api.prisma.knownDevice.count()).toBe(0);
    const wrong = await browser.post('/login', { email: ADA, password: 'wrong' });
    expect(deviceCookie(wrong)).toBeUndefined();
    await browser.post('/forgot-password', { email: ADA });
    const link = `/reset-password?resetToken=${await api.mailedToken(ADA, 'reset-password')}`;
    expect(deviceCookie(await browser.post(link, passwordBody(OTHER_PASSWORD)))).toBeUndefined();
    expect(await api.prisma.knownDevice.count()).toBe(0);
  });

  it('are known to every replica, only for the address that logged in on them', async () => {
    const token = await logIn();
    expect([await isKnown(token), await isKnown(token, EVE)]).toEqual([true, false]);
    expect(await isKnown(token, 'nobody@example.com')).toBe(false);
  });

  it.each([
    ['an invented value', () => mintToken()],
    ['an empty value', () => ''],
    ['a value that is too long', () => mintToken() + mintToken()],
    ['an SQL injection', () => "' OR true; --".padEnd(43, '-')],
  ])('are not recognized by a cookie with %s', async (_name, forge) => {
    await logIn();
    expect(await isKnown(forge())).toBe(false);
  });

  it('can be shared by two users, with one cookie and one row each', async () => {
    const adas = await logIn();
    const both = await logIn(browser, EVE);
    expect(both).not.toBe(adas);
    expect([await isKnown(both), await isKnown(both, EVE), await isKnown(adas)]).toEqual([true, true, false]);
  });

  it('cannot be planted: the first login of another user in the browser replaces the cookie', async () => {
    const eves = await logIn(browser, EVE);
    const victim = await api.visit();
    victim.agent.jar.setCookie(`device=${eves}; path=/`, '127.0.0.1', '/');
    const adas = await logIn(victim);
    expect(adas).not.toBe(eves);
    expect(await isKnown(eves)).toBe(false);
  });

  it('keep their cookie for a week and then get a new one, which invalidates the old one', async () => {
    const first = await logIn();
    expect(await logIn()).toBe(first);
    await change(`UPDATE known_devices SET token_made_at = now() - interval '7 days 1 minute'`);
    const second = await logIn();
    expect(second).not.toBe(first);
    expect([await isKnown(first), await isKnown(second)]).toEqual([false, true]);
    expect(await api.prisma.knownDevice.count()).toBe(1);
  });

  it('are forgotten 400 days after the last login, and not earlier', async () => {
    const token = await logIn();
    await change(`UPDATE known_devices SET last_used_at = now() - interval '399 days'`);
    expect(await isKnown(token)).toBe(true);
    await logIn();
    await change(`UPDATE known_devices SET last_used_at = last_used_at - interval '399 days'`);
    expect(await isKnown(token)).toBe(true);
    await change(`UPDATE known_devices SET last_used_at = now() - interval '401 days'`);
    expect(await isKnown(token)).toBe(false);
  });

  it('do not log a user in by their cookie', async () => {
    const token = await logIn();
    const thief = await api.visit();
    thief.agent.jar.setCookie(`sid=${token}; path=/`, '127.0.0.1', '/');
    thief.agent.jar.setCookie(`device=${token}; path=/`, '127.0.0.1', '/');
    expect((await thief.get('/session')).body).not.toHaveProperty('user');
    expect((await thief.get('/settings/security/sessions')).status).toBe(401);
  });

  it('stay known after a logout', async () => {
    const token = await logIn();
    await browser.post('/logout', {});
    expect(await isKnown(token)).toBe(true);
    expect(await logIn()).toBe(token);
  });

  it('are all forgotten after a password reset', async () => {
    const tokens = [await logIn(), await logIn(await api.visit())];
    await browser.post('/forgot-password', { email: ADA });
    const link = `/reset-password?resetToken=${await api.mailedToken(ADA, 'reset-password')}`;
    expect((await browser.post(link, passwordBody(OTHER_PASSWORD))).status).toBe(200);
    expect(await Promise.all(tokens.map((token) => isKnown(token)))).toEqual([false, false]);
  });

  it.each([
    ['“end all others”', () => browser.delete('/settings/security/sessions')],
    [
      'a change of password',
      () =>
        browser.post('/settings/security/password', {
          current_password: GOOD_PASSWORD,
          ...passwordBody(OTHER_PASSWORD),
        }),
    ],
  ])('are forgotten after %s, except the current one', async (_name, ask) => {
    const [other, own, eves] = [
      await logIn(await api.visit()),
      await logIn(),
      await logIn(await api.visit(), EVE),
    ];
    expect((await ask()).status).toBe(200);
    expect(await Promise.all([isKnown(other), isKnown(own), isKnown(eves, EVE)])).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('are all forgotten after “end all others” in a browser that is not one of them', async () => {
    const other = await logIn();
    expect((await signedUp.delete('/settings/security/sessions')).status).toBe(200);
    expect(await isKnown(other)).toBe(false);
  });

  it.each([
    ['a deactivation', `UPDATE users SET deactivated_at = now() WHERE email = '${ADA}'`],
    ['a change of address', `UPDATE users SET email = 'new-ada@example.com' WHERE email = '${ADA}'`],
  ])('are forgotten after %s, also directly in the database', async (_name, statement) => {
    const token = await logIn();
    await change(statement);
    await change(
      `UPDATE users SET deactivated_at = NULL, email = '${ADA}' WHERE email IN ('${ADA}', 'new-ada@example.com')`,
    );
    expect(await isKnown(token)).toBe(false);
  });

  it(`are at most ${MAX_DEVICES}, even after concurrent logins; the least recently used one is dropped`, async () => {
    const oldest = await logIn();
    await change(`UPDATE known_devices SET last_used_at = now() - interval '1 day'`);
    const strangers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? api : replica).visit()),
    );
    await Promise.all(strangers.map((visitor) => logIn(visitor)));
    const newest = await logIn(await api.visit());
    expect(await api.prisma.knownDevice.count()).toBe(MAX_DEVICES);
    expect([await isKnown(oldest), await isKnown(newest)]).toEqual([false, true]);
  });
});
