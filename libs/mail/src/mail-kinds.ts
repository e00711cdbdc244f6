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

export type InvitationContent =
  | ({ kind: 'team' } & MailContents['team-invitation'])
  | ({ kind: 'event' } & MailContents['event-invitation']);

/** `inviterEmail` is empty if the inviter's account was deleted. */
type Inviter = { inviterName: string; inviterEmail: string };

export type InvitedTo = { kind: 'team' | 'event'; name: string } & Inviter;

/**
 * The people in a notice to an owner. A long list has only the first ones, and `moreCount` is the number of the others.
 */
export type PeopleOfNotice = {
  people: { name: string; email: string; what?: MemberChange }[];
  moreCount: number;
};

export type MemberChange = 'joined' | 'left' | 'declined';

/** What happened to a passkey. `copied`: its signature counter went backwards. */
export type PasskeyEvent = 'added' | 'removed' | 'copied';

export type LostFactorEvent = 'begun' | 'ending' | 'stopped' | 'done';

/** A payment. Mails link only to the portal, so it lacks the URL of the provider's invoice page in `ReceiptReply`. */
export type MailedReceipt = Omit<ReceiptReply, 'invoiceUrl'>;

export type MailedCharge = { nextCharge?: NextCharge; hasCard: boolean };

export type MailedBrowser = { browser?: string; system?: string };

/** A login in a browser new to the account. `at` is ISO 8601 in UTC. */
export type MailedLogin = {
  at: string;
  network: { kind: 'here' | 'private' | 'unknown' } | { kind: 'other'; address: string };
} & MailedBrowser;

export type MailContents = {
  /** `invitedTo`: the sign-up used an invitation's shared link, and setting the password accepts the invitation. */
  'verify-email': { firstName: string; plan: PlanType; resetToken: string; invitedTo?: InvitedTo };
  'already-registered': { firstName: string; resetToken: string };
  'reset-password': { firstName: string; resetToken: string };
  'confirm-address': { firstName: string; token: string };
  /** To the former address. `undoUntil` is ISO 8601 in UTC. */
  'address-changed': { firstName: string; newEmail: string; undoToken: string; undoUntil: string };
  /** `resetToken`: the token of the link that sets a new password, if the user requested one. */
  'sign-in-with-sso': { firstName: string; identityProvider: string; resetToken?: string };
  'account-locked': { firstName: string };
  /** `passkeys`: the number of passkeys with which the user can still log in. */
  'password-changed': { firstName: string; passkeys: number };
  /** `at` is ISO 8601 in UTC. */
  'passkey-changed': {
    firstName: string;
    what: PasskeyEvent;
    name: string;
    at: string;
    /** The passkey was added in a session that depends on the company's sign-in. */
    byCompany?: boolean;
  } & MailedBrowser;
  'second-factor-added': { firstName: string; byCompany: boolean };
  'second-factor-removed': { firstName: string };
  'recovery-codes-made': { firstName: string };
  'recovery-code-used': { firstName: string; codesLeft: number };
  /** The code that starts the recovery of a lost second factor. It is sent only after the right password. */
  'lost-factor-code': { firstName: string; code: string };
  /**
   * `endsAt`: when the factor can be removed, ISO 8601 in UTC. `ownerOf`: the team whose owner started the recovery.
   * `stopToken`: set while the recovery can be stopped.
   */
  'lost-factor': {
    firstName: string;
    what: LostFactorEvent;
    endsAt: string;
    ownerOf?: string;
    stopToken?: string;
  };
  'codes-locked': { firstName: string; what: 'app' | 'recovery-code'; isForADay: boolean };
  /** A login in a new browser had the right password, but was not completed with a code. `at` is ISO 8601 in UTC. */
  'login-unfinished': { firstName: string; at: string };
  /**
   * The team requires a second factor after the day `by` (YYYY-MM-DD, UTC). `hasCompany`: the team has company sign-in,
   * which meets the rule if the company asks for a second factor.
   */
  'factor-required': {
    firstName: string;
    teamName: string;
    by: string;
    hasOne: boolean;
    hasCompany?: boolean;
  };
  'factor-waived': { firstName: string; teamName: string };
  'new-device': { firstName: string; logins: MailedLogin[] };
  'team-invitation': Inviter & { teamName: string; code: string; hasAccount: boolean };
  'event-invitation': Inviter & { eventName: string; code: string };
  /** Several invitations that waited for one mail. */
  invitations: { invitations: InvitationContent[] };
  /** To a user whose address was entered at an invitation's shared link. */
  'accept-invitation': { firstName: string; code: string; invitedTo: InvitedTo };
  /** `hadCompany`: the user was linked to the former team's company. */
  'switched-team': { firstName: string; teamName: string; hadCompany: boolean };
  'left-team': { firstName: string; teamName: string; hadCompany: boolean };
  /** To the member who is offered a team. `expiresOn` is a date as YYYY-MM-DD (UTC). */
  'owner-offered': { firstName: string; teamName: string; ownerName: string; expiresOn: string };
  /**
   * To the former and the new owner. `nextChargeOn`: the date on which the new owner's card is charged next. It is
   * empty if that is soon, and absent if no charge is planned.
   */
  'handed-over': {
    firstName: string;
    teamName: string;
    otherName: string;
    isOwner: boolean;
    nextChargeOn?: string;
  };
  /** To the former owner, when their card is removed. `payments`: the card's charges since the transfer, in cents. */
  'card-removed': {
    firstName: string;
    teamName: string;
    payments: { amount: number; currency: string; paidOn: string }[];
  };
  removed: { firstName: string; teamName: string; hadCompany: boolean };
  /** Without a receipt if the invoice is not paid yet. */
  'subscription-started': { firstName: string; receipt?: MailedReceipt };
  /** PRO stays active until `endsOn`. `nextCharge`: the retry of the payment. */
  'payment-failed': { firstName: string; endsOn: string } & MailedCharge;
  'payment-confirmation': { firstName: string; endsOn: string };
  /**
   * To the buyer, if the payment failed so late that the billing page may be closed. `reason`: the card provider's
   * message, or the portal's message if the sum changed. It can be empty.
   */
  'payment-not-made': { firstName: string; reason: string; declineCode?: string };
  /**
   * `endsAs`: the team's state now. `wasUnpaid`: the owner ended the plan while a payment was due, which is no longer
   * charged.
   */
  'subscription-ended': { firstName: string; endsAs: SubscriptionEnd; wasUnpaid?: boolean };
  /** An invoice was paid although its plan was ending or had ended. `amount` is in cents of `currency`. */
  'late-payment': { firstName: string; amount: number; currency: string; isRefunded: boolean };
  /** To a member of a team that has lost its access because its plan has ended. */
  'team-shut': { firstName: string; teamName: string };
  /** `endsAs`: the team's state after the scheduled end. */
  'plan-cancelled': { firstName: string; endsOn: string; endsAs: SubscriptionEnd } & MailedCharge;
  'plan-resumed': { firstName: string; renewsOn: string; paidUntil: string } & MailedCharge;
  'grace-ending': { firstName: string; endsOn: string; endsAs: SubscriptionEnd };
  'grace-over': { firstName: string; endsAs: SubscriptionEnd };
  'renewal-receipt': { firstName: string; receipt: MailedReceipt };
  'card-expiring': { firstName: string; brand: string; last4: string; month: number; year: number };
  /** To a user who can now log in through a company's identity provider. */
  'new-sso-link': { firstName: string; identityProvider: string };
  /**
   * Access that ended because it depended on the company's sign-in. `recoveryCodes`: the number of unused codes that
   * are no longer valid.
   */
  'access-ended': {
    firstName: string;
    identityProvider: string;
    passkeys: string[];
    hasApp: boolean;
    recoveryCodes: number;
    connectedApps: string[];
  };
  /**
   * To a team's owner: people who signed in through the company when no seat was free, or who requested an invitation.
   */
  'seats-requested': { firstName: string; teamName: string } & PeopleOfNotice;
  /** To a team's owner: people whose company sign-in waits for the owner's decision. */
  'identities-pending': { firstName: string; teamName: string } & PeopleOfNotice;
  /** To a team's owner: changes of members since the last mail. */
  'members-changed': { firstName: string; teamName: string } & PeopleOfNotice;
  /** Sent instead of a reset link while the team's owner has not decided which person the address belongs to. */
  'reset-withheld': { firstName: string; teamName: string };
  /** To a team's owner. `endsOn` is a date as YYYY-MM-DD. */
  'certificate-ending': { firstName: string; identityProvider: string; endsOn: string };
  'app-granted': { firstName: string; appName: string; scopes: string[] };
  /** The requested data export is ready. The mail contains no link that opens it without a login. */
  'data-ready': { firstName: string; until: string };
  'account-leaving': { firstName: string; erasedOn: string };
  'account-kept': { firstName: string };
  'account-erased': { firstName: string };
  welcome: { firstName: string; plan: PlanType };
};

export type MailKind = keyof MailContents;

/**
 * A mail to one address. If the address has an account, its language and time zone are used instead of `language` and
 * `timeZone`. The defaults are English and UTC.
 */
export type Mail = {
  [Kind in MailKind]: {
    kind: Kind;
    to: string;
    language?: LanguageTag | undefined;
    timeZone?: string | undefined;
    /** The expiry of the content, if it is earlier than the expiry of the mail's kind (`mailRules`). */
    until?: Date;
    /** Set for a copy to a former address (`isSecurityNotice`): until when that address can undo its change. */
    undoUntil?: Date;
    content: MailContents[Kind];
  };
}[MailKind];

/** A queued mail. Its content is encrypted, because it may contain a link that gives access to an account. */
export type MailJob = {
  kind: MailKind;
  to: string;
  language?: string;
  timeZone?: string;
  /** Both times are ISO 8601. Without `until`, the mail does not expire. */
  until?: string;
  undoUntil?: string;
  sealed: string;
} & Traced;

type MailRule = {
  isForPendingDeletion: boolean;
  /**
   * Whether a former address that can still undo its change also gets the mail. False for every mail with a link or
   * code that gives access to the account.
   */
  isSecurityNotice: boolean;
  /** The longest validity of the mail's link, code, offer or download. `null` if the mail does not expire. */
  hours: number | null;
};

/**
 * An account pending deletion also gets these mails. A former address gets no copy, because a mail may contain a link
 * or code.
 */
const ofAccount: MailRule = { isForPendingDeletion: true, isSecurityNotice: false, hours: null };
/** A mail about the security of the account. A former address that can undo its change gets a copy. */
const securityNotice: MailRule = { ...ofAccount, isSecurityNotice: true };
/** An account pending deletion does not get these mails, for example those about teams and plans. */
const news: MailRule = { ...ofAccount, isForPendingDeletion: false };

const INVITATION_HOURS = INVITATION_LIFE_DAYS * 24;

/** `address-changed` and `lost-factor` do not expire, although their links do, because they are also warnings. */
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

/** Returns the expiry of a mail of this kind that is enqueued now. An expired mail is not sent. */
export function mailUntil(kind: MailKind): Date | undefined {
  const { hours } = mailRules[kind];
  return hours === null ? undefined : new Date(Date.now() + hours * 3_600_000);
}
