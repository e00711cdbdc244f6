import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import {
  askConsent,
  codeFor,
  postDecision,
  postForm,
  redeem,
  refresh,
  registerApp,
  requestOf,
  tokensFor,
  userinfo,
  valuesOf,
  addressOf,
  type TestApp,
  type Tokens,
} from '../../test-support/oauth/test-app.ts';

describe('scopes that an operator removes from an app', () => {
  let api: TestApi;
  let ada: Visitor;
  let app: TestApp;
  let tokens: Tokens;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    ada = await signUp(api, 'ada@example.com');
    app = await registerApp(api, 'planner');
    tokens = await tokensFor(api, ada, app, 'profile diagrams.read');
  });

  const registerScopes = (...scopes: string[]) =>
    api.prisma.oAuthClient.update({ where: { clientId: app.clientId }, data: { scopes } });
  const introspect = async (token: string) =>
    (
      await postForm(api, '/oauth/introspect', {
        client_id: app.clientId,
        client_secret: app.secret,
        token,
      })
    ).body as object;
  const refreshed = async (changes = {}) => {
    const { status, body } = await refresh(api, app, tokens.refresh_token, changes);
    return [status, body] as [number, Tokens & { error?: string }];
  };

  it('are removed from its tokens immediately, and its next token response names the remaining scopes', async () => {
    await registerScopes('diagrams.read');
    expect((await userinfo(api, tokens.access_token)).status).toBe(403);
    for (const token of [tokens.access_token, tokens.refresh_token])
      expect(await introspect(token)).toMatchObject({ active: true, scope: 'diagrams.read' });
    const [status, next] = await refreshed();
    expect([status, next.scope]).toEqual([200, 'diagrams.read']);
    expect((await userinfo(api, next.access_token)).status).toBe(403);
    const { body } = await ada.get('/settings/apps/details');
    expect(body).toMatchObject({ apps: [{ scopes: ['diagrams.read'] }] });
  });

  it('may still be named in a refresh with a remaining scope, but are not granted', async () => {
    await registerScopes('diagrams.read');
    expect(await refreshed({ scope: 'profile diagrams.read' })).toMatchObject([
      200,
      { scope: 'diagrams.read' },
    ]);
    expect(await refreshed({ scope: 'profile' })).toMatchObject([400, { error: 'invalid_scope' }]);
  });

  it('end the connection when the last one is removed', async () => {
    await registerScopes('events.invite');
    expect((await userinfo(api, tokens.access_token)).status).toBe(401);
    expect(await introspect(tokens.access_token)).toEqual({ active: false });
    expect(await refreshed()).toMatchObject([400, { error: 'invalid_grant' }]);
    expect(await api.prisma.oAuthGrant.count({ where: { revokedAt: null } })).toBe(0);
    await registerScopes('profile', 'diagrams.read');
    expect(await refreshed()).toMatchObject([400, { error: 'invalid_grant' }]);
  });

  it('need new consent after the app gets them back', async () => {
    await registerScopes('diagrams.read');
    await registerScopes('profile', 'diagrams.read');
    expect((await userinfo(api, tokens.access_token)).status).toBe(403);
    expect((await refreshed())[1].scope).toBe('diagrams.read');
    const asked = await ada
      .get(addressOf(requestOf(app, { scope: 'profile diagrams.read' })))
      .set('accept', 'text/html')
      .redirects(0);
    expect(valuesOf(asked.text).consent?.scopes).toEqual(['profile', 'diagrams.read']);
    const silent = await ada.get(addressOf(requestOf(app, { scope: 'diagrams.read' }))).redirects(0);
    expect(silent.status).toBe(303);
  });

  it('are not in the tokens for a code that was issued before the removal', async () => {
    const code = await codeFor(ada, app, { scope: 'profile diagrams.read' });
    const last = await codeFor(ada, app, { scope: 'profile' });
    await registerScopes('diagrams.read');
    expect((await redeem(api, app, code)).body).toMatchObject({ scope: 'diagrams.read' });
    expect((await redeem(api, app, last)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('cannot be granted concurrently with their removal', async () => {
    await api.prisma.oAuthGrant.deleteMany();
    const fields = await askConsent(ada, requestOf(app, { scope: 'profile diagrams.read' }));
    const answer = await api.commitOnceWaitedFor(
      (edit) => edit.query("UPDATE oauth_clients SET scopes = '{diagrams.read}'"),
      () => postDecision(ada, { ...fields, decision: 'allow' }),
    );
    expect(answer.headers['location']).toContain('error=invalid_scope');
    expect(await api.prisma.oAuthGrant.count()).toBe(0);
  });
});

describe('a code of a user who has lost access', () => {
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
    app = await registerApp(api, 'planner');
  });

  it.each([
    [
      'whose plan has ended',
      `INSERT INTO subscriptions (team_id, stripe_customer_id, status, ends_as)
         SELECT team_id, 'cus_1', 'canceled', 'ended' FROM users`,
    ],
    [
      'whose team requires a second factor',
      "UPDATE teams SET second_factor_due_at = now() - interval '60 days'; UPDATE users SET team_since = now() - interval '90 days'",
    ],
    ['who is deleting their account', 'UPDATE users SET leaving_at = now()'],
    ['who is deactivated', 'UPDATE users SET deactivated_at = now()'],
  ])('is not exchanged for tokens: a user %s', async (_, change) => {
    const code = await codeFor(ada, app);
    await api.pool.query(change);
    expect((await redeem(api, app, code)).body).toMatchObject({ error: 'invalid_grant' });
    expect(await api.prisma.oAuthToken.count()).toBe(0);
  });
});
