import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD } from '../../test-support/test-bodies.ts';
import {
  addressOf,
  answerIn,
  askConsent,
  codeFor,
  postDecision,
  registerApp,
  requestOf,
  valuesOf,
  type TestApp,
} from '../../test-support/oauth/test-app.ts';

const EMAIL = 'ada@example.com';

describe('an authorization request', () => {
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
  const ask = (changes: Record<string, string | undefined>, visitor = ada) =>
    open(visitor, addressOf(requestOf(app, changes)));
  const isCode = (reply: { headers: Record<string, string> }) => 'code' in answerIn(reply);
  const backOf = ({ headers }: { headers: Record<string, string> }) => {
    const { pathname, searchParams } = new URL(headers['location'] ?? '/', 'http://localhost:3000');
    return pathname === '/login' ? (searchParams.get('redirect') ?? '') : undefined;
  };
  const logIn = (visitor: Visitor, email = EMAIL) =>
    visitor.post('/login', { email, password: GOOD_PASSWORD });
  const grow = (seconds: number) =>
    api.pool.query(
      `UPDATE sessions SET created_at = created_at - make_interval(secs => ${seconds}),
                           proved_at = proved_at - make_interval(secs => ${seconds})`,
    );

  it.each(['create', 'none login', 'consent none', 'LOGIN', 'login,consent', 'constructor'])(
    'is rejected with prompt=%s',
    async (prompt) => {
      expect(answerIn(await ask({ prompt }))).toMatchObject({ error: 'invalid_request', state: 'st4te' });
    },
  );

  it.each(['-1', '1.5', 'x', '1e3', '9'.repeat(10)])(
    'is rejected with max_age=%s [asvs 1.4.2]',
    async (max_age) => {
      expect(answerIn(await ask({ max_age }))).toMatchObject({ error: 'invalid_request' });
    },
  );

  it('with prompt=none shows no page, and tells the app what the user would have to do', async () => {
    const silent = { prompt: 'none' };
    expect(answerIn(await ask(silent, await api.visit()))).toMatchObject({
      error: 'login_required',
      state: 'st4te',
    });
    expect(answerIn(await ask(silent))).toMatchObject({ error: 'consent_required' });
    expect(await api.prisma.consentTicket.count()).toBe(0);
    await codeFor(ada, app);
    expect(isCode(await ask(silent))).toBe(true);
    await grow(120);
    expect(answerIn(await ask({ ...silent, max_age: '60' }))).toMatchObject({ error: 'login_required' });
    expect(isCode(await ask({ ...silent, max_age: '600' }))).toBe(true);
    await api.prisma.team.updateMany({ data: { hasIncompleteBilling: true } });
    expect(answerIn(await ask(silent))).toMatchObject({ error: 'interaction_required' });
  });

  it.each([{ prompt: 'login' }, { max_age: '0' }, { prompt: 'login', max_age: '60' }])(
    'with %j requires one new login, and then returns a code',
    async (wish) => {
      await codeFor(ada, app);
      await grow(120);
      const first = await ask(wish);
      const back = backOf(first) ?? '';
      expect(back).toContain('&asked_at=');
      const login = await open(ada, first.headers['location'] ?? '');
      expect(valuesOf(login.text)).toMatchObject({ userEmail: '', redirectUrl: back });
      expect(valuesOf(login.text)).not.toHaveProperty('session');
      const again = backOf(await open(ada, back)) ?? '';
      expect(again.replace(/&asked_at=[^&]+$/, '')).toBe(addressOf(requestOf(app, wish)));
      await logIn(ada);
      expect(isCode(await open(ada, back))).toBe(true);
      expect(isCode(await open(ada, back))).toBe(true);
    },
  );

  it('with prompt=login asks a visitor to log in only once', async () => {
    const visitor = await api.visit();
    const back = backOf(await ask({ prompt: 'login consent', max_age: '0' }, visitor)) ?? '';
    await logIn(visitor);
    expect((await open(visitor, back)).status).toBe(200);
  });

  it('with prompt=login asks again if asked_at is missing, forged, of another request or newer than the login', async () => {
    await codeFor(ada, app);
    const wish = { prompt: 'login' };
    const isAsked = async (address: string) => backOf(await open(ada, address)) !== undefined;
    const back = backOf(await ask(wish)) ?? '';
    const mark = /&asked_at=(.+)$/.exec(back)?.[1] ?? '';
    const other = /&asked_at=(.+)$/.exec(backOf(await ask({ ...wish, state: 'other' })) ?? '')?.[1] ?? '';
    await logIn(ada);
    const address = addressOf(requestOf(app, wish));
    const [at = '', signature = ''] = mark.split('.');
    for (const bad of [
      '',
      other,
      `${Number(at) - 1}.${signature}`,
      `${at}.${'x'.repeat(43)}`,
      `${at}.`,
      signature,
    ])
      expect([bad, await isAsked(`${address}&asked_at=${bad}`)]).toEqual([bad, true]);
    expect(await isAsked(address)).toBe(true);
    expect(await isAsked(back.replace('st4te', 'other'))).toBe(true);
    expect(await isAsked(back)).toBe(false);
    await grow(3_500);
    expect(await isAsked(back)).toBe(true);
  });

  it('with prompt=login accepts a login at another replica', async () => {
    await codeFor(ada, app);
    const back = backOf(await ask({ prompt: 'login' })) ?? '';
    const guest = await replica.visit();
    await logIn(guest);
    expect(isCode(await open(guest, back))).toBe(true);
  });

  it('with prompt=consent asks for consent although the user gave it before', async () => {
    await codeFor(ada, app);
    expect((await ask({})).status).toBe(303);
    const page = await ask({ prompt: 'consent' });
    expect(page.status).toBe(200);
    const fields = await askConsent(ada, requestOf(app, { prompt: 'consent' }));
    expect(isCode(await postDecision(ada, { ...fields, decision: 'allow' }))).toBe(true);
    expect(
      (
        await postDecision(ada, {
          ...(await askConsent(ada, requestOf(app, { prompt: 'consent' }))),
          prompt: '',
        })
      ).status,
    ).toBe(403);
  });

  it('with prompt=select_account shows the account, and continues with another one that logs in', async () => {
    const eve = await signUp(api, 'eve@example.com');
    await codeFor(ada, app);
    await codeFor(eve, app);
    const page = await ask({ prompt: 'select_account' });
    const { userEmail, consent } = valuesOf(page.text);
    expect([page.status, userEmail, consent?.choosesAccount]).toEqual([200, EMAIL, true]);
    const back = backOf({ headers: { location: consent?.otherAccount ?? '' } }) ?? '';
    await ada.post('/logout', {});
    await ada.refreshCsrfToken();
    await logIn(ada, 'eve@example.com');
    expect(isCode(await open(ada, back))).toBe(true);
    expect((await ask({ prompt: 'select_account' })).status).toBe(200);
    expect(valuesOf((await ask({ prompt: 'consent' })).text).consent?.choosesAccount).toBe(false);
  });
});

describe('a consent decision that is sent too late', () => {
  let api: TestApi;
  let ada: Visitor;
  let app: TestApp;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    ada = await signUp(api, EMAIL);
    app = await registerApp(api, 'planner');
  });
  const asPerson = (fields: Record<string, string>) => postDecision(ada, fields).set('accept', 'text/html');
  const sameOf = (location: string | undefined) =>
    Object.fromEntries(new URL(location ?? '', 'http://localhost:3000').searchParams);

  it.each([
    ['allow', {}, 'consent'],
    ['no', { prompt: 'select_account' }, 'select_account consent'],
  ])(
    'is redirected to the same request after its ticket expired: decision %s, parameters %j',
    async (decision, parameters, prompt) => {
      const request = requestOf(app, parameters);
      const fields = await askConsent(ada, request);
      await api.pool.query("UPDATE consent_tickets SET expires_at = now() - interval '1 second'");
      await codeFor(ada, app, { state: 'meanwhile' });
      const reply = await asPerson({ ...fields, decision });
      expect([reply.status, sameOf(reply.headers['location'])]).toEqual([303, { ...request, prompt }]);
      const page = await ada
        .get(reply.headers['location'] ?? '')
        .set('accept', 'text/html')
        .redirects(0);
      expect([page.status, valuesOf(page.text).appName]).toEqual([200, 'App planner']);
    },
  );

  it.each([
    ['has ended', async () => void (await api.prisma.session.deleteMany())],
    ['cookie is missing', async () => void (ada = await api.visit())],
  ])('is redirected to the login, and then to the same request, when the session %s', async (_, end) => {
    const request = requestOf(app, { max_age: '86400' });
    const fields = await askConsent(ada, request);
    await end();
    const reply = await asPerson({ ...fields, decision: 'allow' });
    expect([reply.status, sameOf(reply.headers['location'])]).toEqual([
      303,
      { ...request, prompt: 'consent' },
    ]);
    const login = await ada
      .get(reply.headers['location'] ?? '')
      .set('accept', 'text/html')
      .redirects(0);
    expect(login.headers['location']).toMatch(/^\/login\?redirect=%2Foauth%2Fauthorize%3F/);
    const back = sameOf(login.headers['location'])['redirect'] ?? '';
    await ada.refreshCsrfToken();
    await ada.post('/login', { email: EMAIL, password: GOOD_PASSWORD });
    const page = await ada.get(back).set('accept', 'text/html').redirects(0);
    expect([page.status, valuesOf(page.text).userEmail]).toEqual([200, EMAIL]);
    expect(sameOf(back)).toMatchObject(request);
  });

  it('is rejected if incomplete or from another site, and gets the error page for a wrong redirect URI', async () => {
    const incomplete: Record<string, string>[] = [
      { decision: 'allow' },
      { client_id: 'planner', redirect_uri: 'https://evil.test/' },
    ];
    for (const fields of incomplete) {
      const reply = await asPerson(fields);
      expect([reply.status, reply.headers['location']]).toEqual([403, undefined]);
    }
    const forged = { ...requestOf(app, { redirect_uri: 'https://evil.test/' }), decision: 'allow' };
    const reply = await asPerson(forged);
    expect(reply.headers['location']).toMatch(/^\/oauth\/authorize\?/);
    const page = await ada
      .get(reply.headers['location'] ?? '')
      .set('accept', 'text/html')
      .redirects(0);
    expect([page.status, page.headers['location']]).toEqual([400, undefined]);
    const foreign = await asPerson(forged).set({
      origin: 'https://evil.test',
      'sec-fetch-site': 'cross-site',
    });
    expect([foreign.status, foreign.headers['location']]).toEqual([403, undefined]);
  });
});
