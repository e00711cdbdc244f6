import { pathPattern } from './path-pattern.ts';

export const failurePages = {
  samlError: '/saml-error',
  samlOverage: '/saml-overage',
  oauthAuthorizeError: '/oauth-authorize-error',
  failureGeneral: '/failure-general',
  requestError: '/request-error',
} as const;

/**
 * Paths of the screens (docs/product.md 2), in React Router's notation, for the browser's route table and the server.
 */
export const pages = {
  home: '/',
  login: '/login',
  signin: '/signin',
  pro: '/pro',
  proUpgrade: '/pro/upgrade',
  signUp: '/signup',
  signUpForm: '/signup/form',
  verifyEmail: '/verify-email',
  success: '/success',
  resetPassword: '/reset-password',
  resetPasswordSuccess: '/reset-password-success',
  forgotPassword: '/forgot-password',
  billing: '/billing',
  billingSuccess: '/billing-success',
  teamMemberSignUp: '/team-member/signup',
  teamMemberPassword: '/team-member/confirm-password',
  joinTeam: '/join-team/:invitationCode',
  switchTeam: '/switch-team/:invitationCode',
  joinEvent: '/join-event/:invitationCode',
  saml: '/saml/:idpName',
  samlPending: '/saml-pending',
  samlSuspended: '/saml-suspended',
  samlProof: '/saml-proof/:outcome',
  oauthAuthorize: '/oauth/authorize',
  ...failurePages,
  setUpFactor: '/set-up-second-factor',
  accessibility: '/accessibility',
  logout: '/logout',
  settings: '/settings',
  settingsTeam: '/settings/team',
  settingsProfile: '/settings/profile',
  confirmAddress: '/settings/profile/address',
  undoAddress: '/undo-address',
  stopRecovery: '/stop-recovery',
  settingsSecurity: '/settings/security',
  settingsData: '/settings/data',
  settingsBilling: '/settings/billing',
  confirmPayment: '/settings/billing/confirm',
  settingsApps: '/settings/apps',
  settingsSso: '/settings/sso',
  settingsSsoTest: '/settings/sso/test/:id',
} as const;

export type Page = (typeof pages)[keyof typeof pages];

export function isPageAmong(some: readonly Page[], path: string): boolean {
  return some.some((page) => pathPattern(page).test(path));
}

const fixed = new Set<string>(Object.values(pages).filter((page) => !page.includes(':')));
const others = Object.values(pages).filter((page) => !fixed.has(page));

export function isPage(path: string): boolean {
  return fixed.has(path) || isPageAmong(others, path);
}
