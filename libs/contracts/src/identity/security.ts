import { say } from '@foyer/catalog/words/say';
import * as z from 'zod/mini';
import { REQUIRED_FIELD } from '../field.ts';
import { eitherCode, isOneCodeAtMost } from './second-factor.ts';

/** How a session can begin: by what proved its person, or by the link of a mail that began an account. */
export const sessionBeginnings = ['password', 'passkey', 'company', 'link'] as const;
export type SessionBeginning = (typeof sessionBeginnings)[number];

/** How long a proof of who somebody is counts for sensitive calls; older, they answer 403 `ProofNeeded`. */
export const PROOF_MINUTES = 10;

/**
 * The ways to prove who somebody is. `and-code`: with a code of their authenticator app, or a recovery code. `code`: their
 * company's part has been given already.
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

/** Body of `POST /settings/security/proof`: the password, and a code where there is an app; or the code alone. */
export const proofBody = z
  .strictObject({
    password: z.optional(
      z
        .string({ error: REQUIRED_FIELD })
        .check(z.minLength(1, REQUIRED_FIELD), z.maxLength(1024, say('Use a shorter password'))),
    ),
    ...eitherCode,
  })
  .check(
    isOneCodeAtMost(),
    z.refine((given) => (given.password ?? given.code ?? given.recoveryCode) !== undefined, {
      error: REQUIRED_FIELD,
      path: ['password'],
    }),
  );
export type ProofBody = z.infer<typeof proofBody>;

/** One of the visitor's own sessions. */
const ownSession = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  /** By their own names, such as Firefox and Windows; what is not known is left out. */
  browser: z.optional(z.string()),
  system: z.optional(z.string()),
  /** `kind`: here, private, unknown, or other, which has an `address`. */
  network: z.object({ kind: z.string(), address: z.optional(z.string()) }),
  /** How it began, one of `sessionBeginnings`, where that is known. */
  beganBy: z.optional(z.string()),
  startedAt: z.string(),
  lastSeenAt: z.string(),
});
export type OwnSession = z.infer<typeof ownSession>;

/** Answer of `GET /settings/security/sessions`: the newest first. */
export const sessionsReply = z.object({ sessions: z.array(ownSession) });
export type SessionsReply = z.infer<typeof sessionsReply>;

/** Answer where there is nothing to say but that it was done. */
export const doneReply = z.object({ message: z.string() });
export type DoneReply = z.infer<typeof doneReply>;
