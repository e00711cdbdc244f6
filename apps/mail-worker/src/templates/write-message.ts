import type { Mail, MailContents, MailKind } from '@foyer/mail/mail-kinds';
import { timeInWords } from '../in-words.ts';
import type { Message, MessageContext, Template } from '../message.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { accessEnded } from './access-ended.ts';
import { accountErased } from './account-erased.ts';
import { accountKept } from './account-kept.ts';
import { accountLeaving } from './account-leaving.ts';
import { accountLocked } from './account-locked.ts';
import { addressChanged } from './address-changed.ts';
import { alreadyRegistered } from './already-registered.ts';
import { appGranted } from './app-granted.ts';
import { cardExpiring } from './card-expiring.ts';
import { cardRemoved } from './card-removed.ts';
import { certificateEnding } from './certificate-ending.ts';
import { confirmAddress } from './confirm-address.ts';
import { dataReady } from './data-ready.ts';
import { eventInvitation } from './event-invitation.ts';
import { factorRequired, factorWaived } from './factor-rule.ts';
import { graceEnding } from './grace-ending.ts';
import { graceOver } from './grace-over.ts';
import { handedOver } from './handed-over.ts';
import { identitiesPending } from './identities-pending.ts';
import { invitations } from './invitations.ts';
import { lostFactor, lostFactorCode } from './lost-factor.ts';
import { leftTeam } from './left-team.ts';
import { membersChanged } from './members-changed.ts';
import { newDevice } from './new-device.ts';
import { newSsoLink } from './new-sso-link.ts';
import { ownerOffered } from './owner-offered.ts';
import { passkeyChanged } from './passkey-changed.ts';
import { passwordChanged } from './password-changed.ts';
import { paymentConfirmation } from './payment-confirmation.ts';
import { paymentFailed } from './payment-failed.ts';
import { planCancelled } from './plan-cancelled.ts';
import { planResumed } from './plan-resumed.ts';
import { removed } from './removed.ts';
import { renewalReceipt } from './renewal-receipt.ts';
import { paymentNotMade } from './payment-not-made.ts';
import {
  codesLocked,
  loginUnfinished,
  recoveryCodesMade,
  recoveryCodeUsed,
  secondFactorAdded,
  secondFactorRemoved,
} from './second-factor.ts';
import { resetPassword } from './reset-password.ts';
import { resetWithheld } from './reset-withheld.ts';
import { seatsRequested } from './seats-requested.ts';
import { signInWithSso } from './sign-in-with-sso.ts';
import { latePayment } from './late-payment.ts';
import { subscriptionEnded } from './subscription-ended.ts';
import { subscriptionStarted } from './subscription-started.ts';
import { switchedTeam } from './switched-team.ts';
import { teamInvitation } from './team-invitation.ts';
import { teamShut } from './team-shut.ts';
import { verifyEmail } from './verify-email.ts';
import { welcome } from './welcome.ts';

type Templates = { [Kind in MailKind]: Template<Kind> };

const templates: Templates = {
  'verify-email': verifyEmail,
  'already-registered': alreadyRegistered,
  'reset-password': resetPassword,
  'confirm-address': confirmAddress,
  'address-changed': addressChanged,
  'sign-in-with-sso': signInWithSso,
  'account-locked': accountLocked,
  'password-changed': passwordChanged,
  'passkey-changed': passkeyChanged,
  'factor-required': factorRequired,
  'factor-waived': factorWaived,
  'second-factor-added': secondFactorAdded,
  'second-factor-removed': secondFactorRemoved,
  'recovery-codes-made': recoveryCodesMade,
  'recovery-code-used': recoveryCodeUsed,
  'lost-factor-code': lostFactorCode,
  'lost-factor': lostFactor,
  'codes-locked': codesLocked,
  'login-unfinished': loginUnfinished,
  'new-device': newDevice,
  'team-invitation': teamInvitation,
  'event-invitation': eventInvitation,
  invitations,
  'accept-invitation': acceptInvitation,
  'switched-team': switchedTeam,
  'owner-offered': ownerOffered,
  'handed-over': handedOver,
  'card-removed': cardRemoved,
  'left-team': leftTeam,
  removed,
  'subscription-started': subscriptionStarted,
  'payment-failed': paymentFailed,
  'payment-confirmation': paymentConfirmation,
  'payment-not-made': paymentNotMade,
  'subscription-ended': subscriptionEnded,
  'team-shut': teamShut,
  'late-payment': latePayment,
  'plan-cancelled': planCancelled,
  'plan-resumed': planResumed,
  'grace-ending': graceEnding,
  'grace-over': graceOver,
  'renewal-receipt': renewalReceipt,
  'card-expiring': cardExpiring,
  'new-sso-link': newSsoLink,
  'access-ended': accessEnded,
  'seats-requested': seatsRequested,
  'identities-pending': identitiesPending,
  'members-changed': membersChanged,
  'reset-withheld': resetWithheld,
  'certificate-ending': certificateEnding,
  'app-granted': appGranted,
  'data-ready': dataReady,
  'account-leaving': accountLeaving,
  'account-kept': accountKept,
  'account-erased': accountErased,
  welcome,
};

export const mailKinds: readonly string[] = Object.keys(templates);

/** A mail to a former address also says how to undo the change of address. */
export function writeMessage<Kind extends MailKind>(
  mail: Extract<Mail, { kind: Kind }>,
  context: MessageContext,
): Message {
  const template = templates[mail.kind] as Template<Kind>;
  const message = template(mail.content as MailContents[Kind], context);
  if (!mail.undoUntil) return message;
  return { ...message, notes: [undoNote(mail.undoUntil, context), ...message.notes] };
}

/** Refers to the undo link in an earlier mail, because the portal stores only the link's hash. */
function undoNote(undoUntil: Date, context: MessageContext): string {
  const { t, productName } = context;
  return t(
    'mails.writeMessage.formerAddressNote',
    'We’re also sending this to your former email address. If you didn’t change your email address, you can change it back until {time} with the link in the email “{subject}”.',
    {
      time: timeInWords(undoUntil.toISOString(), context),
      subject: t(
        'mails.addressChangedSubject',
        'The email address of your {productName} account was changed',
        {
          productName,
        },
      ),
    },
  );
}
