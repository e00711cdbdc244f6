import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import {
  addressOf,
  askConsent,
  codeFor,
  postDecision,
  redeem,
  registerApp,
  requestOf,
  userinfo,
  valuesOf,
  type TestApp,
  type Tokens,
} from '../../test-support/oauth/test-app.ts';

describe('native apps', () => {
  let api: TestApi;
  let ada: Visitor;
  let app: TestApp;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    ada = await signUp(api, 'ada@example.com');
    app = await registerApp(api, 'pocket', { isPublic: true });
    await api.prisma.oAuthClient.update({
      where: { clientId: 'pocket' },
      data: {
        redirectUris: [
          'com.example.pocket:/callback',
          'http://127.0.0.1/callback',
          'http://[::1]:8000/callback',
          'http://localhost:4000/callback',
        ],
      },
    });
  });

  const open = (changes: Record<string, string | undefined>) =>
    ada
      .get(addressOf(requestOf(app, changes)))
      .set('accept', 'text/html')
      .redirects(0);

  it.each([
    ['com.example.pocket:/callback', 'com.example.pocket', 'com.example.pocket:'],
    ['http://127.0.0.1/callback', '127.0.0.1', 'http://127.0.0.1'],
    ['http://127.0.0.1:51004/callback', '127.0.0.1:51004', 'http://127.0.0.1:51004'],
    ['http://[::1]:51004/callback', '[::1]:51004', 'http://*:51004'],
    ['http://localhost:4000/callback', 'localhost:4000', 'http://localhost:4000'],
  ])('receive a code at %s, and the consent page shows it', async (redirectUri, place, formTarget) => {
    const page = await open({ redirect_uri: redirectUri });
    expect(page.status).toBe(200);
    expect(valuesOf(page.text).consent).toMatchObject({ redirectHost: place, isOnDevice: true });
    expect(page.headers['content-security-policy']).toContain(`form-action 'self' ${formTarget};`);
    const fields = await askConsent(ada, requestOf(app, { redirect_uri: redirectUri }));
    const reply = await postDecision(ada, { ...fields, decision: 'allow' });
    expect(reply.headers['location']).toMatch(
      new RegExp(
        `^${redirectUri.replace(/[[\]]/g, '\\$&')}\\?code=[\\w-]{43}&state=st4te&iss=http%3A%2F%2Flocalhost%3A3000$`,
      ),
    );
    const code = new URL(reply.headers['location'] ?? '').searchParams.get('code') ?? '';
    const { body } = await redeem(api, app, code, { redirect_uri: redirectUri });
    expect((await userinfo(api, (body as Tokens).access_token)).status).toBe(200);
  });

  it.each([
    'http://127.0.0.1:51004/other',
    'http://127.0.0.1:51004/callback/',
    'http://127.0.0.1:51004/callback?x=1',
    'http://127.0.0.1:51004/callback#x',
    'http://127.0.0.1:51004',
    'http://127.0.0.1:0/callback',
    'http://127.0.0.1:080/callback',
    'http://127.0.0.1:65536/callback',
    'http://127.0.0.1:123456/callback',
    'http://127.0.0.1:/callback',
    'http://127.0.0.1:51004@evil.test/callback',
    'http://127.0.0.1.evil.test:51004/callback',
    'http://127.1:51004/callback',
    'http://127.0.0.2:51004/callback',
    'http://2130706433:51004/callback',
    'http://user@127.0.0.1:51004/callback',
    'https://127.0.0.1:51004/callback',
    'HTTP://127.0.0.1:51004/callback',
    'http://127.0.0.1:51004\\@evil.test/callback',
    'http://[0:0:0:0:0:0:0:1]:51004/callback',
    'http://localhost:51004/callback',
    'http://localhost/callback',
    'com.example.pocket:/other',
    'com.example.pocket://callback',
    'com.example.pocket:callback',
    'COM.example.pocket:/callback',
    'com.example.other:/callback',
  ])('cannot use the redirect URI %s', async (redirectUri) => {
    const { status, headers } = await open({ redirect_uri: redirectUri });
    expect([status, headers['location']]).toEqual([400, undefined]);
  });

  it('cannot redeem a code with a port other than that of their request', async () => {
    const redirectUri = 'http://127.0.0.1:51004/callback';
    const code = await codeFor(ada, app, { redirect_uri: redirectUri });
    const { body } = await redeem(api, app, code, { redirect_uri: 'http://127.0.0.1:51005/callback' });
    expect(body).toMatchObject({ error: 'invalid_grant' });
  });

  it('must use PKCE too', async () => {
    const reply = await open({ redirect_uri: 'com.example.pocket:/callback', code_challenge: undefined });
    expect(reply.headers['location']).toMatch(/^com\.example\.pocket:\/callback\?error=invalid_request&/);
  });

  it('are listed by their scheme or host among a user’s connected apps', async () => {
    await codeFor(ada, app, { redirect_uri: 'com.example.pocket:/callback' });
    const { body } = await ada.get('/settings/apps/details');
    expect(body).toMatchObject({
      apps: [{ hosts: expect.arrayContaining(['com.example.pocket', '127.0.0.1']) }],
    });
  });

  it('and websites may open the consent page in a window and wait for it, but no other page of ours', async () => {
    const openerPolicy = async (path: string) =>
      (await ada.get(path).set('accept', 'text/html').redirects(0)).headers['cross-origin-opener-policy'];
    expect(await openerPolicy(addressOf(requestOf(app, { redirect_uri: 'http://127.0.0.1/callback' })))).toBe(
      'unsafe-none',
    );
    for (const path of ['/login', '/', '/settings/apps', '/oauth-authorize-error', '/oauth/authorize/'])
      expect(await openerPolicy(path)).toBe('same-origin-allow-popups');
  });
});
