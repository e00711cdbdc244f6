import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { signUp } from '../test-support/test-accounts.ts';
import { TestApi } from '../test-support/test-api.ts';
import { GOOD_PASSWORD, passwordBody } from '../test-support/test-bodies.ts';

const EMAIL = 'ada@example.com';

describe('the security log', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  it('has a row for every security event, with user, action, IP address, outcome and request [asvs 16.2.1, 16.3.1]', async () => {
    const visitor = await signUp(api, EMAIL);
    const login = (password: string) => visitor.post('/login', { email: EMAIL, password });
    await api.pool.query('UPDATE sessions SET step_up_at = now()');
    await visitor.delete('/settings/security/sessions');
    await visitor.post('/settings/security/password', {
      current_password: GOOD_PASSWORD,
      ...passwordBody('Another-Good-One-9!'),
    });
    await visitor.refreshCsrfToken();
    await visitor.post('/logout', {});
    await visitor.refreshCsrfToken();
    await visitor.post('/forgot-password', { email: EMAIL });
    await login('wrong\r\n\u001b[31m');
    await api.pool.query('UPDATE lockouts SET failed_count = 4');
    for (let tries = 0; tries < 2; tries++) await login('wrong');
    const token = await api.mailedToken(EMAIL, 'reset-password');
    await visitor.post(`/reset-password?resetToken=${token}`, passwordBody('A-Third-Good-One-9!'));
    await visitor.refreshCsrfToken();
    const { headers } = await login('A-Third-Good-One-9!');

    const events = await api.prisma.auditEvent.findMany({ orderBy: { id: 'asc' } });
    expect(events.map((event) => `${event.action} ${event.outcome}`)).toEqual([
      'account.create ok',
      'session.end-others ok',
      'password.change ok',
      'logout ok',
      'password.reset.ask ok',
      'login Unauthorized',
      'lockout ok',
      'login Unauthorized',
      'login Locked',
      'password.reset ok',
      'login ok',
    ]);
    const { id } = await api.prisma.user.findUniqueOrThrow({ where: { email: EMAIL } });
    expect(events.at(-1)).toMatchObject({ userId: id, email: EMAIL, requestId: headers['x-request-id'] });
    expect(events.at(-1)?.ipAddress).toMatch(/127\.0\.0\.1$/);
  });

  it('contains no password, token or cookie [asvs 16.2.5]', async () => {
    const visitor = await api.visit();
    await visitor.post('/register-by-email', signUpBody());
    const token = await api.mailedToken(EMAIL, 'verify-email');
    const reply = await visitor.post(`/reset-password?resetToken=${token}`, passwordBody());
    const sid = /sid=([\w-]{43})/.exec(String(reply.headers['set-cookie']))?.[1] ?? 'none';
    const { rows } = await api.pool.query<{ dump: string }>(
      "SELECT string_agg(a::text, '') AS dump FROM audit_events a",
    );
    for (const secret of [GOOD_PASSWORD, token, sid]) expect(rows[0]?.dump).not.toContain(secret);
  });
});
