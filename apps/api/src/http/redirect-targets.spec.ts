import { describe, expect, it } from '@jest/globals';
import type { ApiEnv } from '../config/env.ts';
import { RedirectTargets } from './redirect-targets.ts';

const HOME = 'https://product.test/home';

const targets = new RedirectTargets({
  PUBLIC_URL: new URL('https://portal.test'),
  HOME_URL: HOME,
  EARTH_PORTAL_URL: 'https://earth.test:8443',
} as ApiEnv);

describe('the redirect target', () => {
  it.each([
    ['/settings/team', '/settings/team'],
    ['/', '/'],
    ['/join-team/abc?x=1#part', '/join-team/abc?x=1#part'],
    ['https://portal.test/settings/team', '/settings/team'],
    [
      '/oauth/authorize?redirect_uri=https%3A%2F%2Fapp.test%2Fback&state=a%2Fb',
      '/oauth/authorize?redirect_uri=https%3A%2F%2Fapp.test%2Fback&state=a%2Fb',
    ],
    ['https://product.test/events/7?a=b', 'https://product.test/events/7?a=b'],
    ['https://earth.test:8443/x', 'https://earth.test:8443/x'],
    ['HTTPS://PRODUCT.TEST/x', 'https://product.test/x'],
  ])('%s is allowed', (wanted, target) => {
    expect(targets.decide(wanted)).toBe(target);
  });

  it.each(
    [
      undefined,
      '',
      ' ',
      'settings',
      './settings',
      '../settings',
      '?a=b',
      '#a',
      '//evil.test',
      '///evil.test',
      '////evil.test',
      '/\\evil.test',
      '\\/evil.test',
      '\\\\evil.test',
      '/\t/evil.test',
      '/\n/evil.test',
      '/\r\n/evil.test',
      '\t//evil.test',
      ' //evil.test',
      ' https://evil.test',
      '/ /evil.test',
      'https://evil.test',
      'http://evil.test',
      'https:evil.test',
      'https:/evil.test',
      'https:\\\\evil.test',
      'https:///evil.test',
      'http:portal.test',
      'https:///portal.test',
      'http://portal.test/',
      'https://portal.test:444/',
      'https://portal.test.evil.test/',
      'https://portal.test@evil.test/',
      'https://evil.test@portal.test/',
      'https://user:pass@portal.test/',
      'https://portal.test%2eevil.test/',
      'https://evil.test/https://portal.test/',
      'https://evil.test#portal.test',
      'https://evil.test?portal.test',
      'https://evil.test\\@portal.test',
      'https://portal.test\\@evil.test',
      'https://portal.test\u3002evil.test/',
      'https://port\u0430l.test/',
      'https://earth.test/',
      'https://sub.product.test/',
      'https://product.test./',
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java\nscript:alert(1)',
      '\u0001javascript:alert(1)',
      'javascript://portal.test/%0aalert(1)',
      'data:text/html,hi',
      'vbscript:x',
      'file:///etc/passwd',
      'blob:https://portal.test/x',
      'ftp://portal.test/',
      'ws://portal.test/',
      'about:blank',
      'view-source:https://portal.test/',
      'mailto:a@b.test',
      'tel:1',
      '/%0d%0a',
      '/\u2028/evil.test',
      '/\ufeff/evil.test',
      '\u00a0//evil.test',
      'https://[::1]/',
      'https://127.0.0.1/',
      'https://0x7f000001/',
      'https://portal.test\u0000.evil.test',
      '/\u0000/evil.test',
      'http://',
      'https://',
      '//',
      '\\',
    ].filter((wanted) => wanted !== '/%0d%0a'),
  )('%j is not allowed [asvs 1.2.2]', (wanted) => {
    expect(targets.decide(wanted)).toBe(HOME);
  });

  it.each([
    '/logout',
    '/logout?x=1',
    '/LogOut',
    '/logout/',
    '/%6cogout',
    '/settings/../logout',
    'https://portal.test/logout#a',
  ])('%s is not allowed, because it would end the new session', (wanted) => {
    expect(targets.decide(wanted)).toBe(HOME);
  });

  it('keeps an encoded line break encoded', () => {
    expect(targets.decide('/%0d%0aSet-Cookie:x=1')).toBe('/%0d%0aSet-Cookie:x=1');
  });

  it('never becomes another host when its path is normalized [asvs 3.7.2]', () => {
    for (const wanted of [
      '/.//evil.test',
      '/..//evil.test',
      '/a/..//evil.test',
      '/%2e%2e//evil.test',
      '/./\u002fevil.test',
    ])
      expect(new URL(targets.decide(wanted), 'https://portal.test').origin).toMatch(
        /^https:\/\/(portal|product)\.test$/,
      );
  });
});
