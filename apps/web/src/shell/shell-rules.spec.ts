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
    expect(shellPartsFor(path)).toEqual({ hasFooter: false, hasPlan: false });
  });

  it('the settings have no plan of a sign-up beside them', () => {
    expect(shellPartsFor('/settings/team')).toEqual({ hasFooter: true, hasPlan: false });
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
    expect(shellPartsFor(path)).toEqual({ hasFooter: true, hasPlan: true });
  });
});
