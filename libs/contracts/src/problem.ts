import { say } from '@foyer/catalog/words/say';
import * as z from 'zod/mini';

/** First sentences of problems to which the browser adds the time to wait (`Retry-After`). */
export const beforeWait = {
  TooManyRequests: say('problems.tooManyRequestsLead', 'That was a lot of tries.'),
  AttemptsPending: say('problems.tooManyRequestsLead', 'That was a lot of tries.'),
  CodesLocked: say('problems.codesLockedLead', 'Those were too many wrong codes.'),
  Unavailable: say('problems.unavailableLead', 'We are busy right now.'),
  InvitationLimitReached: say('problems.invitationLimitLead', 'You have sent a lot of invitations.'),
} as const;

/**
 * Every problem the API answers with, its HTTP status and the sentence a person can act on (docs/architecture.md 4).
 */
export const problemTypes = {
  ValidationFailed: {
    status: 400,
    message: say('problems.validationFailed', 'Please check the marked fields and try again.'),
  },
  MalformedBody: {
    status: 400,
    message: say('problems.malformedBody', 'The request could not be read. Reload the page and try again.'),
  },
  PasskeyNotMade: {
    status: 400,
    message: say(
      'problems.passkeyNotMade',
      'Your device did not make a passkey that we can use. Try again, or use another device.',
    ),
  },
  CardUnknown: {
    status: 400,
    message: say('problems.cardUnknown', 'We could not use this card. Type it once more.'),
  },
  Unauthorized: {
    status: 401,
    message: say('problems.unauthorized', 'Invalid email or password. Try again.'),
  },
  PasskeyRefused: {
    status: 401,
    message: say('problems.passkeyRefused', 'That passkey did not work. Try again, or use your password.'),
  },
  SecondFactorRequired: {
    status: 401,
    message: say('problems.secondFactorRequired', 'Enter the code of your authenticator app.'),
  },
  LoginOver: { status: 401, message: say('problems.loginOver', 'That took too long. Log in again.') },
  SignInRequired: { status: 401, message: say('problems.signInRequired', 'Log in to go on.') },
  CardDeclined: {
    status: 402,
    message: say('common.cardDeclined', 'Your card was declined. Use another card, or ask your bank.'),
  },
  Deactivated: { status: 403, message: 'Account Deactivated' },
  SubscriptionEnded: { status: 403, message: 'Ecommerce plan subscription ended' },
  AccountLeaving: {
    status: 403,
    message: say('problems.accountLeaving', 'Your account is being deleted. Log in, and keep it first.'),
  },
  SecondFactorMissing: {
    status: 403,
    message: say(
      'problems.secondFactorMissing',
      'Your account needs a second factor. Give yours, or set one up if you have none.',
    ),
  },
  WrongAccount: {
    status: 403,
    message: say(
      'problems.wrongAccount',
      'This invitation is for somebody else. Log in with the invited address.',
    ),
  },
  EmailMismatch: {
    status: 403,
    message: say(
      'problems.emailMismatch',
      'You are logged in with another address. Log in again and try once more.',
    ),
  },
  AddressKept: {
    status: 403,
    message: say('problems.addressKept', 'Your company keeps your email. Ask it to change it.'),
  },
  NotOwner: { status: 403, message: say('problems.notOwner', 'Only the owner of the team can do this.') },
  ProofNeeded: {
    status: 403,
    message: say('problems.proofNeeded', 'Nothing was changed, because you haven’t confirmed that it’s you.'),
  },
  WrongCode: {
    status: 403,
    message: say(
      'problems.wrongCode',
      'That code is wrong or was used already. Try the one that your app shows next.',
    ),
  },
  WrongMailedCode: {
    status: 403,
    message: say(
      'problems.wrongMailedCode',
      'That code is wrong or too old. Copy it from our newest email, or ask for another one.',
    ),
  },
  RecoveryNotOffered: {
    status: 403,
    message: say(
      'problems.recoveryNotOffered',
      'Your second factor is required. Ask the owner of your team to reset it; if that is you, write to us.',
    ),
  },
  OwnSecondFactor: {
    status: 403,
    message: say(
      'problems.ownSecondFactor',
      'You cannot reset your own second factor here. Log in with a recovery code, or write to us.',
    ),
  },
  InvalidCsrfToken: {
    status: 403,
    message: say(
      'problems.invalidCsrfToken',
      'This page has been open for a while. Reload it and try again.',
    ),
  },
  HttpsRequired: {
    status: 403,
    message: say(
      'problems.httpsRequired',
      'This connection isn’t private. Open this page with https:// and try again.',
    ),
  },
  NotFound: { status: 404, message: say('problems.notFound', 'There is nothing at this address.') },
  LinkUnknown: {
    status: 404,
    message: say('common.linkUnknown', 'This link is not one of ours. Copy the whole link from your email.'),
  },
  InvitationUnknown: {
    status: 404,
    message: say(
      'problems.invitationUnknown',
      'This invitation is not one of ours. Copy the whole link from your email.',
    ),
  },
  IdpUnknown: {
    status: 404,
    message: say(
      'problems.idpUnknown',
      'We know no company sign-in for this address. Log in with your email and password instead.',
    ),
  },
  SeatLimitReached: {
    status: 409,
    message: say(
      'problems.seatLimitReached',
      'The team has no free seat. Ask the person who invited you to make room.',
    ),
  },
  OwnLoginMissing: {
    status: 409,
    message: say(
      'problems.ownLoginMissing',
      'Your company won’t open your account after this. Set a password first: log out and choose “Forgot password?”.',
    ),
  },
  PasskeyLimitReached: {
    status: 409,
    message: say(
      'problems.passkeyLimitReached',
      'Your account has as many passkeys as it can hold. Remove one you no longer use first.',
    ),
  },
  LastOwner: {
    status: 409,
    message: say('problems.lastOwner', 'Hand your team over to another member before you leave it.'),
  },
  SubscriptionRunning: {
    status: 409,
    message: say(
      'problems.subscriptionRunning',
      'Cancel your PRO plan and wait for its last charge: when you leave, nobody is left to use it.',
    ),
  },
  OfferStands: {
    status: 409,
    message: say(
      'problems.offerStands',
      'You have offered the team to a member already. Withdraw that offer first.',
    ),
  },
  AccountExists: {
    status: 409,
    message: say(
      'problems.accountExists',
      'There is an account with this address already. Log in with it to accept the invitation.',
    ),
  },
  AddressHeld: {
    status: 409,
    message: say(
      'problems.addressHeld',
      'You can change your email seven days after leaving a company’s team.',
    ),
  },
  AddressTaken: {
    status: 409,
    message: say(
      'problems.addressTaken',
      'There is an account with this address by now. Choose another address.',
    ),
  },
  UndoHeld: {
    status: 409,
    message: say('problems.undoHeld', 'This can’t be changed back yet. Try again later.'),
  },
  AddressLocked: {
    status: 409,
    message: say(
      'problems.addressLocked',
      'You changed your email recently. You can change it again when that can no longer be undone.',
    ),
  },
  NoSecondFactor: {
    status: 409,
    message: say('problems.noSecondFactor', 'This person has no second factor: there is nothing to reset.'),
  },
  SecondFactorExists: {
    status: 409,
    message: say('problems.secondFactorExists', 'You have set up an authenticator app already.'),
  },
  SecondFactorKept: {
    status: 409,
    message: say(
      'problems.secondFactorKept',
      'You need a second factor, and this is your last one. Add another before you remove it.',
    ),
  },
  OwnFactorMissing: {
    status: 409,
    message: say(
      'problems.ownFactorMissing',
      'Set up a second factor of your own first, in your security settings.',
    ),
  },
  PaymentUnderWay: {
    status: 409,
    message: say(
      'problems.paymentUnderWay',
      'A payment for your team is under way. Wait until you know what came of it, and try again.',
    ),
  },
  AlreadySubscribed: {
    status: 409,
    message: say('problems.alreadySubscribed', 'Your plan is PRO already. Your card was not charged again.'),
  },
  SumChanged: {
    status: 409,
    message: say('problems.sumChanged', 'The total has changed. Your card wasn’t charged.'),
  },
  PlanEnded: {
    status: 409,
    message: say('problems.planEnded', 'This plan has ended already. To have PRO again, subscribe anew.'),
  },
  LinkExpired: {
    status: 410,
    message: say('problems.linkExpired', 'This link has expired. Ask for a new one.'),
  },
  LinkUsed: { status: 410, message: say('common.linkUsed', 'This link has already been used.') },
  LinkReplaced: {
    status: 410,
    message: say(
      'problems.linkReplaced',
      'Your account has changed since this link was sent. Ask for a new one.',
    ),
  },
  InvitationExpired: {
    status: 410,
    message: say('problems.invitationExpired', 'This invitation has expired. Ask for a new one.'),
  },
  InvitationUsed: {
    status: 410,
    message: say('problems.invitationUsed', 'This invitation has already been accepted.'),
  },
  InvitationRevoked: {
    status: 410,
    message: say('problems.invitationRevoked', 'This invitation was withdrawn.'),
  },
  OfferEnded: {
    status: 410,
    message: say('problems.offerEnded', 'This offer is over. Ask the owner of the team for a new one.'),
  },
  BodyTooLarge: {
    status: 413,
    message: say('problems.bodyTooLarge', 'That is more than this form can take. Shorten it and try again.'),
  },
  UnsupportedMediaType: {
    status: 415,
    message: say('problems.unsupportedMediaType', 'Send the request as application/json.'),
  },
  Locked: { status: 423, message: 'userAccountLockedOut' },
  CodesLocked: {
    status: 423,
    message: say('problems.codesLocked', 'Those were too many wrong codes. Try again later.'),
  },
  TooManyRequests: {
    status: 429,
    message: say('problems.tooManyRequests', 'That was a lot of tries. Wait a moment and try again.'),
  },
  AttemptsPending: {
    status: 429,
    message: say('problems.tooManyRequests', 'That was a lot of tries. Wait a moment and try again.'),
  },
  InvitationLimitReached: {
    status: 429,
    message: say('problems.invitationLimitReached', 'You have sent a lot of invitations. Try again later.'),
  },
  InternalError: {
    status: 500,
    message: say('problems.internalError', 'Something went wrong on our side. Try again in a moment.'),
  },
  PaymentUnavailable: {
    status: 503,
    message: say(
      'problems.paymentUnavailable',
      'Card payments are not available right now. Try again in a moment.',
    ),
  },
  Unavailable: {
    status: 503,
    message: say('problems.unavailable', 'We are busy right now. Try again in a few seconds.'),
  },
} as const satisfies Record<string, { status: number; message: string }> & {
  [Code in keyof typeof beforeWait]: { status: number; message: `${(typeof beforeWait)[Code]} ${string}` };
};

export type ProblemCode = keyof typeof problemTypes;

/** Problem details, the body of whatever is refused. `fields` maps a field's wire name to its text. */
export const problemDetails = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** With `Unauthorized` at the login, when the next wrong password locks the address (invariant 6 of docs/security.md). */
  triesLeft: z.optional(z.number()),
  /** With `Locked`. */
  lockedForMs: z.optional(z.number()),
  /** With `InvitationLimitReached`, how many can still be sent now. */
  invitationsLeft: z.optional(z.number()),
  /** With `ProofNeeded`, how this person can prove who they are for this call, of `stepUpProofs`. */
  proofs: z.optional(z.array(z.string())),
  /** Where `proofs` has their company, the name of its identity provider. */
  idpName: z.optional(z.string()),
  /** With `SecondFactorRequired`, the end of the recovery waiting period, as ISO 8601. */
  recoveryEndsAt: z.optional(z.string()),
  /** With `CardDeclined`, the card provider's reason (https://docs.stripe.com/declines/codes). */
  declineCode: z.optional(z.string()),
  /** With `SumChanged`, what is to be paid now. */
  sum: z.optional(z.object({ cents: z.number(), currency: z.string() })),
});
export type ProblemDetails = z.infer<typeof problemDetails>;
/** Further fields of some codes. */
export type ProblemExtras = Omit<ProblemDetails, 'code' | 'message' | 'fields'>;

/** A time to wait in its most readable unit. */
export function timeToWait(seconds: number): { count: number; unit: 'hour' | 'minute' | 'second' } {
  if (seconds > 5_400) return { count: Math.ceil(seconds / 3_600), unit: 'hour' };
  if (seconds > 90) return { count: Math.ceil(seconds / 60), unit: 'minute' };
  return { count: Math.ceil(seconds), unit: 'second' };
}

/** The same in the English of the wire. */
export function waitText(seconds: number): string {
  const { count, unit } = timeToWait(seconds);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
