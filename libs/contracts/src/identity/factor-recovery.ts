import { say } from '@foyer/catalog/words/say';
import * as z from 'zod/mini';
import { linkStates } from './password.ts';
import { readCrockford } from './typed-code.ts';

/** Waiting period before a lost second factor can be removed. */
export const RECOVERY_HOURS = 24;
/** Longer waiting period if another person may control the mailbox, or after a stopped recovery. */
export const CAUTIOUS_RECOVERY_DAYS = 7;
/**
 * `CAUTIOUS_RECOVERY_DAYS` applies for this many days after a reset by mail, an address change or a stopped recovery.
 */
export const CAUTIOUS_FOR_DAYS = 7;
/** For this many days after the waiting period, a login can remove the second factor. Then the recovery expires. */
export const RECOVERY_GOOD_DAYS = 7;

/** Lifetime of the mailed code that starts a recovery, and of its pending login (ASVS 5.0, 6.5.5). */
export const MAILED_CODE_MINUTES = 10;

const ENTER_MAILED_CODE = say('identity.factorRecovery.codeMissing', 'Enter the code from our email');

const mailedCode = z
  .string({ error: ENTER_MAILED_CODE })
  .check(
    z.maxLength(40, ENTER_MAILED_CODE),
    z.overwrite(readCrockford),
    z.regex(/^[0-9A-HJKMNP-TV-Z]{8}$/, ENTER_MAILED_CODE),
  );

/** Body of `POST /login/second-factor/recovery`. Without `code`, a code is mailed. */
export const recoveryBody = z.strictObject({ code: z.optional(mailedCode) });
export type RecoveryBody = z.infer<typeof recoveryBody>;

/**
 * Response of `POST /login/second-factor/recovery`. `endsAt`: the end of the waiting period, ISO 8601; absent if a code
 * was mailed.
 */
export const recoveryReply = z.object({ endsAt: z.optional(z.string()) });
export type RecoveryReply = z.infer<typeof recoveryReply>;

const token = z.string().check(z.maxLength(200));

export const recoveryStopQuery = z.object({ token: z._default(token, '') });
export const recoveryStopBody = z.strictObject({ token });
export type RecoveryStopBody = z.infer<typeof recoveryStopBody>;

/**
 * Response of `GET /recovery-stop`, a read-only call. `used`: the recovery was stopped. `expired`: the factor was
 * removed. `replaced`: the recovery ended in another way. `endsAt`: the end of the waiting period, ISO 8601.
 */
export const recoveryStopReply = z.object({ state: z.enum(linkStates), endsAt: z.optional(z.string()) });
export type RecoveryStopReply = z.infer<typeof recoveryStopReply>;
