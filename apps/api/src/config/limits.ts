import { endpoints, type Endpoint } from '@foyer/contracts/endpoints';
import { MAILED_CODE_MINUTES } from '@foyer/contracts/identity/factor-recovery';
import { LOGIN_LOCKOUT_MS } from '@foyer/contracts/identity/login';
import { MAIL_COOLDOWN_SECONDS } from '@foyer/contracts/registration/verify-email';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type Limit = { size: number; seconds: number };

/** Limits per client network. They also cover reads that write a row. */
export const callLimits: readonly (Limit & { of: Endpoint })[] = [
  { of: endpoints.login, size: 300, seconds: MINUTE },
  { of: endpoints.passkeyLogin, size: 300, seconds: MINUTE },
  { of: endpoints.loginSecondFactor, size: 300, seconds: MINUTE },
  { of: endpoints.recoverFactor, size: 30, seconds: 10 * MINUTE },
  { of: endpoints.registerByEmail, size: 30, seconds: 10 * MINUTE },
  { of: endpoints.registerTeamMember, size: 30, seconds: 10 * MINUTE },
  { of: endpoints.registerCollaborator, size: 30, seconds: 10 * MINUTE },
  { of: endpoints.resendVerification, size: 30, seconds: 10 * MINUTE },
  { of: endpoints.forgotPassword, size: 30, seconds: 10 * MINUTE },
  { of: endpoints.changeAddress, size: 30, seconds: 10 * MINUTE },
  { of: endpoints.resetPassword, size: 60, seconds: 10 * MINUTE },
  { of: endpoints.requireTeamFactor, size: 10, seconds: 10 * MINUTE },
  { of: endpoints.waiveTeamFactor, size: 10, seconds: 10 * MINUTE },
  { of: endpoints.changeIdp, size: 10, seconds: 10 * MINUTE },
  { of: endpoints.upgradePlan, size: 30, seconds: 10 * MINUTE },
  { of: endpoints.observeConsent, size: 60, seconds: 10 * MINUTE },
  { of: endpoints.downloadData, size: 60, seconds: 10 * MINUTE },
  { of: endpoints.findIdp, size: 600, seconds: MINUTE },
  { of: endpoints.findIdpDomain, size: 600, seconds: MINUTE },
  { of: endpoints.oauthDecision, size: 60, seconds: MINUTE },
  { of: endpoints.oauthToken, size: 600, seconds: MINUTE },
  { of: endpoints.oauthRevoke, size: 600, seconds: MINUTE },
  { of: endpoints.oauthIntrospect, size: 6_000, seconds: MINUTE },
  // These calls need no CSRF token, so other sites can make a browser send them. With limits of their own, they do
  // not use up `otherCallLimit`.
  { of: endpoints.inviteToEvent, size: 240, seconds: MINUTE },
  { of: endpoints.cspReport, size: 60, seconds: MINUTE },
];
export const otherCallLimit: Limit = { size: 240, seconds: MINUTE };

/**
 * Calls without a limit. The card provider's events come from few addresses, and a company's users may share one, so
 * a limit per network would refuse genuine calls. Events and assertions are signed, and a fair queue bounds the
 * verification of assertions (company/saml/saml-threads.ts). `oauthUserinfoByPost` is a read.
 */
export const uncountedCalls: readonly Endpoint[] = [
  endpoints.stripeWebhook,
  endpoints.samlAcs,
  endpoints.oauthUserinfoByPost,
];

type NamedLimit = Limit & {
  name: string;
  key: string;
  /** After `size` mails, allows one per `thenSeconds`. After `seconds` without a mail, allows `size` mails again. */
  thenSeconds?: number;
};

export const limits = {
  knownBrowserCalls: {
    name: '`POST /login` from a known browser',
    key: 'browser',
    size: 20,
    seconds: MINUTE,
  },
  authorizeCalls: {
    name: '`GET /oauth/authorize` of a signed-in session',
    key: 'session',
    size: 30,
    seconds: MINUTE,
  },
  wrongPasswords: {
    name: 'wrong passwords before a lock',
    key: 'email address, or known browser',
    size: 5,
    seconds: LOGIN_LOCKOUT_MS / 1000,
  },
  wrongAppCodes: {
    name: 'wrong authenticator codes before a lock',
    key: 'user, or known browser',
    size: 5,
    seconds: LOGIN_LOCKOUT_MS / 1000,
  },
  wrongRecoveryCodes: {
    name: 'wrong recovery codes before a lock',
    key: 'user, or known browser',
    size: 5,
    seconds: DAY,
  },
  mailedCodes: {
    name: 'attempts at the code for a lost second factor',
    key: 'mailed code',
    size: 5,
    seconds: MAILED_CODE_MINUTES * MINUTE,
  },
  rejectionRows: {
    name: 'security log: rows about rejected company sign-ins',
    key: 'network',
    size: 60,
    seconds: MINUTE,
  },
  registrations: {
    name: 'stored sign-ups (one for each browser)',
    key: 'email address',
    size: 50,
    seconds: DAY,
  },
  mailsOfKind: {
    name: 'each kind of mail: verification, reset, invitation, link of a change of address, notice with the same text',
    key: 'email address; for a change of address, email address and user',
    size: 1,
    seconds: MAIL_COOLDOWN_SECONDS,
  },
  accountMails: {
    name: 'each kind of mail: verification, reset, code for a lost second factor',
    key: 'email address',
    size: 2,
    seconds: DAY,
    thenSeconds: HOUR,
  },
  linksOfPerson: {
    name: 'links of a change of address, requested by one user',
    key: 'email address and user',
    size: 2,
    seconds: DAY,
    thenSeconds: 6 * HOUR,
  },
  linksToAddress: {
    name: 'links of a change of address, requested by all users',
    key: 'email address',
    size: 4,
    seconds: 4 * HOUR,
  },
  invitationMails: {
    name: 'invitation mails',
    key: 'email address',
    size: 4,
    seconds: DAY,
  },
  ownerNotices: {
    name: 'each kind of notice: seat requests, pending identities, member changes',
    key: 'email address',
    size: 1,
    seconds: HOUR,
  },
  deviceNotices: {
    name: 'each kind of notice: new browsers, unfinished logins',
    key: 'email address',
    size: 1,
    seconds: DAY,
  },
} as const satisfies Record<string, NamedLimit>;

/** If at least this many authenticator codes in a row were wrong, each wrong code locks for a day. */
export const WRONG_CODES_TO_LOCK_FOR_A_DAY = 15;

const perHourAndDay = (hour: number, day: number): [Limit, Limit] => [
  { size: hour, seconds: HOUR },
  { size: day, seconds: DAY },
];

/**
 * Budgets of invitations. Each invitation counts in all budgets of its sender. The smallest budget of an owner equals
 * the maximum per call, so that a pasted list is sent or rejected as a whole.
 */
export const invitationLimits = {
  inviter: {
    key: 'user; for invitations from the diagramming product, the inviter’s email address',
    limits: perHourAndDay(100, 300),
  },
  team: {
    key: 'team',
    limits: perHourAndDay(200, 600),
  },
  grant: {
    key: 'grant of a user to an app',
    limits: perHourAndDay(60, 200),
  },
  app: {
    key: 'all users of an app',
    limits: perHourAndDay(1_000, 5_000),
  },
  product: {
    key: 'the product’s credential',
    limits: perHourAndDay(2_000, 20_000),
  },
} as const satisfies Record<string, { key: string; limits: [Limit, Limit] }>;
export type BudgetKind = keyof typeof invitationLimits;

/**
 * The budget of an app or the product is shared by all its users. For senders with at most this many invitations a day,
 * the budget is twice as large, so that a few heavy senders do not lock out the others (invariant 13 of
 * docs/security.md).
 */
export const QUIET_INVITATIONS = 5;

export const INVITATIONS_IN_ONE_MAIL = 50;
