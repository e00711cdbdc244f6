import type { LanguageTag } from '@foyer/catalog/languages';
import type { PlanType } from '@foyer/catalog/plans';
import type { SubscriptionEnd } from '@foyer/catalog/subscription-states';
import { ADDRESS_LINK_HOURS } from '@foyer/contracts/account/address-change';
import { MAILED_CODE_MINUTES } from '@foyer/contracts/identity/factor-recovery';
import { INVITATION_LIFE_DAYS } from '@foyer/contracts/invitations/invitation';
import { DATA_KEPT_HOURS } from '@foyer/contracts/account/own-data';
import { linkLifeHours } from '@foyer/contracts/identity/password';
import { OWNER_OFFER_DAYS } from '@foyer/contracts/teams/team';
import type { NextCharge, ReceiptReply } from '@foyer/contracts/billing/billing';
import type { Traced } from './carry-trace.ts';

/** One invitation in a mail about several. */
export type InvitationContent =
  | ({ kind: 'team' } & MailContents['team-invitation'])
  | ({ kind: 'event' } & MailContents['event-invitation']);

/** Without an address where the inviter has no account any more. */
type Inviter = { inviterName: string; inviterEmail: string };

/** What the reader was invited to: a team or an event by name. */
export type InvitedTo = { kind: 'team' | 'event'; name: string } & Inviter;

/** The people that a notice to an owner is about: the first by name, and how many more. */
export type PeopleOfNotice = {
  people: { name: string; email: string; what?: MemberChange }[];
  moreCount: number;
};

/** What somebody did in a team: accepted an invitation, left, or declined to own it. */
export type MemberChange = 'joined' | 'left' | 'declined';

/** What happened to a passkey. */
export type PasskeyEvent = 'added' | 'removed' | 'copied';

/** What became of the wait of somebody who has lost the second factor. */
export type LostFactorEvent = 'begun' | 'ending' | 'stopped' | 'done';

/** A payment, as the receipt on the portal has it (`receiptReply`), without the provider's page. */
export type MailedReceipt = Omit<ReceiptReply, 'invoiceUrl'>;

/** What the card is charged next, if there is one. */
export type MailedCharge = { nextCharge?: NextCharge; hasCard: boolean };

/** What a browser says of itself, as far as it is known. */
export type MailedBrowser = { browser?: string; system?: string };

/** A login in a browser new to the account. `at` is ISO 8601 in UTC. */
export type MailedLogin = {
  at: string;
  network: { kind: 'here' | 'private' | 'unknown' } | { kind: 'other'; address: string };
} & MailedBrowser;

/** The variable content of each kind of mail (docs/architecture.md 7). One template per kind in the mail worker. */
export type MailContents = {
  /** `invitedTo` if an invitation's shared link was used, which the password accepts. */
  'verify-email': { firstName: string; plan: PlanType; resetToken: string; invitedTo?: InvitedTo };
  'already-registered': { firstName: string; resetToken: string };
  'reset-password': { firstName: string; resetToken: string };
  /** To the new address of a change that waits for it. */
  'confirm-address': { firstName: string; token: string };
  /** To the former one. `undoUntil` is ISO 8601 in UTC. */
  'address-changed': { firstName: string; newEmail: string; undoToken: string; undoUntil: string };
  /** `resetToken`: who asked for a new password can set one. */
  'sign-in-with-sso': { firstName: string; identityProvider: string; resetToken?: string };
  'account-locked': { firstName: string };
  /** `passkeys`: how many still sign in. */
  'password-changed': { firstName: string; passkeys: number };
  /** A passkey was added or removed, or signed with a count that it had left behind. `at` is ISO 8601 in UTC. */
  'passkey-changed': {
    firstName: string;
    what: PasskeyEvent;
    name: string;
    at: string;
    /** It was added on the word of their company alone. */
    byCompany?: boolean;
  } & MailedBrowser;
  'second-factor-added': { firstName: string; byCompany: boolean };
  'second-factor-removed': { firstName: string };
  'recovery-codes-made': { firstName: string };
  'recovery-code-used': { firstName: string; codesLeft: number };
  /** Begins the wait of somebody who has lost the second factor. Who asks for it has the password. */
  'lost-factor-code': { firstName: string; code: string };
  /**
   * What became of that wait. `endsAt`: when the factor can go, as ISO 8601 in UTC. `ownerOf`: the team whose owner began
   * it. `stopToken` where it can be stopped.
   */
  'lost-factor': {
    firstName: string;
    what: LostFactorEvent;
    endsAt: string;
    ownerOf?: string;
    stopToken?: string;
  };
  /** Who gives wrong codes has the password. */
  'codes-locked': { firstName: string; what: 'app' | 'recovery-code'; isForADay: boolean };
  /** The right password was given in a new browser, and no right code after it. `at` is ISO 8601 in UTC. */
  'login-unfinished': { firstName: string; at: string };
  /** A team asks everybody for a second factor by the end of a day (YYYY-MM-DD, UTC), or does no more. */
  'factor-required': { firstName: string; teamName: string; by: string; hasOne: boolean };
  'factor-waived': { firstName: string; teamName: string };
  'new-device': { firstName: string; logins: MailedLogin[] };
  'team-invitation': Inviter & { teamName: string; code: string; hasAccount: boolean };
  'event-invitation': Inviter & { eventName: string; code: string };
  /** Invitations that waited for a mail to be allowed. */
  invitations: { invitations: InvitationContent[] };
  /** To a user whose address was entered at an invitation's shared link. */
  'accept-invitation': { firstName: string; code: string; invitedTo: InvitedTo };
  /** `hadCompany`: the team's company signed them in until now. */
  'switched-team': { firstName: string; teamName: string; hadCompany: boolean };
  'left-team': { firstName: string; teamName: string; hadCompany: boolean };
  /** To the user who is offered a team. Dates here and below are ISO 8601 in UTC. */
  'owner-offered': { firstName: string; teamName: string; ownerName: string; expiresOn: string };
  /** To the former and the new owner. `nextChargeOn` if a plan needs a card by then; empty if it needs one at once. */
  'handed-over': {
    firstName: string;
    teamName: string;
    otherName: string;
    isOwner: boolean;
    nextChargeOn?: string;
  };
  /** To the former owner, when their card is removed. `payments`: what it paid since the hand-over, in cents. */
  'card-removed': {
    firstName: string;
    teamName: string;
    payments: { amount: number; currency: string; paidOn: string }[];
  };
  /** To a member whom the owner removed. */
  removed: { firstName: string; teamName: string; hadCompany: boolean };
  /** Without a receipt where the invoice is not paid yet. */
  'subscription-started': { firstName: string; receipt?: MailedReceipt };
  /** PRO stays in place until `endsOn`. `nextCharge`: the retry. */
  'payment-failed': { firstName: string; endsOn: string } & MailedCharge;
  /** The bank wants the owner to confirm a renewal. */
  'payment-confirmation': { firstName: string; endsOn: string };
  /** To a visitor who left before a payment's outcome was known. `reason`: the bank's, or empty; `declineCode` is its code. */
  'payment-not-made': { firstName: string; reason: string; declineCode?: string };
  /** `endsAs`: what the team is now. `wasUnpaid`: its owner ended it while a payment was due, which is not charged any more. */
  'subscription-ended': { firstName: string; endsAs: SubscriptionEnd; wasUnpaid?: boolean };
  /** An invoice was paid, `amount` in cents of `currency`, when its plan was ending or over. */
  'late-payment': { firstName: string; amount: number; currency: string; isRefunded: boolean };
  /** To a member of a team that is shut because its plan has ended. */
  'team-shut': { firstName: string; teamName: string };
  /** A cancellation was scheduled or undone; `endsAs`: the team's state after it. */
  'plan-cancelled': { firstName: string; endsOn: string; endsAs: SubscriptionEnd } & MailedCharge;
  'plan-resumed': { firstName: string; renewsOn: string; paidUntil: string } & MailedCharge;
  /** A payment failed, and PRO goes on until `endsOn`. */
  'grace-ending': { firstName: string; endsOn: string; endsAs: SubscriptionEnd };
  'grace-over': { firstName: string; endsAs: SubscriptionEnd };
  'renewal-receipt': { firstName: string; receipt: MailedReceipt };
  'card-expiring': { firstName: string; brand: string; last4: string; month: number; year: number };
  /** An existing account can now be opened through the company's identity provider. */
  'new-sso-link': { firstName: string; identityProvider: string };
  /** What was added on the company's word alone, and ended with it: names of passkeys and apps, unused recovery codes. */
  'access-ended': {
    firstName: string;
    identityProvider: string;
    passkeys: string[];
    hasApp: boolean;
    recoveryCodes: number;
    connectedApps: string[];
  };
  /** To a team's owner: people who signed in through the company when no seat was free, or request an invitation. */
  'seats-requested': { firstName: string; teamName: string } & PeopleOfNotice;
  /** To a team's owner: people with a member's address but another NameID. */
  'identities-pending': { firstName: string; teamName: string } & PeopleOfNotice;
  /** To a team's owner: what members did since the last mail. */
  'members-changed': { firstName: string; teamName: string } & PeopleOfNotice;
  /** Instead of a reset link, until the owner has said whose the account is. */
  'reset-withheld': { firstName: string; teamName: string };
  /** To a team's owner. `endsOn` is a date as YYYY-MM-DD. */
  'certificate-ending': { firstName: string; identityProvider: string; endsOn: string };
  /** `scopes` are the granted ones, by name. */
  'app-granted': { firstName: string; appName: string; scopes: string[] };
  /** The copy of their data that a user asked for is there. The mail opens nothing. */
  'data-ready': { firstName: string; until: string };
  /** The deletion of an account was asked for, taken back by logging in, or done. */
  'account-leaving': { firstName: string; erasedOn: string };
  'account-kept': { firstName: string };
  'account-erased': { firstName: string };
  welcome: { firstName: string; plan: PlanType };
};

export type MailKind = keyof MailContents;

/** A mail to one address. `language`: of a reader without an account, else of none; English if it is not known; `timeZone` alike, UTC. */
export type Mail = {
  [Kind in MailKind]: {
    kind: Kind;
    to: string;
    language?: LanguageTag | undefined;
    timeZone?: string | undefined;
    /** Until when it keeps what it promises, where that is less than its kind's (`mailRules`). */
    until?: Date;
    /** Set where `to` is the person's former address: until when it can take the account back. */
    undoUntil?: Date;
    content: MailContents[Kind];
  };
}[MailKind];

/** A queued mail: its content is encrypted, since it may hold a link that opens an account. */
export type MailJob = {
  kind: MailKind;
  to: string;
  language?: string;
  timeZone?: string;
  /** As ISO 8601. Without it, nothing in it dies. */
  until?: string;
  /** As ISO 8601. */
  undoUntil?: string;
  sealed: string;
} & Traced;

type MailRule = {
  /** Whether an account that is about to be deleted is mailed it, too. */
  isForLeaving: boolean;
  /** Whether it also goes to a former address that can still take the account back. Never with what opens the account. */
  isSecurityNotice: boolean;
  /** How long its link, its code or what it offers is good, at most; `null` where it only tells something. */
  hours: number | null;
};

/** For who has the account's address: links and codes, and what is about that address. */
const ofAccount: MailRule = { isForLeaving: true, isSecurityNotice: false, hours: null };
/** What was done to the account, its ways in and what it holds. */
const securityNotice: MailRule = { ...ofAccount, isSecurityNotice: true };
/** Of teams, plans and apps. */
const news: MailRule = { ...ofAccount, isForLeaving: false };

const INVITATION_HOURS = INVITATION_LIFE_DAYS * 24;

/** `address-changed` and `lost-factor` have a link that dies, too, but are warnings, which are due later as well. */
export const mailRules: Readonly<Record<MailKind, MailRule>> = {
  'verify-email': { ...ofAccount, hours: linkLifeHours.create_password },
  'already-registered': { ...ofAccount, hours: linkLifeHours.reset_password },
  'reset-password': { ...ofAccount, hours: linkLifeHours.reset_password },
  'confirm-address': { ...ofAccount, hours: ADDRESS_LINK_HOURS },
  'address-changed': ofAccount,
  'sign-in-with-sso': { ...ofAccount, hours: linkLifeHours.reset_password },
  'account-locked': securityNotice,
  'password-changed': securityNotice,
  'passkey-changed': securityNotice,
  'second-factor-added': securityNotice,
  'second-factor-removed': securityNotice,
  'recovery-codes-made': securityNotice,
  'recovery-code-used': securityNotice,
  'lost-factor-code': { ...ofAccount, hours: MAILED_CODE_MINUTES / 60 },
  'lost-factor': securityNotice,
  'codes-locked': securityNotice,
  'login-unfinished': securityNotice,
  'factor-required': news,
  'factor-waived': news,
  'new-device': securityNotice,
  'team-invitation': { ...news, hours: INVITATION_HOURS },
  'event-invitation': { ...news, hours: INVITATION_HOURS },
  invitations: { ...news, hours: INVITATION_HOURS },
  'accept-invitation': { ...news, hours: INVITATION_HOURS },
  'switched-team': securityNotice,
  'owner-offered': { ...news, hours: OWNER_OFFER_DAYS * 24 },
  'handed-over': securityNotice,
  'card-removed': ofAccount,
  'left-team': securityNotice,
  removed: securityNotice,
  'subscription-started': news,
  'payment-failed': news,
  'payment-confirmation': news,
  'payment-not-made': news,
  'subscription-ended': news,
  'team-shut': news,
  'late-payment': ofAccount,
  'plan-cancelled': news,
  'plan-resumed': news,
  'grace-ending': news,
  'grace-over': news,
  'renewal-receipt': news,
  'card-expiring': news,
  'new-sso-link': securityNotice,
  'access-ended': securityNotice,
  'seats-requested': news,
  'identities-pending': news,
  'members-changed': news,
  'reset-withheld': ofAccount,
  'certificate-ending': news,
  'app-granted': { ...news, isSecurityNotice: true },
  'data-ready': { ...news, isSecurityNotice: true, hours: DATA_KEPT_HOURS },
  'account-leaving': securityNotice,
  'account-kept': securityNotice,
  'account-erased': securityNotice,
  welcome: news,
};

/** Until when a mail that is enqueued now keeps what it promises: then it is not sent any more. */
export function mailUntil(kind: MailKind): Date | undefined {
  const { hours } = mailRules[kind];
  return hours === null ? undefined : new Date(Date.now() + hours * 3_600_000);
}
