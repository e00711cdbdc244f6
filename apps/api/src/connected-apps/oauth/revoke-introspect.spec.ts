import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import { signUp } from '../../test-support/test-accounts.ts';
import { SERVICE_CREDENTIAL as CREDENTIAL, TestApi, type Visitor } from '../../test-support/test-api.ts';
import {
  codeFor,
  postForm,
  redeem,
  refresh,
  registerApp,
  tokensFor,
  userinfo,
  type TestApp,
  type Tokens,
} from '../../test-support/oauth/test-app.ts';

const ISSUER = 'http://localhost:3000';

describe('issued tokens', () => {
  let api: TestApi;
  let replica: TestApi;
  let ada: Visitor;
  let app: TestApp;
  let other: TestApp;
  let publicApp: TestApp;
  let tokens: Tokens;
  beforeAll(async () => {
    [api, replica] = await Promise.all([TestApi.start(), TestApi.start()]);
  });
  afterAll(() => Promise.all([api.stop(), replica.stop()]));
  beforeEach(async () => {
    await api.empty();
    ada = await signUp(api, 'ada@example.com');
    [app, other] = [await registerApp(api, 'planner'), await registerApp(api, 'other')];
    publicApp = await registerApp(api, 'pocket', { isPublic: true });
    tokens = await tokensFor(api, ada, app, 'profile events.invite');
  });

  const call = (path: string, by: TestApp, token: string | undefined, changes = {}) =>
    postForm(api, path, { client_id: by.clientId, client_secret: by.secret, token, ...changes });
  const revoke = (by: TestApp, token: string | undefined, changes = {}) =>
    call('/oauth/revoke', by, token, changes);
  const introspect = (by: TestApp, token: string | undefined, changes = {}) =>
    call('/oauth/introspect', by, token, changes);
  const introspectAsService = (token: string) =>
    postForm(replica, '/oauth/introspect', { token }).set('authorization', `Bearer ${CREDENTIAL}`);
  const isGood = async (accessToken: string) => (await userinfo(replica, accessToken)).status === 200;

  it('are not all revoked with an access token: the refresh token still works', async () => {
    const reply = await revoke(app, tokens.access_token);
    expect([reply.status, reply.type, reply.body]).toEqual([200, 'application/json', {}]);
    expect(await isGood(tokens.access_token)).toBe(false);
    expect((await refresh(api, app, tokens.refresh_token)).status).toBe(200);
  });

  it('are all revoked with a refresh token, even with a used one', async () => {
    const next = (await refresh(api, app, tokens.refresh_token)).body as Tokens;
    expect((await revoke(app, tokens.refresh_token, { token_type_hint: 'access_token' })).status).toBe(200);
    for (const { access_token } of [tokens, next]) expect(await isGood(access_token)).toBe(false);
    expect((await refresh(api, app, next.refresh_token)).status).toBe(400);
    expect(await api.prisma.auditEvent.findMany({ where: { action: 'oauth.disconnect' } })).toMatchObject([
      { outcome: 'ok', details: { client: app.clientId, by: 'app' } },
    ]);
  });

  it('can be revoked by a public app too', async () => {
    const own = await tokensFor(api, ada, publicApp);
    expect((await revoke(publicApp, own.refresh_token)).status).toBe(200);
    expect(await isGood(own.access_token)).toBe(false);
  });

  it('cannot be revoked by another app, or without the app’s secret', async () => {
    expect((await revoke(other, tokens.refresh_token)).status).toBe(200);
    expect((await revoke(app, tokens.refresh_token, { client_secret: undefined })).status).toBe(401);
    expect((await revoke(app, tokens.refresh_token, { client_secret: 'wrong' })).status).toBe(401);
    expect(await isGood(tokens.access_token)).toBe(true);
    expect((await revoke(app, 'x'.repeat(43))).status).toBe(200);
    expect((await revoke(app, undefined)).body).toMatchObject({ error: 'invalid_request' });
  });

  it('can be introspected by the diagramming product and by their own app', async () => {
    const { id } = await api.prisma.user.findFirstOrThrow();
    const state = {
      ...{
        active: true,
        scope: 'profile events.invite',
        client_id: 'planner',
        sub: id,
        iss: ISSUER,
        aud: [ISSUER],
      },
      iat: expect.any(Number),
      exp: expect.any(Number),
      token_type: 'Bearer',
    };
    for (const reply of [
      await introspectAsService(tokens.access_token),
      await introspect(app, tokens.access_token),
    ]) {
      expect([reply.status, reply.body]).toEqual([200, state]);
      const { exp, iat } = reply.body as { exp: number; iat: number };
      expect(exp - iat).toBe(900);
    }
    expect((await introspect(app, tokens.refresh_token)).body).toMatchObject({
      active: true,
      sub: id,
      aud: [ISSUER],
    });
  });

  it.each([
    ['diagrams.read', ['http://product.test']],
    ['profile diagrams.write', [ISSUER, 'http://product.test']],
    ['profile events.invite', [ISSUER]],
  ])('have the audience of their scopes: %s [asvs 10.3.1]', async (scope, aud) => {
    await api.prisma.oAuthGrant.updateMany({ data: { scopes: scope.split(' ') } });
    await api.prisma.oAuthToken.updateMany({ data: { scopes: scope.split(' ') } });
    const { body } = await introspectAsService(tokens.access_token);
    expect([body.scope, body.aud]).toEqual([scope, aud]);
  });

  it('are described only as inactive when they are not valid, whatever the reason', async () => {
    const inactive = async (token: string) => {
      const [byService, byApp] = [await introspectAsService(token), await introspect(app, token)];
      expect([byService.text, byApp.text]).toEqual(['{"active":false}', '{"active":false}']);
    };
    await inactive('x'.repeat(43));
    expect((await introspect(other, tokens.access_token)).text).toBe('{"active":false}');
    expect((await introspectAsService(tokens.refresh_token)).text).toBe('{"active":false}');
    await api.pool.query(
      "UPDATE oauth_tokens SET expires_at = now() - interval '1 second' WHERE kind = 'access'",
    );
    await inactive(tokens.access_token);
    const next = (await refresh(api, app, tokens.refresh_token)).body as Tokens;
    await inactive(tokens.refresh_token);
    await revoke(app, next.refresh_token);
    await inactive(next.access_token);
  });

  it('cannot be introspected without valid credentials or by a public app', async () => {
    for (const reply of [
      await postForm(api, '/oauth/introspect', { token: tokens.access_token }),
      await introspect(app, tokens.access_token, { client_secret: undefined }),
      await introspect(publicApp, tokens.access_token),
      await postForm(api, '/oauth/introspect', { token: tokens.access_token }).set(
        'authorization',
        'Bearer wrong',
      ),
    ]) {
      expect([reply.status, reply.body]).toMatchObject([401, { error: 'invalid_client' }]);
      expect(reply.headers['www-authenticate']).toMatch(/./);
    }
  });

  it('are accepted in the Authorization header only, and rejected with the errors of RFC 6750', async () => {
    const { http } = api;
    const replies = [
      await http.get(`/oauth/userinfo?access_token=${tokens.access_token}`),
      await userinfo(api, 'x'.repeat(43)),
      await userinfo(api, tokens.refresh_token),
      await http.get('/oauth/userinfo').set('authorization', `Basic ${tokens.access_token}`),
    ];
    for (const reply of replies) {
      expect([reply.status, reply.body]).toMatchObject([401, { error: 'invalid_token' }]);
      expect(reply.headers['www-authenticate']).toMatch(/^Bearer realm=/);
    }
    expect(replies[1]?.headers['www-authenticate']).toContain('error="invalid_token"');
    const narrow = await tokensFor(api, ada, other, 'diagrams.read');
    const refused = await userinfo(api, narrow.access_token);
    expect([refused.status, refused.body]).toMatchObject([403, { error: 'insufficient_scope' }]);
    expect(refused.headers['www-authenticate']).toContain('error="insufficient_scope", scope="profile"');
  });

  it('identify the user who connected the app [asvs 10.3.3]', async () => {
    const user = await api.prisma.user.findFirstOrThrow({ include: { team: true } });
    expect((await userinfo(api, tokens.access_token)).body).toEqual({
      sub: user.id,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      email_verified: true,
      team: { id: user.teamId, name: 'Analytical Events' },
      plan: 'free',
      entitlements: {
        userAccounts: 1,
        eventsPerYear: 1,
        attendeesPerList: 25,
        diagramsPerEvent: 5,
        collaboratorsPerEvent: 5,
      },
    });
  });

  it('identify the user by POST too, without a CSRF token', async () => {
    const post = (token: string) =>
      api.http.post('/oauth/userinfo').set({
        authorization: `Bearer ${token}`,
        origin: 'https://planner.test',
        'sec-fetch-site': 'cross-site',
      });
    const reply = await post(tokens.access_token);
    expect([reply.status, reply.body]).toEqual([200, (await userinfo(api, tokens.access_token)).body]);
    const form = await post(tokens.access_token).type('form').send('schema=openid');
    expect(form.status).toBe(200);
    const twice = await post(tokens.access_token).type('form').send({ access_token: tokens.access_token });
    expect([twice.status, twice.body]).toMatchObject([400, { error: 'invalid_request' }]);
    for (const refused of [
      await post('x'.repeat(43)),
      await api.http.post('/oauth/userinfo').type('form').send({ access_token: tokens.access_token }),
    ])
      expect([refused.status, refused.body]).toMatchObject([401, { error: 'invalid_token' }]);
    const json = await post(tokens.access_token).send({});
    expect([json.status, json.body]).toMatchObject([415, { error: 'invalid_request' }]);
  });

  it('have their last use recorded at most once a minute', async () => {
    const lastUse = async () => (await api.prisma.oAuthGrant.findFirstOrThrow()).lastUsedAt?.getTime();
    expect(await lastUse()).toBeUndefined();
    await userinfo(api, tokens.access_token);
    const first = await lastUse();
    await userinfo(api, tokens.access_token);
    expect([typeof first, await lastUse()]).toEqual(['number', first]);
    await api.pool.query("UPDATE oauth_grants SET last_used_at = now() - interval '61 seconds'");
    await userinfo(api, tokens.access_token);
    expect(await lastUse()).toBeGreaterThanOrEqual(first ?? Infinity);
  });

  it('can invite to events in the name of their own user if they have that scope [asvs 10.3.2]', async () => {
    const invite = (token: string) =>
      api.http
        .post('/events/event-7/invitations')
        .set('authorization', `Bearer ${token}`)
        .send({
          email: 'gina@example.com',
          event_name: 'Gala',
          inviter: { name: 'Somebody Else', email: 'else@example.com' },
        });
    const invited = await invite(tokens.access_token);
    expect(invited.status).toBe(201);
    // Data that an app gets must not prove access to a mailbox (invariant 12 of docs/security.md).
    const [, code = ''] = /join-event\/([\w-]+)/.exec((invited.body as { link: string }).link) ?? [];
    const shown = await api.http.get(`/invitation/event/${decodeInvitationCode(code)}`);
    expect(shown.body).toMatchObject({ invitation: { email: 'gina@example.com' }, needsMail: true });
    expect(await api.prisma.eventInvitation.findMany()).toMatchObject([
      { inviterName: 'Ada Lovelace', inviterEmail: 'ada@example.com' },
    ]);
    const narrow = await tokensFor(api, ada, other, 'profile');
    const refused = await invite(narrow.access_token);
    expect([refused.status, refused.body]).toMatchObject([403, { error: 'insufficient_scope' }]);
    expect((await invite('x'.repeat(43))).status).toBe(401);
    expect((await invite(CREDENTIAL)).status).toBe(201);
  });

  it.each([
    ['an invalid address', 'application/json', '{"email":"x","event_name":"Gala"}', 400, /^email: .+\.$/],
    ['a missing field', 'application/json', '{"email":"gina@example.com"}', 400, /^event_name: .+\.$/],
    ['invalid JSON', 'application/json', '{"email":', 400, /^The request could not be read\.$/],
    ['a form as its body', 'application/x-www-form-urlencoded', 'email=x', 415, /application\/json/],
    ['a body of 40 kB', 'application/json', JSON.stringify({ email: 'x'.repeat(40_000) }), 413, /too large/],
  ])(
    'get an OAuth error for an invitation with %s, but the product gets an error in our format',
    async (_, type, body, status, words) => {
      const invite = (token: string, path = '/events/event-7/invitations') =>
        api.http
          .post(path)
          .set({ authorization: `Bearer ${token}`, 'content-type': type })
          .send(body);
      const reply = await invite(tokens.access_token);
      expect([reply.status, reply.body]).toEqual([
        status,
        { error: 'invalid_request', error_description: expect.stringMatching(words) },
      ]);
      expect((reply.body as { error_description: string }).error_description).toMatch(
        /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/,
      );
      const product = await invite(CREDENTIAL);
      expect([product.status, product.body]).toMatchObject([status, { code: expect.any(String) }]);
      expect(product.body).not.toHaveProperty('error');
    },
  );

  it('get an OAuth error for an event that does not exist', async () => {
    const reply = await api.http
      .post(`/events/${'x'.repeat(500)}/invitations`)
      .set('authorization', `Bearer ${tokens.access_token}`)
      .send({ email: 'gina@example.com', event_name: 'Gala' });
    expect([reply.status, reply.body]).toMatchObject([404, { error: 'invalid_request' }]);
  });

  it('have the endpoints and scopes of the server metadata', async () => {
    const { body } = await api.http.get('/.well-known/oauth-authorization-server');
    expect(body).toEqual({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/oauth/authorize`,
      token_endpoint: `${ISSUER}/oauth/token`,
      userinfo_endpoint: `${ISSUER}/oauth/userinfo`,
      revocation_endpoint: `${ISSUER}/oauth/revoke`,
      introspection_endpoint: `${ISSUER}/oauth/introspect`,
      scopes_supported: ['profile', 'diagrams.read', 'diagrams.write', 'events.invite'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
      authorization_response_iss_parameter_supported: true,
    });
  });

  it('of one app keep working when the user’s tokens of another app are revoked', async () => {
    const elsewhere = await tokensFor(api, ada, other);
    await revoke(app, tokens.refresh_token);
    expect(await isGood(elsewhere.access_token)).toBe(true);
    expect((await redeem(api, other, await codeFor(ada, other))).status).toBe(200);
  });
});
