import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import {
  codeFor,
  redeem,
  refresh,
  registerApp,
  tokensFor,
  type TestApp,
  type Tokens,
} from '../../test-support/oauth/test-app.ts';

const OWN = 'https://planner.test';
const OTHERS = 'https://other.test';
const UNREGISTERED_ORIGIN = 'https://evil.test';
const ALLOWED = 'access-control-allow-origin';

describe('pages of other origins', () => {
  let api: TestApi;
  let ada: Visitor;
  let app: TestApp;
  let other: TestApp;
  let tokens: Tokens;
  beforeAll(async () => {
    api = await TestApi.start({});
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.stop();
    // A new replica has cached no origins.
    api = await TestApi.start({});
    await api.empty();
    ada = await signUp(api, 'ada@example.com');
    app = await registerApp(api, 'spa', { isPublic: true });
    other = await registerApp(api, 'other');
    await api.prisma.oAuthClient.update({
      where: { clientId: 'other' },
      data: { redirectUris: [`${OTHERS}/back`, 'com.example.other:/back'] },
    });
    tokens = await tokensFor(api, ada, app);
  });

  const preflight = (path: string, origin: string) =>
    api.http.options(path).set({
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    });
  const callUserinfo = (origin: string, token = tokens.access_token) =>
    api.http
      .get('/oauth/userinfo')
      .set({ origin, authorization: `Bearer ${token}`, 'sec-fetch-site': 'cross-site' });

  it.each(['/oauth/token', '/oauth/revoke', '/oauth/userinfo'])(
    'may call %s if an app is registered at their origin',
    async (path) => {
      for (const origin of [OWN, OTHERS]) {
        const { status, headers } = await preflight(path, origin);
        expect([status, headers[ALLOWED]]).toEqual([204, origin]);
        expect(headers['access-control-allow-methods']).toContain('POST');
        expect(headers['access-control-allow-headers']).toBe('Authorization, Content-Type');
        expect(headers['vary']).toContain('Origin');
        expect(headers).not.toHaveProperty('access-control-allow-credentials');
      }
    },
  );

  it.each([
    UNREGISTERED_ORIGIN,
    'null',
    'http://planner.test',
    'https://planner.test:8443',
    'https://planner.test.evil.test',
    'https://x.planner.test',
    'http://localhost:4000',
    'com.example.other:',
    '*',
  ])('may not call the OAuth endpoints from %s', async (origin) => {
    for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/userinfo'])
      expect((await preflight(path, origin)).headers).not.toHaveProperty(ALLOWED);
    expect((await callUserinfo(origin)).headers).not.toHaveProperty(ALLOWED);
  });

  it('can read responses to calls of an app of their origin, but not of another app [asvs 3.4.2]', async () => {
    expect((await callUserinfo(OWN)).headers).toMatchObject({
      [ALLOWED]: OWN,
      vary: expect.stringMatching(/Origin/),
    });
    expect((await callUserinfo(OTHERS)).headers).not.toHaveProperty(ALLOWED);
    const code = async () => codeFor(ada, app);
    const own = await redeem(api, app, await code()).set('origin', OWN);
    expect([own.status, own.headers[ALLOWED]]).toEqual([200, OWN]);
    for (const reply of [
      await redeem(api, app, await code()).set('origin', OTHERS),
      await refresh(api, app, tokens.refresh_token).set('origin', OTHERS),
      await refresh(api, other, tokens.refresh_token).set('origin', OWN),
      await redeem(api, other, 'x', { client_secret: 'wrong' }).set('origin', OWN),
    ])
      expect(reply.headers).not.toHaveProperty(ALLOWED);
    expect(own.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('can read errors about an unknown token or app, and so learn that a token has ended', async () => {
    for (const reply of [
      await callUserinfo(OWN, 'x'.repeat(43)),
      await redeem(api, { clientId: 'unknown', secret: undefined }, 'x').set('origin', OWN),
      await refresh(api, app, 'x'.repeat(43)).set('origin', OWN),
    ]) {
      expect(reply.headers).toMatchObject({
        [ALLOWED]: OWN,
        'access-control-expose-headers': 'WWW-Authenticate, Retry-After',
      });
      expect(reply.status).toBeGreaterThanOrEqual(400);
    }
  });

  it('can read the server metadata from any origin, but no page or other endpoint', async () => {
    for (const reply of [
      await api.http.get('/.well-known/oauth-authorization-server').set('origin', UNREGISTERED_ORIGIN),
      await preflight('/.well-known/oauth-authorization-server', UNREGISTERED_ORIGIN),
    ])
      expect(reply.headers[ALLOWED]).toBe('*');
    for (const path of [
      '/oauth/authorize',
      '/oauth/introspect',
      '/events/e/invitations',
      '/session',
      '/login',
    ])
      for (const reply of [await preflight(path, OWN), await api.http.get(path).set('origin', OWN)])
        expect(reply.headers).not.toHaveProperty(ALLOWED);
  });

  it('may call soon after their app is registered, and get a 401 after it is switched off', async () => {
    await preflight('/oauth/token', OWN);
    await registerApp(api, 'late');
    await api.prisma.oAuthClient.update({
      where: { clientId: 'late' },
      data: { redirectUris: ['https://late.test/back'] },
    });
    const isLet = async () =>
      (await preflight('/oauth/token', 'https://late.test')).headers[ALLOWED] !== undefined;
    while (!(await isLet()));
    await api.prisma.oAuthClient.updateMany({ data: { isEnabled: false } });
    expect((await callUserinfo(OWN)).status).toBe(401);
  });

  it('cost the database one query per second, for any number of calls and origins', async () => {
    const asked: string[] = [];
    const query = api.pool.query.bind(api.pool);
    const count = (...args: Parameters<typeof query>) => {
      const [first] = args as unknown as [{ name?: string } | string];
      asked.push(typeof first === 'string' ? first : (first.name ?? ''));
      return query(...args);
    };
    Object.assign(api.pool, { query: count });
    const begun = performance.now();
    for (let wave = 0; wave < 10; wave++)
      await Promise.all(
        Array.from({ length: 20 }, (_, one) => preflight('/oauth/token', `https://x-${wave}-${one}.test`)),
      );
    const seconds = (performance.now() - begun) / 1000;
    Object.assign(api.pool, { query });
    expect(asked.filter((name) => name === 'read-app-origins').length).toBeLessThanOrEqual(
      Math.ceil(seconds) + 1,
    );
    expect(asked.filter((name) => name === 'count-call')).toEqual([]);
  });
});
