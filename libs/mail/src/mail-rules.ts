import { ADDRESS_LINK_HOURS } from '@foyer/contracts/address-change';
import { MAILED_CODE_MINUTES } from '@foyer/contracts/factor-recovery';
import { INVITATION_LIFE_DAYS } from '@foyer/contracts/invitation';
import { DATA_KEPT_HOURS } from '@foyer/contracts/own-data';
import { linkLifeHours } from '@foyer/contracts/password';
import { OWNER_OFFER_DAYS } from '@foyer/contracts/team';
import type { MailKind } from './mail-kinds.ts';

type MailRule = {
  /** Whether an account that is about to be deleted is mailed it, too. */
  isForLeaving: boolean;
  /** How long its link, its code or what it offers is good, at most; `null` where it only tells something. */
  hours: number | null;
};

/** About the account, its security and its deletion. */
const ofAccount: MailRule = { isForLeaving: true, hours: null };
/** Of teams, plans and apps. */
const news: MailRule = { isForLeaving: false, hours: null };

const INVITATION_HOURS = INVITATION_LIFE_DAYS * 24;

/** `address-changed` and `lost-factor` have a link that dies, too, but are warnings, which are due later as well. */
export const mailRules: Readonly<Record<MailKind, MailRule>> = {
  'verify-email': { ...ofAccount, hours: linkLifeHours.create_password },
  'already-registered': { ...ofAccount, hours: linkLifeHours.reset_password },
  'reset-password': { ...ofAccount, hours: linkLifeHours.reset_password },
  'confirm-address': { ...ofAccount, hours: ADDRESS_LINK_HOURS },
  'address-changed': ofAccount,
  'sign-in-with-sso': ofAccount,
  'account-locked': ofAccount,
  'password-changed': ofAccount,
  'passkey-changed': ofAccount,
  'second-factor-added': ofAccount,
  'second-factor-removed': ofAccount,
  'recovery-codes-made': ofAccount,
  'recovery-code-used': ofAccount,
  'lost-factor-code': { ...ofAccount, hours: MAILED_CODE_MINUTES / 60 },
  'lost-factor': ofAccount,
  'codes-locked': ofAccount,
  'factor-required': news,
  'factor-waived': news,
  'new-device': ofAccount,
  'team-invitation': { ...news, hours: INVITATION_HOURS },
  'event-invitation': { ...news, hours: INVITATION_HOURS },
  invitations: { ...news, hours: INVITATION_HOURS },
  'accept-invitation': { ...news, hours: INVITATION_HOURS },
  'switched-team': news,
  'owner-offered': { ...news, hours: OWNER_OFFER_DAYS * 24 },
  'handed-over': ofAccount,
  removed: news,
  'subscription-started': news,
  'payment-failed': news,
  'payment-confirmation': news,
  'payment-not-made': news,
  'subscription-ended': news,
  'plan-cancelled': news,
  'plan-resumed': news,
  'grace-ending': news,
  'grace-over': news,
  'renewal-receipt': news,
  'card-expiring': news,
  'new-sso-link': ofAccount,
  'seats-requested': news,
  'identities-pending': news,
  'members-changed': news,
  'reset-withheld': ofAccount,
  'certificate-ending': news,
  'app-granted': news,
  'data-ready': { ...news, hours: DATA_KEPT_HOURS },
  'account-leaving': ofAccount,
  'account-kept': ofAccount,
  'account-erased': ofAccount,
  'account-inactive': ofAccount,
  welcome: news,
};

/** Until when a mail keeps what it promises: then it is not sent any more. */
export function mailUntil(kind: MailKind, from: Date): Date | undefined {
  const { hours } = mailRules[kind];
  return hours === null ? undefined : new Date(from.getTime() + hours * 3_600_000);
}
