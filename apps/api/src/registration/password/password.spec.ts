import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD, passwordBody } from '../../test-support/test-bodies.ts';
import { advanceLimits } from '../../test-support/test-limits.ts';

const EMAIL = 'ada@example.com';

describe('the link that sets a password', () => {
  let api: TestApi;
  let visitor: Visitor;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    visitor = await api.visit();
  });

  async function register(changes = {}): Promise<string> {
    await visitor.post('/register-by-email', signUpBody(changes));
    return api.mailedToken(EMAIL, 'verify-email');
  }
  const linkState = async (token: string) =>
    ((await api.http.get(`/password-link?resetToken=${token}`)).body as { state: string }).state;
  const setPassword = (token: string, password = GOOD_PASSWORD) =>
    visitor.post(`/reset-password?resetToken=${token}`, passwordBody(password));

  it('creates a user who owns a team named after the company, and signs them in', async () => {
    const token = await register();
    const reply = await setPassword(token);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ message: 'Password created', user: { email: EMAIL }, plan: 'free' });
    const user = await api.prisma.user.findUniqueOrThrow({
      where: { email: EMAIL },
      include: { team: true },
    });
    expect(user).toMatchObject({
      firstName: 'Ada',
      team: { name: 'Analytical Events', seatLimit: 1, ownerId: user.id },
    });
    expect(user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await api.prisma.registration.count()).toBe(0);
    expect((await visitor.get('/session')).body).toMatchObject({
      user: { email: EMAIL, sortable_name: 'Lovelace, Ada' },
    });
    expect((await api.queuedMails()).at(-1)).toMatchObject({ kind: 'welcome', to: EMAIL });
  });

  it('marks a PRO sign-up for billing and leaves the team on Free until it is paid [asvs 2.3.1]', async () => {
    const token = await register({ plan: 'pro', form_type: 'FREEMIUM_SUCCESS_PRO' });
    expect((await setPassword(token)).body).toMatchObject({ plan: 'pro' });
    expect(await api.prisma.team.findMany()).toMatchObject([{ plan: 'free', hasIncompleteBilling: true }]);
  });

  it('is not consumed by mail scanners, however often they open it [asvs 3.5.3]', async () => {
    const token = await register();
    for (let time = 0; time < 3; time++) {
      await api.http
        .get(`/reset-password?resetToken=${token}&plan=free`)
        .set('accept', 'text/html')
        .expect(200);
      await api.http
        .head(`/reset-password?resetToken=${token}&plan=free`)
        .set('accept', 'text/html')
        .expect(200);
      await api.http.get(`/password-link?resetToken=${token}`).expect(200);
      await api.http.head(`/password-link?resetToken=${token}`).expect(200);
    }
    expect(await linkState(token)).toBe('valid');
    expect(await api.prisma.user.count()).toBe(0);
    expect((await setPassword(token)).status).toBe(200);
  });

  it('accepts one of 4 concurrent requests, and only its password logs in [asvs 6.4.1]', async () => {
    const token = await register();
    const visitors = await Promise.all(Array.from({ length: 4 }, () => api.visit()));
    const replies = await Promise.all(
      visitors.map((one, number) =>
        one.post(`/reset-password?resetToken=${token}`, passwordBody(`${GOOD_PASSWORD}-${number}`)),
      ),
    );
    const winners = replies.flatMap((reply, number) => (reply.status === 200 ? [number] : []));
    expect(winners).toHaveLength(1);
    for (const reply of replies.filter((one) => one.status !== 200))
      expect([reply.status, (reply.body as { code: string }).code]).toEqual([410, 'LinkUsed']);
    expect(await api.prisma.user.count()).toBe(1);
    expect(await api.prisma.team.count()).toBe(1);
    expect(await api.prisma.session.count()).toBe(1);
    const login = await visitor.post('/login', { email: EMAIL, password: `${GOOD_PASSWORD}-${winners[0]}` });
    expect(login.status).toBe(200);
  });

  it('has different error codes if it is used, replaced, expired or unknown', async () => {
    const current = await register();
    await api.pool.query("UPDATE one_time_links SET expires_at = now() - interval '1 second'");
    expect(await linkState(current)).toBe('expired');
    expect((await setPassword(current)).body).toMatchObject({ code: 'LinkExpired' });

    await api.pool.query("UPDATE one_time_links SET expires_at = now() + interval '1 hour'");
    expect((await setPassword(current)).status).toBe(200);
    expect(await linkState(current)).toBe('used');
    expect((await setPassword(current)).status).toBe(403);
    await visitor.refreshCsrfToken();
    expect((await setPassword(current)).body).toMatchObject({ code: 'LinkUsed' });

    await visitor.post('/forgot-password', { email: EMAIL });
    const replaced = await api.mailedToken(EMAIL, 'reset-password');
    expect(await linkState(replaced)).toBe('valid');
    await api.prisma.user.updateMany({ data: { deactivatedAt: new Date() } });
    expect(await linkState(replaced)).toBe('replaced');
    expect((await setPassword(replaced)).body).toMatchObject({ code: 'LinkReplaced' });

    expect(await linkState('x'.repeat(43))).toBe('unknown');
    const unknown = await setPassword('x'.repeat(43));
    expect([unknown.status, unknown.body]).toMatchObject([404, { code: 'LinkUnknown' }]);
  });

  it('is valid for 24 hours [asvs 6.4.1]', async () => {
    await register();
    const { rows } = await api.pool.query<{ life: string }>(
      'SELECT extract(epoch FROM expires_at - created_at)::int AS life FROM one_time_links',
    );
    expect(rows).toEqual([{ life: 86_400 }]);
  });

  it.each([
    ['that is too short', 'Short-Pass1!'.slice(0, 11), 'At least 12 characters'],
    ['without an uppercase letter', 'round-tables-for-8!', 'One uppercase letter'],
    ['without a lowercase letter', 'ROUND-TABLES-FOR-8!', 'One lowercase letter'],
    ['without a special character', 'RoundTablesForEight8', 'One special character, such as ! @ # $ %'],
    ['that is too long', `Aa!${'x'.repeat(126)}`, 'Use 128 characters or fewer'],
  ])('rejects a password %s, and stays valid', async (_name, password, text) => {
    const token = await register();
    const reply = await setPassword(token, password);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 'ValidationFailed', fields: { password: text } });
    expect(await linkState(token)).toBe('valid');
  });

  it('rejects a confirmation that differs', async () => {
    const token = await register();
    const reply = await visitor.post(`/reset-password?resetToken=${token}`, {
      password: GOOD_PASSWORD,
      confirm_password: `${GOOD_PASSWORD} `,
    });
    expect(reply.body).toMatchObject({ fields: { confirm_password: 'Both passwords match' } });
  });

  it('accepts 128 characters, keeps spaces at the ends, and compares in NFKC [asvs 6.2.9]', async () => {
    const token = await register();
    const password = ` Ａa!é-violet-teapot-giraffe${'x'.repeat(100)} `;
    expect((await setPassword(token, password)).status).toBe(200);
    const login = async (tried: string) =>
      (await (await api.visit()).post('/login', { email: EMAIL, password: tried })).status;
    expect(await login(password)).toBe(200);
    expect(await login(password.normalize('NFKC'))).toBe(200);
    for (const part of [password.trimStart(), password.trimEnd()]) expect(await login(part)).toBe(401);
  });

  it('changes the password of an account, ends all its sessions, and mails the user [asvs 7.4.3]', async () => {
    await setPassword(await register());
    await advanceLimits(api);
    const stranger = await api.visit();
    await stranger.post('/register-by-email', signUpBody());
    const resetToken = await api.mailedToken(EMAIL, 'already-registered');
    expect((await api.http.get(`/password-link?resetToken=${resetToken}`)).body).toMatchObject({
      state: 'valid',
      kind: 'reset',
    });
    const reset = await stranger.post(
      `/reset-password?resetToken=${resetToken}`,
      passwordBody('Another-Good-One-9!'),
    );
    expect(reset.body).toEqual({ message: 'Password changed', user: { email: EMAIL } });
    expect((await stranger.get('/session')).body).not.toHaveProperty('user');
    expect((await visitor.get('/session')).body).not.toHaveProperty('user');
    expect((await api.queuedMails()).at(-1)).toMatchObject({ kind: 'password-changed', to: EMAIL });
    expect(await api.prisma.user.findFirst()).toMatchObject({ passwordSetAt: expect.any(Date) });
    const login = (password: string) => stranger.post('/login', { email: EMAIL, password });
    await stranger.refreshCsrfToken();
    expect((await login(GOOD_PASSWORD)).status).toBe(401);
    expect((await login('Another-Good-One-9!')).status).toBe(200);
  });
});
