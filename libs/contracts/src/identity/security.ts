import { say } from '@foyer/catalog/words/say';
import * as z from 'zod/mini';
import { REQUIRED_FIELD } from '../field.ts';
import { eitherCode, hasAtMostOneCode } from './second-factor.ts';

/** How a session began: the login method, or the mailed link that created the account. */
export const sessionBeginnings = ['password', 'passkey', 'company', 'link'] as const;
export type SessionBeginning = (typeof sessionBeginnings)[number];

/** How long a step-up is valid for sensitive calls. With an older step-up, they respond with 403 `ProofNeeded`. */
export const PROOF_MINUTES = 10;

/**
 * The possible step-ups. `and-code`: with an app code or a recovery code. `code`: only the code, after company sign-in.
 */
export const stepUpProofs = [
  'password',
  'password-and-code',
  'passkey',
  'company',
  'company-and-code',
  'code',
] as const;
export type StepUpProof = (typeof stepUpProofs)[number];

/** Body of `POST /settings/security/proof`: the password, a code, or both (`StepUpService.prove`). */
export const stepUpBody = z
  .strictObject({
    password: z.optional(
      z
        .string({ error: REQUIRED_FIELD })
        .check(
          z.minLength(1, REQUIRED_FIELD),
          z.maxLength(1024, say('identity.passwordTooLong', 'Use a shorter password')),
        ),
    ),
    ...eitherCode,
  })
  .check(
    hasAtMostOneCode(),
    z.refine((given) => (given.password ?? given.code ?? given.recoveryCode) !== undefined, {
      error: REQUIRED_FIELD,
      path: ['password'],
    }),
  );
export type StepUpBody = z.infer<typeof stepUpBody>;

const ownSession = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  /** Proper names such as Firefox and Windows; absent if unknown. */
  browser: z.optional(z.string()),
  system: z.optional(z.string()),
  /** `kind`: `here` (the network of this request), `private`, `unknown`, or `other`. Only `other` has an `address`. */
  network: z.object({ kind: z.string(), address: z.optional(z.string()) }),
  /** One of `sessionBeginnings`; absent if unknown. */
  beganBy: z.optional(z.string()),
  startedAt: z.string(),
  lastSeenAt: z.string(),
});
export type OwnSession = z.infer<typeof ownSession>;

/** Response of `GET /settings/security/sessions`: the current session first, then the others, last seen first. */
export const sessionsReply = z.object({ sessions: z.array(ownSession) });
export type SessionsReply = z.infer<typeof sessionsReply>;

export const doneReply = z.object({ message: z.string() });
export type DoneReply = z.infer<typeof doneReply>;
