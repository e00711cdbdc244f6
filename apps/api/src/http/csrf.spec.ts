import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../test-support/test-api.ts';

const BODY = { email: 'nobody@example.com' };
const PATH = '/verify-email/resend';

describe('forgery protection', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());

  const tokenOf = async (visitor: Awaited<ReturnType<TestApi['visit']>>) =>
    ((await visitor.get('/session')).body as { csrfToken: string }).csrfToken;

  it('refuses a call without a token, with a made-up one and without cookies [asvs 3.5.1]', async () => {
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

  it("refuses another visitor's token", async () => {
    const [visitor, attacker] = [await api.visit(), await api.visit()];
    const reply = await visitor.agent
      .post(PATH)
      .set('csrf-token', await tokenOf(attacker))
      .send(BODY);
    expect(reply.status).toBe(403);
  });

  it('accepts the token in the header or in the body, and both only when they agree', async () => {
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
  ])('refuses %s even with a good token [asvs 3.5.2]', async (_name, headers) => {
    const visitor = await api.visit();
    const reply = await visitor.agent
      .post(PATH)
      .set('csrf-token', await tokenOf(visitor))
      .set(headers)
      .send(BODY);
    expect(reply.status).toBe(403);
  });

  it('outlives an exchange of its secret', async () => {
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
