import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints } from '@foyer/contracts/endpoints';
import { pageValues, type PageValues } from '@foyer/contracts/page-values';
import { signUp } from '../test-support/test-accounts.ts';
import { TestApi } from '../test-support/test-api.ts';
import { makeWebDist } from '../test-support/test-web-dist.ts';

describe('the page server', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start({ PRODUCT_NAME: '</script><b>&' });
  });
  afterAll(() => api.stop());

  const open = (path: string) =>
    api.http.get(path).set('accept', 'text/html,application/xhtml+xml,*/*;q=0.8');
  const valuesIn = (html: string) =>
    pageValues.parse(JSON.parse(/id="page-values">(.*?)<\/script>/s.exec(html)?.[1] ?? ''));

  it.each(['/', '/login', '/signup', '/signup/form', '/reset-password?resetToken=x'])(
    'answers %s with an HTML page [asvs 4.1.1]',
    async (path) => {
      const reply = await open(path);
      expect(reply.status).toBe(200);
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    },
  );

  it.each(['/nowhere', '/signup/form/more', '/.git/HEAD', '/index.html', '/session'])(
    'answers %s with a page and status 404',
    async (path) => {
      expect((await open(path)).status).toBe(404);
    },
  );

  it('answers an unknown call with a JSON problem [asvs 13.4.4]', async () => {
    const reply = await api.http.get('/nowhere');
    expect([reply.status, reply.body]).toMatchObject([404, { code: 'NotFound' }]);
    expect((await api.http.trace('/')).status).toBe(404);
  });

  it('adds the page values so that no value can end the script element [asvs 1.1.2, 1.2.3]', async () => {
    const { text } = await open('/');
    const values: PageValues = valuesIn(text);
    expect(values).toMatchObject({
      productName: '</script><b>&',
      homeUrl: 'http://product.test/home',
      userEmail: '',
    });
    expect(text.match(/<\/script>/g)).toHaveLength(2);
  });

  const screenOf = (name: string) =>
    `<div id="root"><h1>pages/${name} of &lt;/script&gt;&lt;b&gt;&amp;</h1></div>`;

  it.each([
    ['/', 'home'],
    ['/login?redirect=/settings/team', 'login'],
    ['/?error=x', 'home'],
    ['/signup', 'signUp'],
    ['/join-team/abc', 'joinTeam'],
    ['/nowhere', 'notFound'],
  ])('includes the screen in the HTML of %s', async (path, name) => {
    expect((await open(path)).text).toContain(screenOf(name));
  });

  it.each([
    [{}, 'en', 'ltr'],
    [{ 'accept-language': 'de-AT,en;q=0.5' }, 'de', 'ltr'],
    [{ 'accept-language': 'de', cookie: 'language=ar' }, 'ar', 'rtl'],
    [{ cookie: 'language=../../secret' }, 'en', 'ltr'],
  ])('uses the language that the headers %j request', async (headers, tag, direction) => {
    const reply = await open('/login').set(headers);
    expect(reply.text).toContain(`<html lang="${tag}" dir="${direction}">`);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(valuesIn(reply.text).languages).toContain('de');
  });

  it('returns problems in English for any language, because the screen translates them', async () => {
    const reply = await api.http.get('/session').set({ accept: 'application/json', cookie: 'language=de' });
    const problem = await api.http.get('/nowhere').set({ accept: 'application/json', cookie: 'language=de' });
    expect([reply.status, problem.body]).toEqual([
      200,
      expect.objectContaining({ message: 'We couldn’t find that. It may have been removed.' }),
    ]);
  });

  it('returns HTML for any accepted type at a page’s address, and not at other addresses', async () => {
    const preview = await api.http.get('/signup').set('accept', '*/*');
    expect([preview.status, preview.text]).toEqual([200, expect.stringContaining(screenOf('signUp'))]);
    for (const path of ['/session', '/nowhere', '/logout'])
      expect((await api.http.get(path).set('accept', '*/*')).type).not.toBe('text/html');
  });

  it('shows the home page instead of the login to logged-in users', async () => {
    const visitor = await signUp(api, 'ada@pages.test');
    const { text } = await visitor.get('/login').set('accept', 'text/html');
    expect(valuesIn(text)).toMatchObject({
      userEmail: 'ada@pages.test',
      session: {
        user: { email: 'ada@pages.test' },
        plan: 'free',
        isOwner: true,
        hasIncompleteBilling: false,
      },
    });
    expect(text).toContain(screenOf('loggedIn'));
    const settings = await visitor.get('/settings/team').set('accept', 'text/html');
    expect([settings.status, settings.text]).toEqual([
      200,
      expect.stringContaining(screenOf('settingsTeam')),
    ]);
  });

  it.each([
    ['/settings/team', '/login?redirect=%2Fsettings%2Fteam'],
    ['/settings/billing?from=mail', '/login?redirect=%2Fsettings%2Fbilling%3Ffrom%3Dmail'],
    ['/settings/sso/test/x', '/login?redirect=%2Fsettings%2Fsso%2Ftest%2Fx'],
    ['/billing', '/login?redirect=%2Fbilling'],
    ['/pro/upgrade', '/'],
  ])('redirects a visitor who is not logged in from %s to %s', async (path, location) => {
    const reply = await open(path);
    expect([reply.status, reply.headers['location'], reply.text]).toEqual([303, location, '']);
  });

  it('sends a new nonce with each page, and lets only its own scripts run [asvs 1.3.2, 3.4.3, 3.4.4, 3.4.5, 3.4.6, 3.7.1, 14.3.2]', async () => {
    const [first, second] = [await open('/'), await open('/')];
    const nonce =
      /script-src 'self' 'nonce-([\w-]{22})'/.exec(first.headers['content-security-policy'] ?? '')?.[1] ?? '';
    expect(first.text).toContain(`nonce="${nonce}"`);
    expect(second.text).not.toContain(nonce);
    expect(first.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
    });
    const policy = first.headers['content-security-policy'];
    for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toContain('unsafe-eval');
    expect(first.headers).not.toHaveProperty('x-powered-by');
    expect(first.headers['x-request-id']).toMatch(/./);
  });

  it('sets Secure cookies with the prefix __Host-, and HSTS, if the portal has HTTPS [asvs 3.3.1, 3.3.3, 3.4.1]', async () => {
    const secure = await TestApi.start({
      PUBLIC_URL: 'https://portal.test',
      OBSERVE_CONSENT: 'ask',
      SEGMENT_WRITE_KEY: 'key',
    });
    try {
      const cookiesOf = ({ headers }: { headers: object }) =>
        (headers as { 'set-cookie': string[] })['set-cookie'];
      const opened = await secure.http.get('/').set('accept', 'text/html');
      expect(opened.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
      const cookie = cookiesOf(opened).map((line) => line.split(';')[0]);
      const answered = await secure.http
        .post(endpoints.observeConsent.path)
        .set({ cookie: cookie.join('; '), 'csrf-token': valuesIn(opened.text).csrfToken })
        .send({ isAllowed: false });
      expect(answered.body).toEqual({ message: 'Answer saved' });
      for (const line of [...cookiesOf(opened), ...cookiesOf(answered)])
        expect(line).toMatch(/^__Host-\w+=[^;]+;.* Path=\/;(?!.*Domain).*Secure/);
    } finally {
      await secure.stop();
    }
  });

  it('keeps running after the deletion of an asset', async () => {
    const file = join(makeWebDist(), 'assets', 'gone-abc.js');
    writeFileSync(file, 'console.log(1)');
    const own = await TestApi.start();
    try {
      rmSync(file);
      await own.http.get('/assets/gone-abc.js').catch(() => undefined);
      expect((await own.http.get('/healthz')).status).toBe(200);
    } finally {
      await own.stop();
    }
  });

  it('serves hashed assets as immutable, and no files outside the assets', async () => {
    const reply = await api.http.get('/assets/app-abc.js');
    expect(reply.status).toBe(200);
    expect(reply.headers['cache-control']).toContain('immutable');
    expect((await api.http.get('/assets/../index.html')).status).toBe(404);
  });
});
