import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pages } from '@foyer/contracts/pages';
import { TestApi } from '../test-support/test-api.ts';
import { canonicalUrlOf } from './canonical-url.ts';
import { callRaw } from '../test-support/http/test-raw-call.ts';

const CODE = 'aB%2F%c3%A9;x=1&%5C%20';

describe('the canonical URL of a page', () => {
  it.each([
    ['/LOGIN', '/login'],
    ['/login/', '/login'],
    ['/login//', '/login'],
    ['/%6Cogin', '/login'],
    ['/%6c%6F%67%69%6E', '/login'],
    ['/settings//team', '/settings/team'],
    ['/Settings/Team/?Tab=A%20b+c&redirect=//evil.test', '/settings/team?Tab=A%20b+c&redirect=//evil.test'],
    ['/reset%2Dpassword?resetToken=%41a', '/reset-password?resetToken=%41a'],
    ['/OAuth/Authorize?scope=A+b&state=%7E?', '/oauth/authorize?scope=A+b&state=%7E?'],
    [`/Join-Team/${CODE}/?q`, `/join-team/${CODE}?q`],
    ['/SAML/Acme', '/saml/Acme'],
    ['/Saml/\\evil.test', '/saml/\\evil.test'],
    ['/login/?', '/login?'],
  ])('for %s is %s', (sent, right) => {
    expect(canonicalUrlOf(sent)).toBe(right);
  });

  it.each([
    ...Object.values(pages),
    '//',
    '///',
    '//login',
    '//evil.test/login',
    '/\\login',
    '/\\evil.test/login',
    '\\\\evil.test/login',
    '/%2Flogin',
    '/%2flogin',
    '/%2F%2Fevil.test/LOGIN',
    '/%5Cevil.test',
    '/%5clogin',
    '/./login',
    '/x/../LOGIN',
    '/%2e%2E/LOGIN',
    '/Join-Team/..',
    '/Join-Team/%2e',
    '/LOGIN;x=1',
    '/login%2F',
    '/login%20',
    '/login%00',
    '/login%zz',
    '/ſignup',
    '/%C5%BFignup',
    '/%EF%BC%8Flogin',
    '/pro/upgrade/x',
    'http://evil.test/LOGIN',
    '',
  ])('does not exist for %s', (sent) => {
    expect(canonicalUrlOf(sent)).toBeUndefined();
  });

  describe('in a response', () => {
    let api: TestApi;
    beforeAll(async () => {
      api = await TestApi.start();
    });
    afterAll(() => api.stop());
    const open = (path: string, method = 'GET', accept = 'text/html,*/*;q=0.8') =>
      callRaw(api.url, { method, path, accept });

    it.each(['GET', 'HEAD'])('is the byte-exact target of a 308 redirect for %s', async (method) => {
      const { status, headers, text } = await open(`/Join-Team/${CODE}/?A=%41&b=%zz`, method);
      expect([status, headers.location, text]).toEqual([308, `/join-team/${CODE}?A=%41&b=%zz`, '']);
    });

    it('is the target of a redirect for every page', async () => {
      for (const page of Object.values(pages).filter((one) => one !== '/')) {
        const right = page.replace(/:\w+/g, 'aB%2f');
        const spelled = right.replace(/^\/\w/, (start) => start.toUpperCase());
        for (const other of [spelled, `${right}/`]) {
          const { status, headers } = await open(other);
          expect([other, status, headers.location]).toEqual([other, 308, right]);
        }
      }
    });

    it.each([
      '//login',
      '//evil.test/%2e%2e',
      '/\\evil.test',
      '/%5Cevil.test/LOGIN',
      '/%2F/evil.test',
      '/./login',
      '/LOGIN;x',
    ])('is no redirect target for %s, which gets 404', async (path) => {
      const { status, headers } = await open(path);
      expect([status, headers.location]).toEqual([404, undefined]);
    });

    it('is not sent to programs, which get a JSON 404, also for calls', async () => {
      for (const [method, path] of [
        ['GET', '/LOGIN'],
        ['GET', '/Session'],
        ['GET', '/session/'],
        ['HEAD', '/session/'],
        ['POST', '/LOGIN'],
        ['POST', '/nowhere'],
        ['PROPFIND', '/login'],
      ] as const) {
        const { status, headers, text } = await open(path, method, 'application/json');
        const body = method === 'HEAD' ? '' : expect.stringContaining('"code":"NotFound"');
        expect([path, status, text]).toEqual([path, 404, body]);
        expect(headers.location).toBeUndefined();
      }
    });
  });
});
