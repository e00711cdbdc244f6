import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints } from '@foyer/contracts/endpoints';
import { userinfoReply } from '@foyer/contracts/connected-apps/oauth';
import { pageValues } from '@foyer/contracts/page-values';
import {
  addClientSecret,
  editClient,
  endOldSecret,
  registerClient,
} from '@foyer/operate/oauth/manage-clients';
import { findFreePort } from '@foyer/tools/run/ports';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { discoverByBadgateway } from '../../test-support/oauth/test-badgateway.ts';
import type {
  AuthorizationRequest,
  ClientLibrary,
  Discover,
  IntrospectingLibrary,
  TestApp,
  Tokens,
} from '../../test-support/oauth/test-client-library.ts';
import { discoverByOauth4webapi } from '../../test-support/oauth/test-oauth4webapi.ts';
import { discoverByOpenidClient } from '../../test-support/oauth/test-openid-client.ts';
import { runPassportApp } from '../../test-support/oauth/test-passport-oauth2.ts';
import { configureSimpleOauth2 } from '../../test-support/oauth/test-simple-oauth2.ts';

const EMAIL = 'ada@example.com';
const METADATA_LIBRARIES: [string, Discover<IntrospectingLibrary>][] = [
  ['openid-client', discoverByOpenidClient],
  ['oauth4webapi', discoverByOauth4webapi],
];
const LIBRARIES: [string, Discover][] = [
  ...METADATA_LIBRARIES,
  ['simple-oauth2', configureSimpleOauth2],
  ['passport-oauth2', runPassportApp],
  ['@badgateway/oauth2-client', discoverByBadgateway],
];

describe('an app that uses an unmodified client library', () => {
  let api: TestApi;
  let visitor: Visitor;
  const running: ClientLibrary[] = [];
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    visitor = await signUp(api, EMAIL);
  });
  afterEach(async () => {
    for (const library of running.splice(0)) await library.stop?.();
  });

  async function register({ isPublic = false, clientId = 'planner' } = {}): Promise<TestApp> {
    const redirectUri = `http://127.0.0.1:${await findFreePort()}/callback`;
    const clientSecret = await registerClient(api.prisma, {
      clientId,
      name: 'Planner',
      redirectUris: [redirectUri],
      scopes: ['profile', 'events.invite'],
      isPublic,
    });
    return { clientId, clientSecret, redirectUri };
  }

  async function discoverFor<Library extends ClientLibrary>(
    discover: Discover<Library>,
    app: TestApp,
  ): Promise<Library> {
    const library = await discover(new URL('http://localhost:3000'), api.url, app);
    running.push(library);
    return library;
  }

  async function decide({ url }: AuthorizationRequest, decision: 'allow' | 'no'): Promise<URL> {
    const page = await visitor.get(url.pathname + url.search).set('accept', 'text/html');
    expect(page.status).toBe(200);
    const json = /id="page-values">(.*?)<\/script>/s.exec(page.text)?.[1] ?? '';
    const { csrfToken, consent } = pageValues.parse(JSON.parse(json));
    const answer = await visitor.agent
      .post(endpoints.oauthDecision.path)
      .type('form')
      .send({
        ...Object.fromEntries(url.searchParams),
        ticket: consent?.ticket ?? '',
        _csrf: csrfToken,
        decision,
      });
    expect(answer.status).toBe(303);
    return new URL(answer.headers['location'] ?? '');
  }

  async function connect<Library extends ClientLibrary>(
    discover: Discover<Library>,
    app: TestApp,
  ): Promise<{ library: Library; tokens: Tokens }> {
    const library = await discoverFor(discover, app);
    const asked = await library.ask('profile');
    return { library, tokens: await library.redeem(await decide(asked, 'allow'), asked) };
  }

  describe.each(LIBRARIES)('%s', (_name, discover) => {
    it.each([
      ['confidential', false],
      ['public', true],
    ])('connects, reads the profile, refreshes and revokes as a %s app', async (_type, isPublic) => {
      const { library, tokens } = await connect(discover, await register({ isPublic }));
      expect(tokens.scope).toBe('profile');
      const user = userinfoReply.parse(await library.userinfo(tokens));
      expect(user).toMatchObject({ name: 'Ada Lovelace', email: EMAIL, email_verified: true, plan: 'free' });

      const fresh = await library.refresh(tokens);
      expect(fresh).toMatchObject({ scope: 'profile' });
      expect(fresh.refreshToken).not.toBe(tokens.refreshToken);
      expect(await library.userinfo(fresh)).toEqual(user);

      await library.revoke(fresh);
      await expect(library.userinfo(fresh)).rejects.toMatchObject({ status: 401 });
      await expect(library.refresh(fresh)).rejects.toMatchObject({ error: 'invalid_grant' });
    });

    it('receives access_denied when the user declines', async () => {
      const library = await discoverFor(discover, await register());
      const asked = await library.ask('profile');
      const callback = await decide(asked, 'no');
      await expect(library.redeem(callback, asked)).rejects.toMatchObject({ error: 'access_denied' });
    });

    it('receives invalid_scope for a scope that it is not registered for [asvs 10.4.11]', async () => {
      const library = await discoverFor(discover, await register());
      const asked = await library.ask('profile diagrams.write');
      const { status, headers } = await visitor
        .get(asked.url.pathname + asked.url.search)
        .set('accept', 'text/html');
      expect(status).toBe(303);
      const callback = new URL(headers['location'] ?? '');
      await expect(library.redeem(callback, asked)).rejects.toMatchObject({ error: 'invalid_scope' });
    });

    it('loses access immediately when it is switched off, and regains it when it is switched on', async () => {
      const app = await register();
      const { library, tokens } = await connect(discover, app);
      await editClient(api.prisma, app.clientId, { isEnabled: false });
      await expect(library.userinfo(tokens)).rejects.toMatchObject({ status: 401 });
      await expect(library.refresh(tokens)).rejects.toMatchObject({ error: 'invalid_grant' });
      await editClient(api.prisma, app.clientId, { isEnabled: true });
      expect(await library.userinfo(tokens)).toMatchObject({ email: EMAIL });
    });
  });

  describe.each(METADATA_LIBRARIES)('%s, which reads all server metadata', (_name, discover) => {
    it('introspects and revokes its own tokens only', async () => {
      const { library, tokens } = await connect(discover, await register());
      expect(await library.introspect(tokens)).toMatchObject({
        active: true,
        client_id: 'planner',
        scope: 'profile',
      });
      const other = await discoverFor(discover, await register({ clientId: 'other' }));
      expect(await other.introspect(tokens)).toEqual({ active: false });
      await other.revoke(tokens);
      expect(await library.introspect(tokens)).toMatchObject({ active: true });
      await library.revoke(tokens);
      expect(await library.introspect(tokens)).toEqual({ active: false });
    });

    it.each([
      ['from another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
      ['without an issuer', (url: URL) => url.searchParams.delete('iss')],
      ['with another state', (url: URL) => url.searchParams.set('state', 'another')],
      ['without a state', (url: URL) => url.searchParams.delete('state')],
    ])('rejects an authorization response %s', async (_what, change) => {
      const library = await discoverFor(discover, await register());
      const asked = await library.ask('profile');
      const good = await decide(asked, 'allow');
      const bad = new URL(good);
      change(bad);
      await expect(library.redeem(bad, asked)).rejects.toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' });
      expect(await library.redeem(good, asked)).toMatchObject({ scope: 'profile' });
    });

    it('changes its secret without an outage: both secrets work until the old one is ended', async () => {
      const app = await register();
      const { library, tokens } = await connect(discover, app);
      const clientSecret = await addClientSecret(api.prisma, app.clientId);
      const renewed = await discoverFor(discover, { ...app, clientSecret });
      const fresh = await library.refresh(tokens);
      expect(await renewed.refresh(fresh)).toMatchObject({ scope: 'profile' });
      await endOldSecret(api.prisma, app.clientId);
      await expect(library.refresh(fresh)).rejects.toMatchObject({ status: 401 });
      expect(await renewed.refresh(fresh)).toMatchObject({ scope: 'profile' });
    });
  });
});
