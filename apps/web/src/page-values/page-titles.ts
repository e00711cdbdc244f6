import type { pages } from '@foyer/contracts/pages';
import { t } from '../words/t.ts';
import { logInTitle } from './log-in-title.ts';

/** The title of each page, in its HTML and in the application, until it knows a more exact one. Read when it is shown. */
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
    return t('Create an Account or Upgrade');
  },
  get proUpgrade() {
    return t('Upgrade Account');
  },
  get signUp() {
    return t('Choose a plan');
  },
  get signUpForm() {
    return t('Create an Account');
  },
  get verifyEmail() {
    return t('Verify your email');
  },
  get success() {
    return t("You've created an account");
  },
  get resetPassword() {
    return t('Checking your link');
  },
  get resetPasswordSuccess() {
    return t('Your password has been reset');
  },
  get forgotPassword() {
    return t('Forgot password');
  },
  get billing() {
    return t('Add your billing details');
  },
  get billingSuccess() {
    return t("You've signed up for Pro");
  },
  get teamMemberSignUp() {
    return t('Join your team');
  },
  get teamMemberPassword() {
    return t('Create your password');
  },
  get joinTeam() {
    return t('Join your team');
  },
  get switchTeam() {
    return t('Switch teams');
  },
  get joinEvent() {
    return t('Join an event');
  },
  get saml() {
    return t('Signing in');
  },
  get samlError() {
    return t("This isn't right");
  },
  get samlOverage() {
    return t('Unable to Provision User');
  },
  get samlPending() {
    return t('One step is left');
  },
  get samlProof() {
    return t('Confirm it’s you');
  },
  get samlSuspended() {
    return t('Your account is archived');
  },
  get oauthAuthorize() {
    return t('Get Connected');
  },
  get oauthAuthorizeError() {
    return t('Unable to authorize App');
  },
  get failureGeneral() {
    return t("This isn't right");
  },
  get requestError() {
    return t("This isn't right");
  },
  get setUpFactor() {
    return t('Set up a second factor');
  },
  get accessibility() {
    return t('Accessibility');
  },
  get logout() {
    return t('Log out?');
  },
  get settings() {
    return t('Settings');
  },
  get settingsTeam() {
    return t('Team');
  },
  get settingsProfile() {
    return t('Profile');
  },
  get confirmAddress() {
    return t('Confirm your new email');
  },
  get undoAddress() {
    return t('Change your email back');
  },
  get stopRecovery() {
    return t('Keep your authenticator app');
  },
  get settingsSecurity() {
    return t('Security');
  },
  get settingsData() {
    return t('Your data');
  },
  get settingsBilling() {
    return t('Billing');
  },
  get confirmPayment() {
    return t('Confirm your payment');
  },
  get settingsApps() {
    return t('Connected apps');
  },
  get settingsSso() {
    return t('Single sign-on');
  },
  get settingsSsoTest() {
    return t('Test login');
  },
} satisfies Record<keyof typeof pages, string>;

/** Title of the login's addresses for a logged-in user. */
export const homeTitle = () => t('Home');

export const notFoundTitle = () => t('Oh no! This page cannot be found.');
