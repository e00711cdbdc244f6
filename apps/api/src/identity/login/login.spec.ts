import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { Passwords } from '../passwords.ts';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD } from '../../test-support/test-bodies.ts';

const EMAIL = 'ada@example.com';

describe('logging in and out', () => {
  let api: TestApi;
  let visitor: Visitor;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    await signUp(api, EMAIL);
    visitor = await api.visit();
  });

  const login = (changes = {}) =>
    visitor.post('/login', { email: EMAIL, password: GOOD_PASSWORD, ...changes });
  const signedInEmail = async () =>
    ((await visitor.get('/session')).body as { user?: { email: string } }).user?.email;
  const cookieOf = (reply: { headers: Record<string, unknown> }) =>
    ([reply.headers['set-cookie']].flat() as string[]).find((cookie) => cookie.startsWith('sid=')) ?? '';

  it('returns exactly the fields of the contract, and starts a session [asvs 3.3.2, 3.3.4, 8.2.3, 15.3.1]', async () => {
    const reply = await login({ email: ' Ada@Example.com' });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      message: 'OK',
      user: {
        platform_user_id: expect.any(String),
        email: EMAIL,
        addressable_name: 'Ada Lovelace',
        sortable_name: 'Lovelace, Ada',
        team: { name: 'Analytical Events' },
      },
      hasIncompleteBilling: false,
      redirectURL: 'http://product.test/home',
    });
    expect(cookieOf(reply)).toMatch(
      /^sid=[\w-]{43}; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    expect(await signedInEmail()).toBe(EMAIL);
  });

  it('gives the same response for a wrong password, an unknown address and a user without a password', async () => {
    const wrong = await login({ password: 'wrong' });
    const unknown = await login({ email: 'nobody@example.com' });
    await api.prisma.user.update({ where: { email: EMAIL }, data: { passwordHash: null } });
    const withoutPassword = await login();
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({ code: 'Unauthorized', message: 'Invalid email or password. Try again.' });
    for (const reply of [unknown, withoutPassword])
      expect([reply.status, reply.text]).toEqual([wrong.status, wrong.text]);
    expect(await signedInEmail()).toBeUndefined();
  });

  it('reveals that an account is deactivated only after the correct password', async () => {
    await api.prisma.user.update({ where: { email: EMAIL }, data: { deactivatedAt: new Date() } });
    expect((await login({ password: 'wrong' })).body).toMatchObject({ code: 'Unauthorized' });
    const reply = await login();
    expect([reply.status, reply.body]).toEqual([
      403,
      { code: 'Deactivated', message: 'Account Deactivated' },
    ]);
    expect(await signedInEmail()).toBeUndefined();
    expect(await api.prisma.session.count()).toBe(0);
  });

  it('gives access only to billing if the subscription has ended', async () => {
    const { team } = await api.prisma.user.findUniqueOrThrow({
      where: { email: EMAIL },
      select: { team: true },
    });
    await api.prisma.subscription.create({
      data: { teamId: team.id, stripeCustomerId: 'cus_1', status: 'canceled' },
    });
    expect((await login({ password: 'wrong' })).body).toMatchObject({ code: 'Unauthorized' });
    const reply = await login();
    expect([reply.status, reply.body]).toEqual([
      403,
      { code: 'SubscriptionEnded', message: 'Ecommerce plan subscription ended' },
    ]);
    expect((await visitor.get('/session')).body).toMatchObject({
      user: { email: EMAIL },
      restrictedTo: 'billing',
    });
    expect((await visitor.get('/settings/security/sessions')).body).toMatchObject({
      code: 'SubscriptionEnded',
    });
  });

  it('hashes the password with the current parameters if the stored hash has older ones [asvs 11.2.2, 11.4.2]', async () => {
    const old = await hash(GOOD_PASSWORD, { memoryCost: 8192, timeCost: 3, parallelism: 1 });
    await api.prisma.user.update({ where: { email: EMAIL }, data: { passwordHash: old } });
    expect((await login()).status).toBe(200);
    const user = await api.prisma.user.findUniqueOrThrow({ where: { email: EMAIL } });
    expect(user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(user.passwordSetAt).toBeNull();
    await visitor.refreshCsrfToken();
    expect((await login()).status).toBe(200);
  });

  it('admits two concurrent logins that renew the hash', async () => {
    const old = await hash(GOOD_PASSWORD, { memoryCost: 8192, timeCost: 3, parallelism: 1 });
    await api.prisma.user.update({ where: { email: EMAIL }, data: { passwordHash: old } });
    const other = await api.visit();
    const replies = await Promise.all([
      login(),
      other.post('/login', { email: EMAIL, password: GOOD_PASSWORD }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('counts no attempt whose password could not be checked because the queue was full', async () => {
    const hasher = api.service(Passwords);
    const verify = hasher.verify.bind(hasher);
    const arrival = jest.spyOn(hasher, 'verify').mockImplementation((...given) => {
      // Fills the queue when the login reaches the hasher.
      for (let number = 0; number < 101 * availableParallelism(); number++)
        verify('x', 'no hash').catch(() => {});
      return verify(...given);
    });
    const { status } = await login({ password: 'wrong' });
    arrival.mockRestore();
    expect(status).toBe(503);
    expect(await api.prisma.lockout.findMany()).toMatchObject([{ subject: EMAIL, failedCount: 0 }]);
    await visitor.refreshCsrfToken();
    expect((await login()).status).toBe(200);
  });

  it('starts no session with a password that is changed while it is checked', async () => {
    const { status, body } = await api.commitOnceWaitedFor(
      (other) =>
        other.query("UPDATE users SET password_hash = password_hash || 'x' WHERE email = $1", [EMAIL]),
      () => login(),
    );
    expect([status, body]).toMatchObject([401, { code: 'Unauthorized' }]);
    expect(await signedInEmail()).toBeUndefined();
    const events = await api.prisma.auditEvent.findMany({ where: { action: 'login' } });
    expect(events).toMatchObject([{ outcome: 'Unauthorized' }]);
  });

  it.each([
    [{ email: '' }, { email: 'Required Field' }],
    [{ email: 'ada' }, { email: 'Enter a valid email address' }],
    [{ password: '' }, { password: 'Required Field' }],
    [{ password: 7 }, { password: 'Required Field' }],
    [{ email: { $ne: '' } }, { email: 'Required Field' }],
    [{ role: 'admin' }, { role: 'Unknown field' }],
  ])('rejects the input %j', async (changes, fields) => {
    const reply = await login(changes);
    expect([reply.status, reply.body]).toMatchObject([400, { code: 'ValidationFailed', fields }]);
  });

  it('creates a new session id for each login, and ends the previous session [asvs 7.2.2, 7.2.4]', async () => {
    const first = cookieOf(await login()).split(';')[0] ?? '';
    await visitor.refreshCsrfToken();
    const second = cookieOf(await login()).split(';')[0] ?? '';
    expect(second).not.toBe(first);
    const asFirst = await api.http.get('/session').set('cookie', first);
    expect(asFirst.body).not.toHaveProperty('user');
    expect(await signedInEmail()).toBe(EMAIL);
  });

  it('redirects to an allowed address, and ignores other addresses', async () => {
    expect((await login({ redirect: '/settings/team' })).body).toMatchObject({
      redirectURL: '/settings/team',
    });
    await visitor.refreshCsrfToken();
    expect((await login({ redirect: 'https://evil.test/' })).body).toMatchObject({
      redirectURL: 'http://product.test/home',
    });
  });

  it('ends the session on the server when logging out by POST [asvs 7.4.1]', async () => {
    const cookie = cookieOf(await login()).split(';')[0] ?? '';
    await visitor.refreshCsrfToken();
    const reply = await visitor.post('/logout', {});
    expect([reply.status, reply.body]).toEqual([200, { redirectURL: '/' }]);
    expect((await api.http.get('/session').set('cookie', cookie)).body).not.toHaveProperty('user');
    expect(await api.prisma.session.count()).toBe(1);
  });

  it('logs out by a link on our own pages, and redirects to the start page', async () => {
    await login();
    const reply = await visitor
      .get('/logout')
      .set('accept', 'text/html')
      .set('sec-fetch-site', 'same-origin');
    expect([reply.status, reply.headers['location']]).toEqual([303, '/']);
    expect(await signedInEmail()).toBeUndefined();
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the site', { 'sec-fetch-site': 'same-site' }],
    ['a prefetch', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }],
    ['a browser without Sec-Fetch-Site', {}],
  ])('shows a page and keeps the session if GET /logout is from %s', async (_name, headers) => {
    await login();
    const reply = await visitor.get('/logout').set('accept', 'text/html').set(headers);
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toContain('text/html');
    expect(await signedInEmail()).toBe(EMAIL);
  });

  it.each([
    ['of another site', { 'sec-fetch-site': 'cross-site' }],
    ['of an unknown site', {}],
  ])('keeps the session if a script %s sends GET /logout [asvs 3.5.3]', async (_name, headers) => {
    await login();
    const reply = await visitor.get('/logout').set(headers);
    expect(reply.status).toBe(403);
    expect(await signedInEmail()).toBe(EMAIL);
  });
});
