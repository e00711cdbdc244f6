import type { PlanType } from '@foyer/catalog/plans';
import type { SubscriptionEnd } from '@foyer/catalog/subscription-states';
import type { Traced } from './carry-trace.ts';

/** One invitation of a mail that tells of several. */
export type InvitationContent =
  | ({ kind: 'team' } & MailContents['team-invitation'])
  | ({ kind: 'event' } & MailContents['event-invitation']);

/** What a mail's reader was invited to: a team or an event by name. */
export type InvitedTo = { kind: 'team' | 'event'; name: string; inviterName: string };

/** Whom a notice to an owner is about: the first of them by name, and how many more there are. */
export type PeopleOfNotice = {
  people: { name: string; email: string; what?: MemberChange }[];
  moreCount: number;
};

/** What somebody did in a team: accepted an invitation, left, or declined to own it. */
export type MemberChange = 'joined' | 'left' | 'declined';

/** What was paid, and how: amounts in cents, `nextBillingDate` as ISO 8601. */
export type MailedReceipt = {
  subtotal: number;
  tax: number;
  total: number;
  card?: { brand: string; last4: string };
  nextBillingDate: string;
};

/**
 * What each kind of mail says, apart from its fixed words (docs/architecture.md 7). One template per kind in the mail
 * worker.
 */
export type MailContents = {
  /** `invitedTo` for who came by the shared link of an invitation, which the password accepts. */
  'verify-email': { firstName: string; plan: PlanType; resetToken: string; invitedTo?: InvitedTo };
  'already-registered': { firstName: string; resetToken: string };
  'reset-password': { firstName: string; resetToken: string };
  'sign-in-with-sso': { firstName: string; identityProvider: string };
  'account-locked': { firstName: string };
  'password-changed': { firstName: string };
  /** Logins in browsers that had not logged in to the account before. `at` is ISO 8601 in UTC. */
  'new-device': { firstName: string; logins: { at: string; device: string; place: string }[] };
  'team-invitation': { inviterName: string; teamName: string; code: string; hasAccount: boolean };
  'event-invitation': { inviterName: string; eventName: string; code: string };
  /** Several at once, because a mail about them was not due when they were made. */
  invitations: { invitations: InvitationContent[] };
  /** To a user whose address was given at the shared link of an invitation. */
  'accept-invitation': { firstName: string; code: string; invitedTo: InvitedTo };
  'switched-team': { firstName: string; teamName: string };
  /** To whom a team is offered. Days and times here and below are ISO 8601, in UTC. */
  'owner-offered': { firstName: string; teamName: string; ownerName: string; expiresOn: string };
  /** To the owner of before and the new one. `nextChargeOn` where a plan goes on and needs a card by then. */
  'handed-over': {
    firstName: string;
    teamName: string;
    otherName: string;
    isOwner: boolean;
    nextChargeOn?: string;
  };
  /** To somebody whom the owner took out of a team. */
  removed: { firstName: string; teamName: string };
  /** Without a receipt when replicas of the release before wrote it. */
  'subscription-started': { firstName: string; receipt?: MailedReceipt };
  'payment-failed': { firstName: string };
  /** The bank wants the owner to confirm a renewal. */
  'payment-confirmation': { firstName: string };
  /** To who was paying for PRO and did not stay until it was known. `reason` is the bank's; empty where there is none. */
  'payment-not-made': { firstName: string; reason: string };
  /** `endsAs`, unless a replica of the release before wrote it: what the team is now. */
  'subscription-ended': { firstName: string; endsAs?: SubscriptionEnd };
  /** A cancellation that is scheduled, or was taken back; `endsAs` says what becomes of the team. */
  'plan-cancelled': { firstName: string; endsOn: string; endsAs: SubscriptionEnd };
  'plan-resumed': { firstName: string; nextChargeOn: string };
  /** A payment failed, and PRO goes on until `endsOn`. */
  'grace-ending': { firstName: string; endsOn: string; endsAs: SubscriptionEnd };
  'grace-over': { firstName: string; endsAs: SubscriptionEnd };
  'renewal-receipt': { firstName: string; receipt: MailedReceipt };
  'card-expiring': { firstName: string; brand: string; last4: string; month: number; year: number };
  /** An account that was there already can now be entered through the company's identity provider. */
  'new-sso-link': { firstName: string; identityProvider: string };
  /** To a team's owner: who came through the company's sign-in when no seat was free, or asks to be invited. */
  'seats-requested': { firstName: string; teamName: string } & PeopleOfNotice;
  /** To a team's owner: who came with the address of a member whom the company calls by another NameID. */
  'identities-pending': { firstName: string; teamName: string } & PeopleOfNotice;
  /** To a team's owner: what members did by themselves since the mail before. */
  'members-changed': { firstName: string; teamName: string } & PeopleOfNotice;
  /** In the place of a link, as long as the owner has not said whose the account is. */
  'reset-withheld': { firstName: string; teamName: string };
  /** Of replicas of the release before; goes with the next one. */
  'seat-requested': { firstName: string; teamName: string; requesterName: string; requesterEmail: string };
  /** To a team's owner. `endsOn` is a date as YYYY-MM-DD. */
  'certificate-ending': { firstName: string; identityProvider: string; endsOn: string };
  /** `scopes` are the granted ones, by name. */
  'app-granted': { firstName: string; appName: string; scopes: string[] };
  welcome: { firstName: string; plan: PlanType };
};

export type MailKind = keyof MailContents;

/** A mail to one address. */
export type Mail = { [Kind in MailKind]: { kind: Kind; to: string; content: MailContents[Kind] } }[MailKind];

/** A mail as it lies in the queue: what it says is sealed, for it may hold a link that opens an account. */
export type MailJob = { kind: MailKind; to: string; sealed: string } & Traced;
