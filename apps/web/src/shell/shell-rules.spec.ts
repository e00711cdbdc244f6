import { describe, expect, it } from '@jest/globals';
import { failurePages, pages } from '@foyer/contracts/pages';
import { shellPartsFor } from './shell-rules.ts';

describe('the shell', () => {
  const bare = [
    ...Object.values(failurePages),
    ...[pages.success, `${pages.success}/`, pages.billingSuccess],
    ...[pages.samlPending, pages.samlSuspended, pages.oauthAuthorize],
    ...['/saml/demo-idp', '/saml-proof/refused', '/switch-team/abc', '/switch-team/abc/'],
  ];
  it.each(bare)('at %s has neither footer nor plan', (path) => {
    expect(shellPartsFor(path, false)).toEqual({ hasFooter: false, hasPlan: false });
  });

  it.each([pages.settings, `${pages.settings}/`, pages.settingsTeam, pages.undoAddress, pages.setUpFactor])(
    'at %s has a footer, but no plan',
    (path) => {
      expect(shellPartsFor(path, false)).toEqual({ hasFooter: true, hasPlan: false });
    },
  );

  it.each([pages.home, pages.login, pages.signin, `${pages.login}/`])(
    'at %s with a session has a footer, but no plan',
    (path) => {
      expect(shellPartsFor(path, true)).toEqual({ hasFooter: true, hasPlan: false });
    },
  );

  it.each([pages.signUp, pages.pro, '/nowhere', '/settingsx'])(
    'at %s with a session has a footer and the plan',
    (path) => {
      expect(shellPartsFor(path, true)).toEqual({ hasFooter: true, hasPlan: true });
    },
  );

  const full = [
    ...[pages.home, pages.login, pages.signin, pages.pro, pages.proUpgrade, pages.signUp, pages.signUpForm],
    ...[pages.verifyEmail, pages.forgotPassword, pages.resetPassword, pages.resetPasswordSuccess],
    ...[pages.billing, pages.teamMemberSignUp, pages.teamMemberPassword, pages.logout],
    ...['/join-team/abc', '/join-event/abc', '/nowhere', '/saml', '/successful', '/switch-team'],
  ];
  it.each(full)('at %s without a session has a footer and the plan', (path) => {
    expect(shellPartsFor(path, false)).toEqual({ hasFooter: true, hasPlan: true });
  });
});
