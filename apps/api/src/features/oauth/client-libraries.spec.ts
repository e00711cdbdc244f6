import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints } from '@foyer/contracts/endpoints';
import { userinfoReply } from '@foyer/contracts/oauth';
import { pageValues } from '@foyer/contracts/page-values';
import { addClientSecret, editClient, endOldSecret, registerClient } from '@foyer/tools/oauth/manage-clients';
import { signUp } from '../../test-accounts.ts';
import { TestApi, type Visitor } from '../../test-api.ts';
import {
  discoverByOauth4webapi,
  discoverByOpenidClient,
  type Asked,
  type ClientLibrary,
  type TestApp,
} from './test-client-libraries.ts';

const EMAIL = 'ada@example.com';
const REDIRECT_URI = 'https://planner.test/callback';

describe.each([
  ['openid-client', discoverByOpenidClient],
  ['oauth4webapi', discoverByOauth4webapi],
])('an app that uses %s', (_name, discover) => {
  let api: TestApi;
  let visitor: Visitor;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    visitor = await signUp(api, EMAIL);
  });

  async function register({ isPublic = false, clientId = 'planner' } = {}): Promise<TestApp> {
    const clientSecret = await registerClient(api.prisma, {
      clientId,
      name: 'Planner',
      redirectUris: [REDIRECT_URI],
      scopes: ['profile', 'events.invite'],
      isPublic,
    });
    return { clientId, clientSecret, redirectUri: REDIRECT_URI };
  }

  const discoverFor = (app: TestApp) => discover(new URL('http://localhost:3000'), api.url, app);

  /** What the person does in the browser; gives where they are led back to. */
  async function decide({ url }: Asked, decision: 'allow' | 'no'): Promise<URL> {
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

  async function connect(app: TestApp) {
    const library = await discoverFor(app);
    const asked = await library.ask('profile');
    return { library, tokens: await library.redeem(await decide(asked, 'allow'), asked) };
  }

  async function expectEnd(library: ClientLibrary, accessToken: string, refreshToken: string): Promise<void> {
    await expect(library.userinfo(accessToken)).rejects.toMatchObject({ status: 401 });
    await expect(library.refresh(refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' });
  }

  it.each([
    ['confidential', false],
    ['public', true],
  ])('goes the whole way as a %s one', async (_type, isPublic) => {
    const { library, tokens } = await connect(await register({ isPublic }));
    expect(tokens.scope).toBe('profile');
    const user = userinfoReply.parse(await library.userinfo(tokens.accessToken));
    expect(user).toMatchObject({ name: 'Ada Lovelace', email: EMAIL, email_verified: true, plan: 'free' });

    const fresh = await library.refresh(tokens.refreshToken);
    expect(fresh.refreshToken).not.toBe(tokens.refreshToken);
    expect(await library.userinfo(fresh.accessToken)).toEqual(user);

    await library.revoke(fresh.refreshToken);
    await expectEnd(library, fresh.accessToken, fresh.refreshToken);
  });

  it('learns about its own tokens, and only about those', async () => {
    const { library, tokens } = await connect(await register());
    expect(await library.introspect(tokens.accessToken)).toMatchObject({
      active: true,
      client_id: 'planner',
      scope: 'profile',
    });
    const other = await discoverFor(await register({ clientId: 'other' }));
    expect(await other.introspect(tokens.accessToken)).toEqual({ active: false });
    await other.revoke(tokens.refreshToken);
    expect(await library.introspect(tokens.accessToken)).toMatchObject({ active: true });
    await library.revoke(tokens.refreshToken);
    expect(await library.introspect(tokens.accessToken)).toEqual({ active: false });
  });

  it('is told by the person’s No', async () => {
    const library = await discoverFor(await register());
    const asked = await library.ask('profile');
    const callback = await decide(asked, 'no');
    await expect(library.redeem(callback, asked)).rejects.toMatchObject({ error: 'access_denied' });
  });

  it('is told that a scope is not its own', async () => {
    const library = await discoverFor(await register());
    const asked = await library.ask('profile diagrams.write');
    const { status, headers } = await visitor
      .get(asked.url.pathname + asked.url.search)
      .set('accept', 'text/html');
    expect(status).toBe(303);
    const callback = new URL(headers['location'] ?? '');
    await expect(library.redeem(callback, asked)).rejects.toMatchObject({ error: 'invalid_scope' });
  });

  it.each([
    ['of another server', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
    ['that says no server', (url: URL) => url.searchParams.delete('iss')],
    ['to another question', (url: URL) => url.searchParams.set('state', 'another')],
    ['to no question', (url: URL) => url.searchParams.delete('state')],
  ])('uses no answer %s, for which the portal gives it the means', async (_what, change) => {
    const library = await discoverFor(await register());
    const asked = await library.ask('profile');
    const good = await decide(asked, 'allow');
    const bad = new URL(good);
    change(bad);
    await expect(library.redeem(bad, asked)).rejects.toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' });
    expect(await library.redeem(good, asked)).toMatchObject({ scope: 'profile' });
  });

  it('changes its secret without an outage: both are good until the older one is ended', async () => {
    const app = await register();
    const { library, tokens } = await connect(app);
    const clientSecret = await addClientSecret(api.prisma, app.clientId);
    const renewed = await discoverFor({ ...app, clientSecret });
    const { refreshToken } = await library.refresh(tokens.refreshToken);
    expect(await renewed.refresh(refreshToken)).toMatchObject({ scope: 'profile' });
    await endOldSecret(api.prisma, app.clientId);
    await expect(library.refresh(refreshToken)).rejects.toMatchObject({ status: 401 });
    expect(await renewed.refresh(refreshToken)).toMatchObject({ scope: 'profile' });
  });

  it('is shut out at once, and let in again', async () => {
    const app = await register();
    const { library, tokens } = await connect(app);
    await editClient(api.prisma, app.clientId, { isEnabled: false });
    await expect(library.userinfo(tokens.accessToken)).rejects.toMatchObject({ status: 401 });
    await expect(library.refresh(tokens.refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' });
    await editClient(api.prisma, app.clientId, { isEnabled: true });
    expect(await library.userinfo(tokens.accessToken)).toMatchObject({ email: EMAIL });
  });
});
