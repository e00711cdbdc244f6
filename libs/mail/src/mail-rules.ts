import { ADDRESS_LINK_HOURS } from '@foyer/contracts/account/address-change';
import { MAILED_CODE_MINUTES } from '@foyer/contracts/identity/factor-recovery';
import { INVITATION_LIFE_DAYS } from '@foyer/contracts/invitations/invitation';
import { DATA_KEPT_HOURS } from '@foyer/contracts/account/own-data';
import { linkLifeHours } from '@foyer/contracts/identity/password';
import { OWNER_OFFER_DAYS } from '@foyer/contracts/teams/team';
import type { MailKind } from './mail-kinds.ts';

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
