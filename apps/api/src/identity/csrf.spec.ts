import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signUp } from '../test-support/test-accounts.ts';
import { TestApi } from '../test-support/test-api.ts';
import { GOOD_PASSWORD } from '../test-support/test-bodies.ts';

const BODY = { email: 'nobody@example.com' };
const PATH = '/verify-email/resend';

describe('CSRF protection', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());

  const tokenOf = async (visitor: Awaited<ReturnType<TestApi['visit']>>) =>
    ((await visitor.get('/session')).body as { csrfToken: string }).csrfToken;

  it('rejects a call without a token, with an invented token or without cookies [asvs 3.5.1]', async () => {
    const visitor = await api.visit();
    const replies = [
      await visitor.agent.post(PATH).send(BODY),
      await visitor.agent.post(PATH).set('csrf-token', 'made-up').send(BODY),
      await api.http
        .post(PATH)
        .set('csrf-token', await tokenOf(visitor))
        .send(BODY),
    ];
    for (const reply of replies)
      expect([reply.status, reply.body]).toMatchObject([403, { code: 'InvalidCsrfToken' }]);
  });

  it('rejects another visitor’s token', async () => {
    const [visitor, attacker] = [await api.visit(), await api.visit()];
    const reply = await visitor.agent
      .post(PATH)
      .set('csrf-token', await tokenOf(attacker))
      .send(BODY);
    expect(reply.status).toBe(403);
  });

  it('accepts the token in the header or in the body, and in both only if they are equal', async () => {
    const visitor = await api.visit();
    const token = await tokenOf(visitor);
    const status = async (header: string | undefined, field: unknown) =>
      (
        await visitor.agent
          .post(PATH)
          .set(header === undefined ? {} : { 'csrf-token': header })
          .send(field === undefined ? BODY : { ...BODY, _csrf: field })
      ).status;
    expect(await status(token, undefined)).toBe(200);
    expect(await status(undefined, token)).toBe(200);
    expect(await status(token, token)).toBe(200);
    expect(await status(token, 'other')).toBe(403);
    expect(await status(token, ['other'])).toBe(403);
  });

  it.each([
    ['another origin', { origin: 'https://evil.test' }],
    ['a null origin', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
  ])('rejects %s even with a valid token [asvs 3.5.2]', async (_name, headers) => {
    const visitor = await api.visit();
    const reply = await visitor.agent
      .post(PATH)
      .set('csrf-token', await tokenOf(visitor))
      .set(headers)
      .send(BODY);
    expect(reply.status).toBe(403);
  });

  it('sends a new token when a session begins or ends, so that the next call can use it', async () => {
    const email = 'anew@example.com';
    await signUp(api, email);
    const visitor = await api.visit();
    const first = await tokenOf(visitor);
    const call = async (method: 'post' | 'patch', path: string, token: string, body: object) =>
      await visitor.agent[method](path).set('csrf-token', token).send(body);
    const untouched = await call('post', PATH, first, BODY);
    expect([untouched.status, untouched.headers['csrf-token']]).toEqual([200, undefined]);
    const login = await call('post', '/login', first, { email, password: GOOD_PASSWORD });
    const second = login.headers['csrf-token'] as string;
    expect((await call('patch', '/settings/team', first, { has_incomplete_billing: false })).status).toBe(
      403,
    );
    expect((await call('patch', '/settings/team', second, { has_incomplete_billing: false })).status).toBe(
      200,
    );
    const logout = await call('post', '/logout', second, {});
    expect((await call('post', PATH, logout.headers['csrf-token'] as string, BODY)).status).toBe(200);
  });

  it('accepts an existing token while its secret is being rotated', async () => {
    const old = 'csrf-secret-of-the-specs-0123456789';
    const visitor = await api.visit();
    const token = await tokenOf(visitor);
    const cookies = (await visitor.get('/session')).headers['set-cookie'] as unknown as string[];
    const next = await TestApi.start({ CSRF_SECRET: `a-new-csrf-secret-of-the-specs-0123456789,${old}` });
    try {
      const sid = visitor.agent.jar.getCookie('sid', {
        path: '/',
        domain: '127.0.0.1',
        secure: false,
        script: false,
      });
      const csrf = cookies.find((cookie) => cookie.startsWith('csrf='))?.split(';')[0] ?? '';
      const reply = await next.http
        .post(PATH)
        .set('cookie', `sid=${sid?.value}; ${csrf}`)
        .set('csrf-token', token)
        .send(BODY);
      expect(reply.status).toBe(200);
    } finally {
      await next.stop();
    }
  });
});
