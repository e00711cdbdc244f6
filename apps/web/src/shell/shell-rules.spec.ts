import { describe, expect, it } from '@jest/globals';
import { shellPartsFor } from './shell-rules.ts';

describe('shell rules', () => {
  const bare = [
    '/success',
    '/billing-success',
    '/saml-error',
    '/saml-overage',
    '/saml-pending',
    '/saml-suspended',
    '/oauth/authorize',
    '/oauth-authorize-error',
    '/failure-general',
    '/request-error',
    '/saml/demo-idp',
    '/switch-team/abc',
    '/success/',
  ];
  it.each(bare)('%s has neither footer nor plan', (path) => {
    expect(shellPartsFor(path, false)).toEqual({ hasFooter: false, hasPlan: false });
  });

  it.each(['/settings', '/settings/', '/settings/team'])('%s has no plan of a sign-up beside it', (path) => {
    expect(shellPartsFor(path, false)).toEqual({ hasFooter: true, hasPlan: false });
  });

  it.each(['/', '/login', '/signin', '/login/'])('nor has the home that %s is with a session', (path) => {
    expect(shellPartsFor(path, true)).toEqual({ hasFooter: true, hasPlan: false });
  });

  it.each(['/signup', '/pro', '/nowhere', '/settingsx'])('%s keeps it with a session', (path) => {
    expect(shellPartsFor(path, true)).toEqual({ hasFooter: true, hasPlan: true });
  });

  const full = [
    '/',
    '/login',
    '/signin',
    '/pro',
    '/pro/upgrade',
    '/signup',
    '/signup/form',
    '/verify-email',
    '/reset-password',
    '/billing',
    '/team-member/signup',
    '/team-member/confirm-password',
    '/join-team/abc',
    '/join-event/abc',
    '/forgot-password',
    '/reset-password-success',
    '/logout',
    '/nowhere',
    '/saml',
    '/successful',
    '/switch-team',
  ];
  it.each(full)('%s has both', (path) => {
    expect(shellPartsFor(path, false)).toEqual({ hasFooter: true, hasPlan: true });
  });
});
