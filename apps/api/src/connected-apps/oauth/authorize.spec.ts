import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { answerLocation } from './answer-location.ts';
import {
  addressOf,
  answerIn,
  askConsent,
  BACK,
  codeFor,
  postDecision,
  redeem,
  registerApp,
  requestOf,
  tokensFor,
  userinfo,
  valuesOf,
  type TestApp,
} from '../../test-support/oauth/test-app.ts';

const EMAIL = 'ada@example.com';
const ISSUER = 'http://localhost:3000';

describe('the authorization endpoint', () => {
  let api: TestApi;
  let replica: TestApi;
  let ada: Visitor;
  let app: TestApp;
  beforeAll(async () => {
    [api, replica] = await Promise.all([TestApi.start(), TestApi.start()]);
  });
  afterAll(() => Promise.all([api.stop(), replica.stop()]));
  beforeEach(async () => {
    await api.empty();
    ada = await signUp(api, EMAIL);
    app = await registerApp(api, 'planner');
  });

  const open = (visitor: Visitor, address: string) =>
    visitor.get(address).set('accept', 'text/html').redirects(0);
  const openWith = (changes: Record<string, string | undefined>) =>
    open(ada, addressOf(requestOf(app, changes)));

  it('shows the registered app, the user and the scopes, and lets the form redirect to that app [asvs 10.7.2]', async () => {
    const { status, text, headers } = await openWith({ scope: 'profile events.invite profile' });
    expect(status).toBe(200);
    expect(valuesOf(text)).toMatchObject({
      appName: 'App planner',
      userEmail: EMAIL,
      consent: {
        ticket: expect.stringMatching(/^[\w-]{43}$/),
        scopes: ['profile', 'events.invite'],
        redirectHost: 'planner.test',
      },
    });
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /frame-ancestors 'none';form-action 'self' https:\/\/planner\.test;/,
      ),
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('returns a page whatever the Accept header is, and creates no consent ticket for a HEAD request', async () => {
    const address = addressOf(requestOf(app));
    expect((await ada.get(address)).headers['content-type']).toMatch('text/html');
    await ada.agent.head(address);
    expect(await api.prisma.consentTicket.count()).toBe(1);
  });

  it.each([
    ['an unknown app', { client_id: 'unknown' }],
    ['a client ID with a NUL character', { client_id: 'a\u0000b' }],
    ['no app', { client_id: undefined }],
    ['no redirect URI', { redirect_uri: undefined }],
    ['a redirect URI with a trailing slash', { redirect_uri: `${BACK}/` }],
    ['a redirect URI with a path in another letter case', { redirect_uri: 'https://planner.test/Back' }],
    ['a redirect URI with a host in another letter case', { redirect_uri: 'https://Planner.test/back' }],
    ['a redirect URI with another port', { redirect_uri: 'https://planner.test:8443/back' }],
    ['a redirect URI with dots in the path', { redirect_uri: 'https://planner.test/x/../back' }],
    ['a redirect URI with an extra query', { redirect_uri: `${BACK}?x=1` }],
    ['a redirect URI with a fragment', { redirect_uri: `${BACK}#x` }],
    ['a redirect URI with http instead of https', { redirect_uri: 'http://planner.test/back' }],
    ['a redirect URI with a longer host', { redirect_uri: 'https://planner.test.evil.test/back' }],
    ['a redirect URI with user information', { redirect_uri: 'https://planner.test@evil.test/back' }],
    ['a javascript: redirect URI', { redirect_uri: 'javascript:alert(1)' }],
  ])('shows the error page and does not redirect for %s [asvs 10.4.1]', async (_, changes) => {
    const { status, text, headers } = await openWith(changes);
    expect([status, headers['location']]).toEqual([400, undefined]);
    expect(valuesOf(text)).toMatchObject({ appName: '' });
    expect(valuesOf(text)).not.toHaveProperty('consent');
    expect(headers['content-security-policy']).toContain("form-action 'self';");
  });

  it.each(['client_id', 'redirect_uri', 'state', 'scope', 'code_challenge', 'anything'])(
    'shows the error page when %s is given twice [asvs 15.3.7]',
    async (name) => {
      const address = `${addressOf(requestOf(app))}&${name}=x&${name}=x`;
      const { status, headers } = await open(ada, address);
      expect([status, headers['location']]).toEqual([400, undefined]);
    },
  );

  it('shows the error page for an app that was switched off', async () => {
    await api.prisma.oAuthClient.updateMany({ data: { isEnabled: false } });
    expect((await openWith({})).status).toBe(400);
  });

  it.each([
    ['the response type token', { response_type: 'token' }, 'unsupported_response_type'],
    ['the response type id_token', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['the response mode fragment', { response_mode: 'fragment' }, 'invalid_request'],
    ['no scope', { scope: undefined }, 'invalid_scope'],
    ['an empty scope', { scope: ' ' }, 'invalid_scope'],
    ['an unknown scope', { scope: 'profile constructor' }, 'invalid_scope'],
    ['a scope that the app may not request', { scope: 'diagrams.write' }, 'invalid_scope'],
    ['no code challenge', { code_challenge: undefined }, 'invalid_request'],
    ['an empty code challenge', { code_challenge: '' }, 'invalid_request'],
    ['a code challenge that is too short', { code_challenge: 'x'.repeat(42) }, 'invalid_request'],
    ['a code challenge that is too long', { code_challenge: 'x'.repeat(44) }, 'invalid_request'],
    ['a padded code challenge', { code_challenge: `${'x'.repeat(42)}=` }, 'invalid_request'],
    ['the code challenge method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a code challenge method in lower case', { code_challenge_method: 's256' }, 'invalid_request'],
    ['no code challenge method', { code_challenge_method: undefined }, 'invalid_request'],
  ])('redirects to the app with an error for %s [asvs 10.4.6]', async (_, changes, error) => {
    for (const visitor of [ada, await api.visit()]) {
      const reply = await open(visitor, addressOf(requestOf(app, changes)));
      expect([reply.status, new URL(reply.headers['location'] ?? '').origin]).toEqual([
        303,
        'https://planner.test',
      ]);
      expect(answerIn(reply)).toEqual({
        error,
        error_description: expect.any(String),
        state: 'st4te',
        iss: ISSUER,
      });
    }
  });

  it.each([
    [{ scope: undefined }, 'scope is missing.'],
    [{ scope: 'profile constructor' }, 'A scope is unknown, or not one this app may ask for.'],
    [{ code_challenge: undefined }, 'code_challenge is missing, or not 43 characters of base64url.'],
    [{ code_challenge_method: 'plain' }, 'The only code_challenge_method is S256.'],
  ])('describes the error to the developer for %j', async (changes, words) => {
    expect(answerIn(await openWith(changes))).toMatchObject({ error_description: words });
  });

  it.each([
    ['no state', undefined],
    ['an empty state', ''],
    ['10 KB', 'x'.repeat(10_000)],
    ['line breaks', 'a\r\nb'],
    ['letters outside ASCII', 'zustände'],
  ])('rejects a missing or unsuitable state: %s', async (_, state) => {
    const reply = await openWith({ state });
    expect([reply.status, answerIn(reply)]).toEqual([
      303,
      { error: 'invalid_request', error_description: expect.any(String), iss: ISSUER },
    ]);
  });

  it('redirects a visitor to the login page, which names the app and keeps the whole request', async () => {
    const address = addressOf(requestOf(app, { state: 'a&b=c\\d%20~', more: 'kept' }));
    const reply = await open(await api.visit(), address);
    const { pathname, searchParams } = new URL(reply.headers['location'] ?? '', ISSUER);
    expect([reply.status, pathname, searchParams.get('redirect')]).toEqual([303, '/login', address]);
    const login = await open(await api.visit(), reply.headers['location'] ?? '');
    expect(valuesOf(login.text)).toMatchObject({ redirectUrl: address, appName: 'App planner' });
    const known = await open(ada, reply.headers['location'] ?? '');
    expect(valuesOf(known.text)).toMatchObject({ userEmail: EMAIL, appName: 'App planner' });
    for (const wrong of [
      addressOf(requestOf(app, { client_id: 'x' })),
      addressOf(requestOf(app, { redirect_uri: 'https://evil.test/' })),
      '/settings/apps',
    ]) {
      const other = await open(await api.visit(), `/login?redirect=${encodeURIComponent(wrong)}`);
      expect(valuesOf(other.text).appName).toBe('');
    }
  });

  it('redirects a user without a valid plan to the login page or the upgrade page', async () => {
    const { teamId } = await api.prisma.user.findFirstOrThrow();
    await api.prisma.subscription.create({ data: { teamId, stripeCustomerId: 'cus_1', status: 'canceled' } });
    expect((await openWith({})).headers['location']).toMatch(/^\/login\?redirect=/);
    await api.prisma.subscription.deleteMany();
    await api.prisma.team.updateMany({ data: { hasIncompleteBilling: true } });
    const reply = await openWith({});
    expect([reply.status, reply.headers['location']]).toEqual([303, '/pro/upgrade']);
  });

  it('returns a code, state and issuer when the user allows access, and mails and logs it', async () => {
    const fields = await askConsent(ada, requestOf(app, { scope: 'profile events.invite' }));
    const reply = await postDecision(ada, { ...fields, decision: 'allow' });
    expect([reply.status, answerIn(reply)]).toEqual([
      303,
      { code: expect.stringMatching(/^[\w-]{43}$/), state: 'st4te', iss: ISSUER },
    ]);
    expect((await api.queuedMails()).at(-1)).toEqual({
      kind: 'app-granted',
      to: EMAIL,
      content: { firstName: 'Ada', appName: 'App planner', scopes: ['profile', 'events.invite'] },
    });
    expect(await api.prisma.auditEvent.count({ where: { action: 'oauth.grant', email: EMAIL } })).toBe(1);
  });

  it.each([
    ['no', { decision: 'no' }],
    ['missing', {}],
    ['Allow', { decision: 'Allow' }],
    ['true', { decision: 'true' }],
    ['sent twice, as allow and no', { decision: ['allow', 'no'] }],
    ['no, with the library’s own parameter allowed=true', { decision: 'no', allowed: 'true' }],
  ])('denies access when the decision is %s', async (_, decision) => {
    const reply = await postDecision(ada, { ...(await askConsent(ada, requestOf(app))), ...decision });
    expect([reply.status, answerIn(reply)]).toEqual([
      303,
      { error: 'access_denied', error_description: expect.any(String), state: 'st4te', iss: ISSUER },
    ]);
    expect(await api.prisma.oAuthGrant.count()).toBe(0);
  });

  it.each([
    ['no ticket', { ticket: '' }],
    ['a made-up ticket', { ticket: 'x'.repeat(43) }],
    ['two tickets', { ticket: ['x', 'y'] }],
    ['no CSRF token', { _csrf: '' }],
    ['another app', { client_id: 'other' }],
    ['another redirect URI', { redirect_uri: 'http://localhost:4000/callback' }],
    ['another scope', { scope: 'profile events.invite' }],
    ['another state', { state: 'other' }],
    ['another code challenge', { code_challenge: 'x'.repeat(43) }],
    ['two states', { state: ['st4te', 'st4te'] }],
  ])('rejects a decision with %s, and does not redirect', async (_, changes) => {
    await registerApp(api, 'other');
    const fields = await askConsent(ada, requestOf(app));
    const reply = await postDecision(ada, { ...fields, decision: 'allow', ...changes });
    expect([reply.status, reply.headers['location']]).toEqual([403, undefined]);
    expect(await api.prisma.oAuthGrant.count()).toBe(0);
  });

  it('redirects a browser whose decision is rejected to the error page', async () => {
    const reply = await postDecision(ada, { decision: 'allow' }).set('accept', 'text/html');
    expect([reply.status, reply.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    expect(reply.text).toContain('url=/oauth-authorize-error');
  });

  it('accepts a decision in the request body only, with none in the URL', async () => {
    const fields = await askConsent(ada, requestOf(app));
    const reply = await ada.agent
      .post(`/oauth/authorize?decision=allow`)
      .type('form')
      .send({ ...fields, decision: 'allow' });
    expect(reply.status).toBe(403);
  });

  it('accepts one of 20 concurrent decisions for a consent ticket, from its own session only', async () => {
    const fields = { ...(await askConsent(ada, requestOf(app))), decision: 'allow' };
    const eve = await signUp(api, 'eve@example.com');
    const hers = await askConsent(eve, requestOf(app));
    expect((await postDecision(eve, { ...fields, _csrf: hers['_csrf'] ?? '' })).status).toBe(403);
    const replies = await Promise.all(Array.from({ length: 20 }, () => postDecision(ada, fields)));
    expect(replies.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await api.prisma.oAuthGrant.count()).toBe(1);
    expect((await postDecision(ada, fields)).status).toBe(403);
  });

  it('rejects a decision after ten minutes', async () => {
    const fields = { ...(await askConsent(ada, requestOf(app))), decision: 'allow' };
    await api.pool.query("UPDATE consent_tickets SET expires_at = expires_at - interval '10 minutes'");
    expect((await postDecision(ada, fields)).status).toBe(403);
  });

  it('rejects a decision after a password reset, which also ends earlier grants', async () => {
    const tokens = await tokensFor(api, ada, app);
    const fields = {
      ...(await askConsent(ada, requestOf(app, { scope: 'events.invite' }))),
      decision: 'allow',
    };
    await (await api.visit()).post('/forgot-password', { email: EMAIL });
    const token = await api.mailedToken(EMAIL, 'reset-password');
    await (
      await api.visit()
    ).post(`/reset-password?resetToken=${token}`, {
      password: 'Another-Good-One-9!',
      confirm_password: 'Another-Good-One-9!',
    });
    expect((await postDecision(ada, fields)).status).toBe(401);
    expect((await userinfo(replica, tokens.access_token)).status).toBe(401);
  });

  it('accepts a form with the Origin header null from our own page, but not from another site', async () => {
    const fields = { ...(await askConsent(ada, requestOf(app))), decision: 'allow' };
    const post = (site: string) =>
      postDecision(ada, fields).set('origin', 'null').set('sec-fetch-site', site);
    expect((await post('cross-site')).status).toBe(403);
    expect((await post('same-site')).status).toBe(403);
    expect((await post('same-origin')).status).toBe(303);
  });

  it('asks the user of a confidential app again only for more scopes or after disconnecting the app', async () => {
    const asks = async (scope: string) => (await openWith({ scope })).status === 200;
    await codeFor(ada, app, { scope: 'profile events.invite' });
    expect([await asks('profile'), await asks('events.invite profile')]).toEqual([false, false]);
    const again = await openWith({ state: 'again' });
    expect(answerIn(again)).toEqual({ code: expect.any(String), state: 'again', iss: ISSUER });
    expect((await redeem(api, app, answerIn(again)['code'] ?? '')).body).toMatchObject({ scope: 'profile' });
    expect(await api.prisma.oAuthGrant.count()).toBe(1);
    expect(await asks('profile diagrams.read')).toBe(true);
    await ada.delete('/settings/apps/planner');
    expect(await asks('profile')).toBe(true);
  });

  it('asks the user of a public app every time, because the app cannot authenticate [asvs 10.7.1]', async () => {
    const pocket = await registerApp(api, 'pocket', { isPublic: true });
    await codeFor(ada, pocket);
    expect((await open(ada, addressOf(requestOf(pocket)))).status).toBe(200);
  });

  it('keeps the query of a redirect URI, and encodes the parameters that it adds [asvs 1.2.2]', () => {
    expect(answerLocation('https://a.test/x?y=1', { iss: 'https://p.test', state: 'a b&c', code: 'k' })).toBe(
      'https://a.test/x?y=1&iss=https%3A%2F%2Fp.test&state=a+b%26c&code=k',
    );
  });
});

describe('the database rejects an app', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  const register = (redirectUris: string[], scopes = ['profile']) =>
    api.prisma.oAuthClient.create({ data: { clientId: 'x', name: 'X', redirectUris, scopes } });

  it.each([
    'http://planner.test/back',
    'https://planner.test/back#x',
    'https://planner.test/back?x=1',
    'https://user@planner.test/back',
    'https://*.planner.test/back',
    'https://planner.test/*',
    'http://localhost.evil.test/',
    'javascript:alert(1)',
    'planner:/back',
    'com.example.planner://back',
    'com.example.planner:back',
    'com.example.planner:/back?x=1',
    'com..planner:/back',
    'https.:/evil.test',
    '/back',
    '',
  ])('with the redirect URI %j', async (uri) => {
    await expect(register([uri])).rejects.toThrow(/is not allowed as a redirect URI/);
  });

  it('without a redirect URI or with an unknown scope, but not with allowed redirect URIs', async () => {
    await expect(register([])).rejects.toThrow(/one or more redirect_uris/);
    await expect(register([BACK], ['everything'])).rejects.toThrow(/no scope "everything"/);
    await register([
      BACK,
      'http://localhost:4000/callback',
      'http://127.0.0.1/x',
      'http://[::1]:1/',
      'com.example.planner:/back',
    ]);
  });
});
