import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, testEnvironment, type Visitor } from '../../test-support/test-api.ts';
import {
  refresh,
  registerApp,
  tokensFor,
  userinfo,
  type TestApp,
  type Tokens,
} from '../../test-support/oauth/test-app.ts';

describe('a token refresh', () => {
  let api: TestApi;
  let replica: TestApi;
  let ada: Visitor;
  let app: TestApp;
  let publicApp: TestApp;
  let first: Tokens;
  beforeAll(async () => {
    [api, replica] = await Promise.all([TestApi.start(), TestApi.start()]);
  });
  afterAll(() => Promise.all([api.stop(), replica.stop()]));
  beforeEach(async () => {
    await api.empty();
    ada = await signUp(api, 'ada@example.com');
    app = await registerApp(api, 'planner');
    publicApp = await registerApp(api, 'pocket', { isPublic: true });
    first = await tokensFor(api, ada, app, 'profile events.invite');
  });

  const age = (seconds: number) =>
    api.pool.query('UPDATE oauth_tokens SET used_at = used_at - make_interval(secs => $1)', [seconds]);
  const tokensOf = (reply: { body: unknown }) => reply.body as Tokens;

  it('returns new tokens each time, to confidential and public apps', async () => {
    for (const one of [app, publicApp]) {
      const before = await tokensFor(api, ada, one);
      const reply = await refresh(replica, one, before.refresh_token);
      expect([reply.status, reply.body]).toMatchObject([200, { token_type: 'Bearer', expires_in: 900 }]);
      expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
      expect(tokensOf(reply).refresh_token).not.toBe(before.refresh_token);
      expect((await userinfo(api, tokensOf(reply).access_token)).status).toBe(200);
      expect((await refresh(api, one, tokensOf(reply).refresh_token)).status).toBe(200);
    }
  });

  it('returns the same new refresh token for a minute, because responses can get lost', async () => {
    const once = tokensOf(await refresh(api, app, first.refresh_token));
    await age(55);
    const twice = tokensOf(await refresh(replica, app, first.refresh_token));
    expect(twice.refresh_token).toBe(once.refresh_token);
    for (const { access_token } of [once, twice])
      expect((await userinfo(api, access_token)).status).toBe(200);
    expect((await refresh(api, app, twice.refresh_token)).status).toBe(200);
  });

  it('returns the same new refresh token to a public app for ten seconds only, as it has no secret', async () => {
    const own = await tokensFor(api, ada, publicApp);
    const once = tokensOf(await refresh(api, publicApp, own.refresh_token));
    await age(8);
    const twice = await refresh(replica, publicApp, own.refresh_token);
    expect(tokensOf(twice).refresh_token).toBe(once.refresh_token);
    await age(3);
    expect((await refresh(replica, publicApp, own.refresh_token)).body).toMatchObject({
      error: 'invalid_grant',
    });
    expect((await refresh(api, publicApp, once.refresh_token)).status).toBe(400);
  });

  it('revokes all tokens of a code when an older refresh token is used after a newer one, however soon', async () => {
    for (const one of [app, publicApp]) {
      const own = await tokensFor(api, ada, one);
      const second = tokensOf(await refresh(api, one, own.refresh_token));
      const third = tokensOf(await refresh(replica, one, second.refresh_token));
      expect((await refresh(api, one, own.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
      expect((await refresh(replica, one, third.refresh_token)).status).toBe(400);
      expect((await userinfo(api, third.access_token)).status).toBe(401);
    }
    expect(await api.prisma.auditEvent.count({ where: { action: 'oauth.reuse' } })).toBe(2);
  });

  it('returns nothing new for an older token used concurrently with a newer one, and then ends both', async () => {
    for (let round = 0; round < 5; round++) {
      const own = await tokensFor(api, ada, app);
      const second = tokensOf(await refresh(api, app, own.refresh_token));
      const [older, newer] = await Promise.all([
        refresh(api, app, own.refresh_token),
        refresh(replica, app, second.refresh_token),
      ]);
      if (older.status === 200) expect(tokensOf(older).refresh_token).toBe(second.refresh_token);
      else expect(older.body).toMatchObject({ error: 'invalid_grant' });
      expect((await refresh(api, app, own.refresh_token)).status).toBe(400);
      if (newer.status === 200)
        expect((await refresh(api, app, tokensOf(newer).refresh_token)).status).toBe(400);
    }
  });

  it('revokes all tokens of a code when a used refresh token is reused after a minute [asvs 10.4.5]', async () => {
    const next = tokensOf(await refresh(api, app, first.refresh_token));
    await age(61);
    expect((await refresh(replica, app, first.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(api, app, next.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await userinfo(api, next.access_token)).status).toBe(401);
    expect(await api.prisma.auditEvent.findMany({ where: { action: 'oauth.reuse' } })).toMatchObject([
      { details: { client: 'planner', reused: 'refresh_token' } },
    ]);
  });

  it('does not revoke tokens of another code when a used refresh token is reused', async () => {
    const other = await tokensFor(api, ada, app, 'profile events.invite');
    await refresh(api, app, first.refresh_token);
    await age(61);
    expect((await refresh(replica, app, first.refresh_token)).status).toBe(400);
    expect((await refresh(api, app, other.refresh_token)).status).toBe(200);
  });

  it('returns the same new refresh token to 20 concurrent requests at two replicas', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        refresh(number % 2 ? api : replica, app, first.refresh_token),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(replies.map((reply) => tokensOf(reply).refresh_token)).size).toBe(1);
    expect(await api.prisma.oAuthToken.count({ where: { kind: 'refresh' } })).toBe(2);
    expect((await refresh(api, app, tokensOf(replies[0] ?? { body: {} }).refresh_token)).status).toBe(200);
  });

  it('returns the same new refresh token during a rotation of the portal’s secret', async () => {
    const once = tokensOf(await refresh(api, app, first.refresh_token));
    const exchanged = await TestApi.start({
      CSRF_SECRET: `${'n'.repeat(32)},${testEnvironment()['CSRF_SECRET']}`,
    });
    try {
      expect(tokensOf(await refresh(exchanged, app, first.refresh_token)).refresh_token).toBe(
        once.refresh_token,
      );
      const next = tokensOf(await refresh(exchanged, app, once.refresh_token));
      expect((await refresh(exchanged, app, next.refresh_token)).status).toBe(200);
    } finally {
      await exchanged.stop();
    }
  });

  it('can narrow the scope of the access token, but not widen it', async () => {
    const wider = await refresh(api, app, first.refresh_token, { scope: 'profile diagrams.read' });
    expect([wider.status, wider.body]).toMatchObject([400, { error: 'invalid_scope' }]);
    const narrow = tokensOf(await refresh(api, app, first.refresh_token, { scope: 'events.invite' }));
    expect(narrow.scope).toBe('events.invite');
    expect((await userinfo(api, narrow.access_token)).status).toBe(403);
    expect(tokensOf(await refresh(api, app, narrow.refresh_token)).scope).toBe('profile events.invite');
  });

  it('works only for the app that received the token, which must authenticate', async () => {
    expect((await refresh(api, publicApp, first.refresh_token)).body).toMatchObject({
      error: 'invalid_grant',
    });
    for (const client_secret of [undefined, 'wrong'])
      expect((await refresh(api, app, first.refresh_token, { client_secret })).status).toBe(401);
    expect((await refresh(api, app, first.refresh_token)).status).toBe(200);
  });

  it.each([undefined, 'x'.repeat(43)])('rejects %j as a refresh token', async (token) => {
    expect((await refresh(api, app, '', { refresh_token: token })).status).toBe(400);
  });

  it('rejects an access token as a refresh token', async () => {
    expect((await refresh(api, app, first.access_token)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('works for at most 90 days after the consent [asvs 10.4.8]', async () => {
    const { rows } = await api.pool.query(
      `SELECT DISTINCT extract(epoch FROM g.expires_at - g.created_at)::int / 86400 AS days, t.expires_at = g.expires_at AS same
         FROM oauth_grants g JOIN oauth_tokens t ON t.grant_id = g.id WHERE t.kind = 'refresh'`,
    );
    expect(rows).toEqual([{ days: 90, same: true }]);
    await api.pool.query("UPDATE oauth_grants SET expires_at = now() + interval '5 minutes'");
    const last = tokensOf(await refresh(api, app, first.refresh_token));
    expect(last.expires_in).toBeLessThanOrEqual(300);
    await api.pool.query("UPDATE oauth_grants SET expires_at = now() - interval '1 second'");
    expect((await refresh(api, app, last.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
  });
});
