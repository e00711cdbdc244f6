import type { pages } from '@foyer/contracts/pages';
import { LOG_IN_TITLE } from './log-in-title.ts';

/** The title of each page, in its HTML and in the application, until it knows a more exact one. */
export const pageTitles = {
  home: LOG_IN_TITLE,
  login: LOG_IN_TITLE,
  signin: LOG_IN_TITLE,
  pro: 'Create an Account or Upgrade',
  proUpgrade: 'Upgrade Account',
  signUp: 'Choose a plan',
  signUpForm: 'Create an Account',
  verifyEmail: 'Verify your email',
  success: "You've created an account",
  resetPassword: 'Checking your link',
  resetPasswordSuccess: 'Your password has been reset',
  forgotPassword: 'Forgot password',
  billing: 'Add your billing details',
  billingSuccess: "You've signed up for Pro",
  teamMemberSignUp: 'Join your team',
  teamMemberPassword: 'Create your password',
  joinTeam: 'Join your team',
  switchTeam: 'Switch teams',
  joinEvent: 'Join an event',
  saml: 'Signing in',
  samlError: "This isn't right",
  samlOverage: 'Unable to Provision User',
  samlPending: 'One step is left',
  samlSuspended: 'Your account is archived',
  oauthAuthorize: 'Get Connected',
  oauthAuthorizeError: 'Unable to authorize App',
  failureGeneral: "This isn't right",
  requestError: "This isn't right",
  logout: 'Log out?',
  settings: 'Settings',
  settingsTeam: 'Team',
  settingsSecurity: 'Security',
  settingsBilling: 'Billing',
  confirmPayment: 'Confirm your payment',
  settingsApps: 'Connected apps',
  settingsSso: 'Single sign-on',
  settingsSsoTest: 'Test login',
} as const satisfies Record<keyof typeof pages, string>;

/** Of the login's addresses, for who is logged in. */
export const HOME_TITLE = 'Home';

export const NOT_FOUND_TITLE = 'Oh no! This page cannot be found.';
