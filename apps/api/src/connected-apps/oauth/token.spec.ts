import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import {
  codeFor,
  postForm,
  redeem,
  refresh,
  registerApp,
  tokensFor,
  userinfo,
  VERIFIER,
  type TestApp,
  type Tokens,
} from '../../test-support/oauth/test-app.ts';

const EMAIL = 'ada@example.com';

describe('the exchange of a code for tokens', () => {
  let api: TestApi;
  let replica: TestApi;
  let ada: Visitor;
  let app: TestApp;
  let publicApp: TestApp;
  beforeAll(async () => {
    [api, replica] = await Promise.all([TestApi.start(), TestApi.start()]);
  });
  afterAll(() => Promise.all([api.stop(), replica.stop()]));
  beforeEach(async () => {
    await api.empty();
    ada = await signUp(api, EMAIL);
    app = await registerApp(api, 'planner');
    publicApp = await registerApp(api, 'pocket', { isPublic: true });
  });

  it('returns two tokens to confidential and public apps, in a response that forbids caching [asvs 10.1.1]', async () => {
    for (const one of [app, publicApp]) {
      const { status, body, headers } = await redeem(api, one, await codeFor(ada, one));
      expect([status, body]).toEqual([
        200,
        {
          access_token: expect.stringMatching(/^[\w-]{43}$/),
          token_type: 'Bearer',
          expires_in: 900,
          refresh_token: expect.stringMatching(/^[\w-]{43}$/),
          scope: 'profile',
        },
      ]);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
      expect((await userinfo(replica, (body as Tokens).access_token)).body).toMatchObject({ email: EMAIL });
    }
  });

  it('accepts a form-encoded secret by Basic authentication, and asks for it again after a wrong one', async () => {
    const encode = (text: string) =>
      encodeURIComponent(text).replace(/[-_.!~*'()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
    const basic = (secret: string) =>
      `Basic ${Buffer.from(`${encode(app.clientId)}:${encode(secret)}`).toString('base64')}`;
    const code = await codeFor(ada, app);
    const call = (authorization: string, changes = {}) =>
      redeem(api, app, code, { client_id: undefined, client_secret: undefined, ...changes }).set({
        authorization,
      });
    const wrong = await call(basic('wrong'));
    expect([wrong.status, wrong.body]).toMatchObject([401, { error: 'invalid_client' }]);
    expect(wrong.headers['www-authenticate']).toMatch(/^Basic realm=/);
    const notEncoded = await call(`Basic ${Buffer.from(`${app.clientId}:100%`).toString('base64')}`);
    expect([notEncoded.status, notEncoded.body]).toMatchObject([401, { error: 'invalid_client' }]);
    const both = await call(basic(app.secret ?? ''), { client_secret: app.secret });
    expect([both.status, both.body]).toMatchObject([400, { error: 'invalid_request' }]);
    expect((await call(basic(app.secret ?? ''))).status).toBe(200);
  });

  it.each([
    ['a confidential app without its secret, even with a valid verifier', { client_secret: undefined }, 401],
    ['a wrong secret', { client_secret: 'x'.repeat(43) }, 401],
    ['an unknown app', { client_id: 'unknown' }, 401],
    ['no app', { client_id: undefined }, 401],
    ['another redirect URI', { redirect_uri: 'http://localhost:4000/callback' }, 400],
    ['no redirect URI', { redirect_uri: undefined }, 400],
    ['no verifier', { code_verifier: undefined }, 400],
    ['a wrong verifier', { code_verifier: 'w'.repeat(43) }, 400],
    ['a short verifier', { code_verifier: 'v'.repeat(42) }, 400],
    ['an unknown code', { code: 'x'.repeat(43) }, 400],
    ['no code', { code: undefined }, 400],
    ['two codes', { code: ['one', 'two'] }, 400],
    ['two apps', { client_id: ['planner', 'planner'] }, 400],
    ['the password grant', { grant_type: 'password', username: EMAIL, password: 'x' }, 400],
    ['client credentials', { grant_type: 'client_credentials' }, 400],
    ['no grant type', { grant_type: undefined }, 400],
  ])('rejects %s [asvs 10.4.4, 10.4.6, 10.4.10]', async (_, changes, status) => {
    const reply = await redeem(api, app, await codeFor(ada, app), changes);
    expect(reply.status).toBe(status);
    expect(Object.keys(reply.body as object)).toEqual(['error', 'error_description']);
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
    expect(await api.prisma.oAuthToken.count()).toBe(0);
  });

  it('rejects a secret from a public app, which has none', async () => {
    const code = await codeFor(ada, publicApp);
    expect((await redeem(api, publicApp, code, { client_secret: 'made-up' })).status).toBe(401);
    expect((await redeem(api, publicApp, code)).status).toBe(200);
  });

  it('rejects a code of another app and invalidates it, because it may be stolen', async () => {
    const code = await codeFor(ada, app);
    expect((await redeem(api, publicApp, code)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await redeem(api, app, code)).body).toMatchObject({ error: 'invalid_grant' });
    expect(await api.prisma.oAuthToken.count()).toBe(0);
  });

  it('describes an error in our own words, not in those of the library', async () => {
    for (const changes of [{ code_verifier: 'w'.repeat(43) }, { code: undefined }, { code: 'ä' }]) {
      const { body } = await redeem(api, app, await codeFor(ada, app), changes);
      const { error_description: words } = body as { error_description: string };
      expect(words).toMatch(/^[A-Z].*\.$|^code_verifier|^redirect_uri/);
      expect(words).not.toMatch(/Invalid grant|Missing parameter|`/);
    }
  });

  it('accepts only forms, without parameters in the URL [asvs 15.3.7]', async () => {
    const json = await api.http.post('/oauth/token').send({ grant_type: 'authorization_code' });
    expect([json.status, json.body]).toMatchObject([415, { error: 'invalid_request' }]);
    const mixed = await postForm(api, '/oauth/token?client_id=planner', { grant_type: 'refresh_token' });
    expect([mixed.status, mixed.body]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  it('invalidates a code after a wrong verifier', async () => {
    const code = await codeFor(ada, app);
    const wrong = await redeem(api, app, code, { code_verifier: 'w'.repeat(43) });
    const right = await redeem(api, app, code);
    expect([wrong.body, right.body]).toMatchObject([{ error: 'invalid_grant' }, { error: 'invalid_grant' }]);
  });

  it('accepts a code once: a second use revokes the tokens of the first [asvs 10.4.2]', async () => {
    const code = await codeFor(ada, app);
    const { access_token, refresh_token } = (await redeem(api, app, code)).body as Tokens;
    expect((await userinfo(api, access_token)).status).toBe(200);
    expect((await redeem(replica, app, code)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await userinfo(api, access_token)).status).toBe(401);
    expect((await refresh(api, app, refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
    expect(await api.prisma.auditEvent.findMany({ where: { action: 'oauth.reuse' } })).toMatchObject([
      { details: { client: 'planner', reused: 'code' } },
    ]);
  });

  it.each([
    ['with the right verifier', {}],
    ['with a wrong verifier', { code_verifier: 'w'.repeat(43) }],
  ])('revokes only tokens of the same code when a code is reused %s', async (_, changes) => {
    const before = await tokensFor(api, ada, app);
    const code = await codeFor(ada, app);
    const tokens = (await redeem(api, app, code)).body as Tokens;
    const refreshed = (await refresh(api, app, tokens.refresh_token)).body as Tokens;
    expect(await api.prisma.oAuthGrant.count()).toBe(1);
    expect((await redeem(replica, app, code, changes)).status).toBe(400);
    for (const { access_token, refresh_token } of [tokens, refreshed]) {
      expect((await userinfo(api, access_token)).status).toBe(401);
      expect((await refresh(api, app, refresh_token)).status).toBe(400);
    }
    expect((await userinfo(api, before.access_token)).status).toBe(200);
    expect((await refresh(api, app, before.refresh_token)).status).toBe(200);
  });

  it('leaves no tokens when a code is reused while its tokens are being refreshed', async () => {
    for (let round = 0; round < 10; round++) {
      const code = await codeFor(ada, app);
      const { refresh_token } = (await redeem(api, app, code)).body as Tokens;
      await Promise.all([
        refresh(api, app, refresh_token),
        redeem(replica, app, code),
        refresh(replica, app, refresh_token),
      ]);
      expect(await api.prisma.oAuthToken.count()).toBe(0);
    }
  });

  it('returns tokens to at most one of 50 concurrent requests, and treats the others as reuse', async () => {
    const code = await codeFor(ada, app);
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, number) => redeem(number % 2 ? api : replica, app, code)),
    );
    const won = replies.filter(({ status }) => status === 200);
    expect([0, 1]).toContain(won.length);
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(50 - won.length);
    for (const { body } of won) expect((await userinfo(api, (body as Tokens).access_token)).status).toBe(401);
    expect(await api.prisma.oAuthToken.count()).toBe(0);
    expect(await api.prisma.auditEvent.count({ where: { action: 'oauth.reuse' } })).toBe(1);
  });

  it.each([
    ['a code that is a minute old', "UPDATE oauth_codes SET expires_at = now() - interval '1 second'"],
    ['a grant that has expired', "UPDATE oauth_grants SET expires_at = now() - interval '1 second'"],
    ['a grant that was revoked', 'UPDATE oauth_grants SET revoked_at = now()'],
    ['a user who was deactivated', 'UPDATE users SET deactivated_at = now()'],
    ['an app that was switched off', 'UPDATE oauth_clients SET is_enabled = false'],
  ])('rejects %s [asvs 10.4.3]', async (_, change) => {
    const [code, before] = [await codeFor(ada, app), await tokensFor(api, ada, app)];
    await api.pool.query(change);
    expect((await redeem(api, app, code)).body).toMatchObject({ error: 'invalid_grant' });
    if (!change.includes('oauth_codes')) {
      expect((await refresh(replica, app, before.refresh_token)).body).toMatchObject({
        error: 'invalid_grant',
      });
      expect((await userinfo(replica, before.access_token)).status).toBe(401);
    }
  });

  it('stores no code, token or secret in a usable form', async () => {
    const tokens = await tokensFor(api, ada, app);
    const next = (await refresh(api, app, tokens.refresh_token)).body as Tokens;
    const code = await codeFor(ada, app, { scope: 'profile diagrams.read' });
    const { rows } = await api.pool.query<{ dump: string }>(
      `SELECT string_agg(t, ' ') AS dump FROM (
         SELECT c::text FROM oauth_clients c UNION ALL SELECT g::text FROM oauth_grants g
         UNION ALL SELECT k::text FROM oauth_codes k UNION ALL SELECT t::text FROM oauth_tokens t
         UNION ALL SELECT c::text FROM consent_tickets c) AS dumps (t)`,
    );
    const bytes = (secret: string) => Buffer.from(secret, 'base64url').toString('hex');
    for (const secret of [
      ...[tokens.access_token, tokens.refresh_token, next.access_token, next.refresh_token],
      ...[code, app.secret ?? '', VERIFIER],
    ]) {
      expect(rows[0]?.dump).not.toContain(secret);
      expect(rows[0]?.dump).not.toContain(bytes(secret));
    }
  });

  it('needs no cookies or CSRF tokens', async () => {
    const code = await codeFor(ada, app);
    const reply = await redeem(api, app, code).set('origin', 'https://planner.test').set('cookie', 'sid=x');
    expect(reply.status).toBe(200);
    expect(reply.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('makes three database queries', async () => {
    const code = await codeFor(ada, app);
    const pool = api.service(Pool);
    let queries = 0;
    const { query } = pool;
    pool.query = ((...parameters: Parameters<typeof query>) => {
      if (!JSON.stringify(parameters[0]).includes('rate_limits')) queries++;
      return query.apply(pool, parameters);
    }) as typeof query;
    try {
      expect((await redeem(api, app, code)).status).toBe(200);
    } finally {
      pool.query = query;
    }
    expect(queries).toBe(3);
  });
});
