import * as z from 'zod/mini';

/** Every refusal the API answers with, its HTTP status and the sentence a person can act on (DESIGN 4). */
export const refusals = {
  ValidationFailed: { status: 400, message: 'Please check the marked fields and try again.' },
  MalformedBody: { status: 400, message: 'The request could not be read. Reload the page and try again.' },
  Unauthorized: { status: 401, message: 'Invalid email or password. Try again.' },
  SignInRequired: { status: 401, message: 'Log in to go on.' },
  Deactivated: { status: 403, message: 'Account Deactivated' },
  SubscriptionEnded: { status: 403, message: 'Ecommerce plan subscription ended' },
  NotOwner: { status: 403, message: 'Only the owner of the team can do this.' },
  InvalidCsrfToken: { status: 403, message: 'This page has been open for a while. Reload it and try again.' },
  NotFound: { status: 404, message: 'There is nothing at this address.' },
  LinkUnknown: { status: 404, message: 'This link is not one of ours. Copy the whole link from your email.' },
  MethodNotAllowed: { status: 405, message: 'This address does not take that kind of request.' },
  LinkExpired: { status: 410, message: 'This link has expired. Ask for a new one.' },
  LinkUsed: { status: 410, message: 'This link has already been used.' },
  LinkReplaced: { status: 410, message: 'A newer link was sent. Use the one in your latest email.' },
  BodyTooLarge: { status: 413, message: 'That is more than this form can take. Shorten it and try again.' },
  UnsupportedMediaType: { status: 415, message: 'Send the request as application/json.' },
  Locked: { status: 423, message: 'userAccountLockedOut' },
  TooManyRequests: { status: 429, message: 'That was a lot of tries. Wait a moment and try again.' },
  InternalError: { status: 500, message: 'Something went wrong on our side. Try again in a moment.' },
  Unavailable: { status: 503, message: 'We are busy right now. Try again in a few seconds.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type RefusalCode = keyof typeof refusals;

/** The body of every refusal. `fields` maps a field's wire name to its text. */
export const refusalReply = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
});
export type RefusalReply = z.infer<typeof refusalReply>;
