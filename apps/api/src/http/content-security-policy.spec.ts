import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../test-support/test-api.ts';

describe('the security headers of a response', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start({
      DATADOG_APPLICATION_ID: 'app',
      DATADOG_CLIENT_TOKEN: 'token',
      DATADOG_SITE: 'us3.datadoghq.com',
      SEGMENT_WRITE_KEY: 'key',
    });
  });
  afterAll(() => api.stop());

  const policyOf = async (path: string) =>
    (await api.http.get(path).set('accept', 'text/html')).headers['content-security-policy'] ?? '';

  it('allow connections to monitoring and analytics on ordinary pages, but none of their scripts', async () => {
    expect(await policyOf('/login')).toContain(
      "connect-src 'self' https://browser-intake-us3-datadoghq.com https://cdn.segment.com https://api.segment.io;",
    );
    expect(await policyOf('/login')).toMatch(/script-src 'self' 'nonce-[\w-]{22}';/);
  });

  it.each([
    '/reset-password?resetToken=x',
    '/join-team/x',
    '/switch-team/x',
    '/join-event/x',
    '/saml/x',
    '/oauth/authorize',
    '/settings/profile/address?token=x',
    '/undo-address?undoToken=x',
    '/stop-recovery?stopToken=x',
  ])('allow no other server on %s', async (path) => {
    expect(await policyOf(path)).toContain("connect-src 'self';");
    expect(await policyOf(path)).not.toContain('https:');
  });

  it.each(['/billing', '/pro/upgrade'])(
    'allow the card provider on %s, but not on other pages',
    async (path) => {
      expect(await policyOf(path)).toMatch(/script-src [^;]*https:\/\/js\.stripe\.com[^;]*;/);
      expect(await policyOf(path)).toMatch(/frame-src [^;]*https:\/\/hooks\.stripe\.com/);
      expect(await policyOf('/signup')).not.toContain('stripe');
    },
  );

  it.each(['/login', '/reset-password', '/oauth/authorize', '/settings', '/nowhere'])(
    'require trusted types on %s, so that no text becomes markup or a script URL',
    async (path) => {
      expect(await policyOf(path)).toContain("require-trusted-types-for 'script';trusted-types 'none'");
    },
  );

  it.each(['/billing', '/pro/upgrade', '/settings/billing'])(
    'do not require trusted types on a page with the card provider’s script: %s',
    async (path) => {
      expect(await policyOf(path)).not.toContain('trusted-types');
    },
  );

  it.each([
    ['/', undefined],
    ['/login', undefined],
    ['/signup', undefined],
    ['/pro', undefined],
    ['/reset-password?resetToken=x', 'noindex'],
    ['/join-team/x', 'noindex'],
    ['/join-event/x', 'noindex'],
    ['/undo-address?undoToken=x', 'noindex'],
    ['/oauth/authorize', 'noindex'],
    ['/team-member/signup', 'noindex'],
    ['/nowhere', 'noindex'],
  ])('give %s the X-Robots-Tag %s', async (path, expected) => {
    const { headers } = await api.http.get(path).set('accept', 'text/html');
    expect(headers['x-robots-tag']).toBe(expected);
  });

  it('allow only the browser features that pages need', async () => {
    const { headers } = await api.http.get('/login').set('accept', 'text/html');
    const rights = headers['permissions-policy'] ?? '';
    expect(rights.split(', ').filter((right) => !right.endsWith('=()'))).toEqual([
      ...['clipboard-write=(self)', 'payment=(self)'],
      ...['publickey-credentials-create=(self)', 'publickey-credentials-get=(self)'],
    ]);
    expect(rights).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\).*usb=\(\)/);
  });

  it('are the same for all answers that are no page: they load and run nothing, without a nonce [asvs 3.2.1, 3.4.4, 3.4.5, 3.4.6, 14.2.2, 14.3.2]', async () => {
    const [session, unknown, problem] = await Promise.all([
      api.http.get('/session'),
      api.http.get('/team').set('accept', 'application/json'),
      api.http.post('/login').set('accept', 'text/html').send({}),
    ]);
    const policies = [session, unknown, problem].map(({ headers }) => headers['content-security-policy']);
    expect(new Set(policies).size).toBe(1);
    expect(policies[0]).toContain("default-src 'none';");
    expect(policies[0]).toContain("frame-ancestors 'none'");
    expect(policies[0]).not.toMatch(/nonce|script-src|'self'/);
    for (const { headers } of [session, unknown, problem])
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
  });

  it('allow the page about a problem its own style', async () => {
    const { headers, text } = await api.http.post('/login').set('accept', 'text/html').send({});
    const style = /<style>(.*)<\/style>/s.exec(text)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${digest}';`);
  });
});
