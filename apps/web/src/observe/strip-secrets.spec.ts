import { describe, expect, it } from '@jest/globals';
import { isTokenBearing, stripSecrets, stripSecretsIn } from './strip-secrets.ts';

describe('a URL without its secrets', () => {
  const rows: [address: string, stripped: string][] = [
    ['https://x.test/login', 'https://x.test/login'],
    ['https://x.test/reset-password?resetToken=abc&plan=pro', 'https://x.test/reset-password'],
    ['https://x.test/login#token=abc', 'https://x.test/login'],
    ['https://x.test?resetToken=abc', 'https://x.test'],
    ['https://x.test/join-team/c0de', 'https://x.test/join-team/:code'],
    ['https://x.test/join-team/c0de/?a=1', 'https://x.test/join-team/:code/'],
    ['https://x.test/switch-team/c0de?x=/join-team/c0de', 'https://x.test/switch-team/:code'],
    ['https://x.test/join-event/c0de?event_name=Gala', 'https://x.test/join-event/:code'],
    ['https://x.test/invitation/team/secret', 'https://x.test/invitation/team/:code'],
    ['https://x.test/invitation/event/secret', 'https://x.test/invitation/event/:code'],
    ['https://x.test/team-switch/c0de', 'https://x.test/team-switch/:code'],
    ['https://ada:secret@x.test/login', 'https://x.test/login'],
    ['/join-team/c0de?x', '/join-team/:code'],
    ['/login?redirect=%2Fswitch-team%2Fc0de', '/login'],
    ['', ''],
  ];
  it.each(rows)('of %s is %j', (address, stripped) => {
    expect(stripSecrets(address)).toBe(stripped);
  });
});

it('secrets are stripped from all URLs in a text', () => {
  const text =
    'GET "https://x.test/login?redirect=a" failed, then /invitation/team/c0de (at /assets/a.js:1:2)';
  expect(stripSecretsIn(text)).toBe(
    'GET "https://x.test/login" failed, then /invitation/team/:code (at /assets/a.js:1:2)',
  );
});

describe('pages that are excluded from monitoring', () => {
  it.each([
    '/reset-password',
    '/reset-password/',
    '/join-team/c0de',
    '/switch-team/c0de',
    '/join-event/c0de',
    '/team-member/signup',
    '/team-member/confirm-password',
    '/saml/idp',
    '/undo-address',
    '/stop-recovery',
    '/oauth/authorize',
  ])('include %s', (path) => expect(isTokenBearing(path)).toBe(true));

  it.each(['/', '/login', '/signup/form', '/billing', '/reset-password-success', '/saml-error'])(
    'do not include %s',
    (path) => expect(isTokenBearing(path)).toBe(false),
  );
});
