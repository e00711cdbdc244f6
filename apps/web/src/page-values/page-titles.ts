import type { pages } from '@foyer/contracts/pages';
import { t } from '../words/t.ts';
import { logInTitle } from './log-in-title.ts';

export const pageTitles = {
  get home() {
    return logInTitle();
  },
  get login() {
    return logInTitle();
  },
  get signin() {
    return logInTitle();
  },
  get pro() {
    return t('common.createAccountOrUpgrade', 'Create an Account or Upgrade');
  },
  get proUpgrade() {
    return t('common.upgradeAccount', 'Upgrade Account');
  },
  get signUp() {
    return t('common.choosePlan', 'Choose a plan');
  },
  get signUpForm() {
    return t('common.createAccountHeading', 'Create an Account');
  },
  get verifyEmail() {
    return t('common.verifyEmail', 'Verify your email');
  },
  get success() {
    return t('pageValues.pageTitles.success', "You've created an account");
  },
  get resetPassword() {
    return t('common.checkingLink', 'Checking your link');
  },
  get resetPasswordSuccess() {
    return t('pageValues.pageTitles.resetPasswordSuccess', 'Your password has been reset');
  },
  get forgotPassword() {
    return t('common.forgotPassword', 'Forgot password');
  },
  get billing() {
    return t('pageValues.pageTitles.billing', 'Add your billing details');
  },
  get billingSuccess() {
    return t('pageValues.pageTitles.billingSuccess', "You've signed up for Pro");
  },
  get teamMemberSignUp() {
    return t('common.joinYourTeam', 'Join your team');
  },
  get teamMemberPassword() {
    return t('common.createPassword', 'Create your password');
  },
  get joinTeam() {
    return t('common.joinYourTeam', 'Join your team');
  },
  get switchTeam() {
    return t('pageValues.pageTitles.switchTeam', 'Switch teams');
  },
  get joinEvent() {
    return t('pageValues.pageTitles.joinEvent', 'Join an event');
  },
  get saml() {
    return t('common.signingIn', 'Signing in');
  },
  get samlError() {
    return t('pageValues.pageTitles.failure', "This isn't right");
  },
  get samlOverage() {
    return t('pageValues.pageTitles.samlOverage', 'Unable to Provision User');
  },
  get samlPending() {
    return t('pageValues.pageTitles.samlPending', 'One more step');
  },
  get samlProof() {
    return t('common.confirmItsYou', 'Confirm it’s you');
  },
  get samlSuspended() {
    return t('pageValues.pageTitles.samlSuspended', 'Your account is archived');
  },
  get oauthAuthorize() {
    return t('common.getConnected', 'Get Connected');
  },
  get oauthAuthorizeError() {
    return t('common.unableToAuthorizeApp', 'Unable to authorize App');
  },
  get failureGeneral() {
    return t('pageValues.pageTitles.failure', "This isn't right");
  },
  get requestError() {
    return t('pageValues.pageTitles.failure', "This isn't right");
  },
  get setUpFactor() {
    return t('common.setUpSecondFactor', 'Set up two-step verification');
  },
  get accessibility() {
    return t('common.accessibility', 'Accessibility');
  },
  get logout() {
    return t('common.logOutQuestion', 'Log out?');
  },
  get settings() {
    return t('common.settings', 'Settings');
  },
  get settingsTeam() {
    return t('common.team', 'Team');
  },
  get settingsProfile() {
    return t('common.profile', 'Profile');
  },
  get confirmAddress() {
    return t('common.confirmNewEmail', 'Confirm your new email address');
  },
  get undoAddress() {
    return t('pageValues.pageTitles.undoAddress', 'Change your email address back');
  },
  get stopRecovery() {
    return t('pageValues.pageTitles.stopRecovery', 'Keep your authenticator app');
  },
  get settingsSecurity() {
    return t('common.security', 'Security');
  },
  get settingsData() {
    return t('common.yourData', 'Your data');
  },
  get settingsBilling() {
    return t('common.billing', 'Billing');
  },
  get confirmPayment() {
    return t('common.confirmPayment', 'Approve your payment');
  },
  get settingsApps() {
    return t('pageValues.pageTitles.settingsApps', 'Connected apps');
  },
  get settingsSso() {
    return t('common.singleSignOn', 'Single sign-on');
  },
  get settingsSsoTest() {
    return t('pageValues.pageTitles.settingsSsoTest', 'Test login');
  },
} satisfies Record<keyof typeof pages, string>;

export const homeTitle = () => t('pageValues.pageTitles.home', 'Home');

export const notFoundTitle = () => t('pageValues.pageTitles.notFound', 'Oh no! This page cannot be found.');
