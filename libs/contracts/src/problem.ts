import { say } from '@foyer/catalog/words/say';
import * as z from 'zod/mini';

/**
 * First sentences of the messages of some problems. The browser adds a sentence with the time to wait (`Retry-After`).
 */
export const waitProblemLeads = {
  TooManyRequests: say('problems.tooManyRequestsLead', 'Too many attempts.'),
  AttemptsPending: say('problems.tooManyRequestsLead', 'Too many attempts.'),
  CodesLocked: say('problems.codesLockedLead', 'Too many wrong codes.'),
  Unavailable: say('problems.unavailableLead', 'We’re busy right now.'),
  InvitationLimitReached: say('problems.invitationLimitLead', 'You’ve sent a lot of invitations.'),
} as const;

/** All problems of the API: the HTTP status, and a message that says what the user can do (docs/architecture.md 4). */
export const problemTypes = {
  ValidationFailed: {
    status: 400,
    message: say('problems.validationFailed', 'Check the marked fields and try again.'),
  },
  MalformedBody: {
    status: 400,
    message: say('problems.malformedBody', 'We couldn’t read your request. Reload the page and try again.'),
  },
  PasskeyNotMade: {
    status: 400,
    message: say(
      'problems.passkeyNotMade',
      'Your device didn’t create a passkey that we can use. Try again or use another device.',
    ),
  },
  CardUnknown: {
    status: 400,
    message: say('problems.cardUnknown', 'We couldn’t use this card. Enter it again.'),
  },
  Unauthorized: {
    status: 401,
    message: say('problems.unauthorized', 'Invalid email or password. Try again.'),
  },
  PasskeyRefused: {
    status: 401,
    message: say('problems.passkeyRefused', 'That passkey didn’t work. Try again or use your password.'),
  },
  SecondFactorRequired: {
    status: 401,
    message: say('problems.secondFactorRequired', 'Enter the code from your authenticator app.'),
  },
  LoginOver: { status: 401, message: say('problems.loginOver', 'That took too long. Log in again.') },
  SignInRequired: { status: 401, message: say('problems.signInRequired', 'Log in to continue.') },
  CardDeclined: {
    status: 402,
    message: say('common.cardDeclined', 'Your card was declined. Use another card or contact your bank.'),
  },
  Deactivated: { status: 403, message: 'Account Deactivated' },
  SubscriptionEnded: { status: 403, message: 'Ecommerce plan subscription ended' },
  AccountLeaving: {
    status: 403,
    message: say(
      'problems.accountLeaving',
      'Your account is scheduled for deletion. Log in and choose “Keep my account” first.',
    ),
  },
  SecondFactorMissing: {
    status: 403,
    message: say(
      'problems.secondFactorMissing',
      'Your account requires two-step verification. Confirm it’s you, or set it up first.',
    ),
  },
  WrongAccount: {
    status: 403,
    message: say(
      'problems.wrongAccount',
      'This invitation is for someone else. Log in with the invited email address.',
    ),
  },
  EmailMismatch: {
    status: 403,
    message: say(
      'problems.emailMismatch',
      'You’re logged in with a different email address than the one on this form. Log out, then log in with that address.',
    ),
  },
  AddressKept: {
    status: 403,
    message: say(
      'problems.addressKept',
      'Your company manages your email address. Ask your company to change it.',
    ),
  },
  NotOwner: { status: 403, message: say('problems.notOwner', 'Only the team’s owner can do this.') },
  ProofNeeded: {
    status: 403,
    message: say('problems.proofNeeded', 'Nothing was changed because you didn’t confirm it’s you.'),
  },
  WrongCode: {
    status: 403,
    message: say(
      'problems.wrongCode',
      'That code is wrong or was already used. Check it, or enter another one.',
    ),
  },
  WrongMailedCode: {
    status: 403,
    message: say(
      'problems.wrongMailedCode',
      'That code is wrong or has expired. Copy it from our latest email or request a new one.',
    ),
  },
  RecoveryNotOffered: {
    status: 403,
    message: say(
      'problems.recoveryNotOffered',
      'Two-step verification is required for your account. Ask your team’s owner to reset it. If you’re the owner, contact us.',
    ),
  },
  OwnSecondFactor: {
    status: 403,
    message: say(
      'problems.ownSecondFactor',
      'You can’t reset your own two-step verification here. Log in with a recovery code or contact us.',
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
  NotFound: {
    status: 404,
    message: say('problems.notFound', 'We couldn’t find that. It may have been removed.'),
  },
  LinkUnknown: {
    status: 404,
    message: say('common.linkUnknown', 'This link isn’t valid. Copy the whole link from your email.'),
  },
  InvitationUnknown: {
    status: 404,
    message: say(
      'problems.invitationUnknown',
      'This invitation isn’t valid. Copy the whole link from your email.',
    ),
  },
  IdpUnknown: {
    status: 404,
    message: say(
      'problems.idpUnknown',
      'We couldn’t find company sign-in for this email address. Log in with your password instead.',
    ),
  },
  SeatLimitReached: {
    status: 409,
    message: say(
      'problems.seatLimitReached',
      'This team has no free seats. The team’s owner needs to free one up first.',
    ),
  },
  OwnLoginMissing: {
    status: 409,
    message: say(
      'problems.ownLoginMissing',
      'After this, you can’t sign in with your company. Set a password first: log out and choose “Forgot password?”.',
    ),
  },
  PasskeyLimitReached: {
    status: 409,
    message: say(
      'problems.passkeyLimitReached',
      'Your account can’t have any more passkeys. Remove one you no longer use, then try again.',
    ),
  },
  LastOwner: {
    status: 409,
    message: say('problems.lastOwner', 'You own this team. Transfer it to another member first.'),
  },
  SubscriptionRunning: {
    status: 409,
    message: say(
      'problems.subscriptionRunning',
      'You’re the only one on your team, so cancel your PRO plan before you leave. If you’ve already canceled, you can leave after the last charge.',
    ),
  },
  OfferStands: {
    status: 409,
    message: say('problems.offerStands', 'You’ve already started a transfer of your team. Cancel it first.'),
  },
  AccountExists: {
    status: 409,
    message: say(
      'problems.accountExists',
      'An account with this email address already exists. Log in to accept the invitation.',
    ),
  },
  AddressHeld: {
    status: 409,
    message: say(
      'problems.addressHeld',
      'You can change your email address seven days after leaving a company’s team.',
    ),
  },
  AddressTaken: {
    status: 409,
    message: say(
      'problems.addressTaken',
      'This email address now belongs to another account. Choose another one.',
    ),
  },
  UndoHeld: {
    status: 409,
    message: say('problems.undoHeld', 'Your email address can’t be changed back yet. Try again later.'),
  },
  AddressLocked: {
    status: 409,
    message: say(
      'problems.addressLocked',
      'You recently changed your email address. To keep your account safe, you can’t change it again for up to 7 days.',
    ),
  },
  NoSecondFactor: {
    status: 409,
    message: say(
      'problems.noSecondFactor',
      'This person doesn’t have an authenticator app, so there’s nothing to reset.',
    ),
  },
  SecondFactorExists: {
    status: 409,
    message: say('problems.secondFactorExists', 'You’ve already set up an authenticator app.'),
  },
  SecondFactorKept: {
    status: 409,
    message: say(
      'problems.secondFactorKept',
      'Two-step verification is required for your account. Add another method before you remove your last one.',
    ),
  },
  OwnFactorMissing: {
    status: 409,
    message: say(
      'problems.ownFactorMissing',
      'Set up two-step verification for yourself first, in your security settings.',
    ),
  },
  PaymentUnderWay: {
    status: 409,
    message: say(
      'problems.paymentUnderWay',
      'A payment for your team is in progress. Wait for it to finish, then try again.',
    ),
  },
  AlreadySubscribed: {
    status: 409,
    message: say('problems.alreadySubscribed', 'You already have PRO. Your card wasn’t charged again.'),
  },
  SumChanged: {
    status: 409,
    message: say('problems.sumChanged', 'The total has changed. Your card wasn’t charged.'),
  },
  PlanEnded: {
    status: 409,
    message: say('problems.planEnded', 'This plan has already ended. Restart PRO to use it again.'),
  },
  LinkExpired: {
    status: 410,
    message: say('problems.linkExpired', 'This link has expired. Request a new one.'),
  },
  LinkUsed: { status: 410, message: say('common.linkUsed', 'This link has already been used.') },
  LinkReplaced: {
    status: 410,
    message: say(
      'problems.linkReplaced',
      'Your account has changed since this link was sent. Request a new one.',
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
    message: say('problems.invitationRevoked', 'This invitation was withdrawn. Ask for a new one.'),
  },
  OfferEnded: {
    status: 410,
    message: say(
      'problems.offerEnded',
      'This transfer is no longer open. To transfer the team, its owner needs to start a new one.',
    ),
  },
  BodyTooLarge: {
    status: 413,
    message: say('problems.bodyTooLarge', 'That’s too long for this form. Shorten it and try again.'),
  },
  UnsupportedMediaType: {
    status: 415,
    message: say('problems.unsupportedMediaType', 'Send the request as application/json.'),
  },
  Locked: { status: 423, message: 'userAccountLockedOut' },
  CodesLocked: {
    status: 423,
    message: say('problems.codesLocked', 'Too many wrong codes. Try again later.'),
  },
  TooManyRequests: {
    status: 429,
    message: say('problems.tooManyRequests', 'Too many attempts. Wait a moment and try again.'),
  },
  AttemptsPending: {
    status: 429,
    message: say('problems.tooManyRequests', 'Too many attempts. Wait a moment and try again.'),
  },
  InvitationLimitReached: {
    status: 429,
    message: say('problems.invitationLimitReached', 'You’ve sent a lot of invitations. Try again later.'),
  },
  InternalError: {
    status: 500,
    message: say('problems.internalError', 'Something went wrong on our side. Try again in a moment.'),
  },
  PaymentUnavailable: {
    status: 503,
    message: say(
      'problems.paymentUnavailable',
      'Card payments aren’t available right now. Try again in a moment.',
    ),
  },
  Unavailable: {
    status: 503,
    message: say('problems.unavailable', 'We’re busy right now. Try again in a few seconds.'),
  },
} as const satisfies Record<string, { status: number; message: string }> & {
  [Code in keyof typeof waitProblemLeads]: {
    status: number;
    message: `${(typeof waitProblemLeads)[Code]} ${string}`;
  };
};

export type ProblemCode = keyof typeof problemTypes;

/** `fields` maps a field's name in the request body to its message. */
export const problemDetails = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /**
   * With `Unauthorized` at the login: 1 if the next wrong password locks the address (invariant 6 of docs/security.md).
   */
  triesLeft: z.optional(z.number()),
  lockedForMs: z.optional(z.number()),
  /** With `InvitationLimitReached`: how many invitations can still be sent now. */
  invitationsLeft: z.optional(z.number()),
  /** With `ProofNeeded`: the `stepUpProofs` that this user can give for this call. */
  proofs: z.optional(z.array(z.string())),
  /** If `proofs` includes company sign-in: the name of the identity provider. */
  idpName: z.optional(z.string()),
  /** With `SecondFactorRequired`, the end of the recovery waiting period, as ISO 8601. */
  recoveryEndsAt: z.optional(z.string()),
  /** With `CardDeclined`: Stripe's code (https://docs.stripe.com/declines/codes), or `address` for a wrong address. */
  declineCode: z.optional(z.string()),
  sum: z.optional(z.object({ cents: z.number(), currency: z.string() })),
});
export type ProblemDetails = z.infer<typeof problemDetails>;
export type ProblemExtras = Omit<ProblemDetails, 'code' | 'message' | 'fields'>;

export function timeToWait(seconds: number): { count: number; unit: 'hour' | 'minute' | 'second' } {
  if (seconds > 5_400) return { count: Math.ceil(seconds / 3_600), unit: 'hour' };
  if (seconds > 90) return { count: Math.ceil(seconds / 60), unit: 'minute' };
  return { count: Math.ceil(seconds), unit: 'second' };
}

export function waitText(seconds: number): string {
  const { count, unit } = timeToWait(seconds);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
