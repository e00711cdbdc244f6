import { say } from '@foyer/catalog/words/say';
import * as z from 'zod/mini';
import { linkStates } from './password.ts';
import { readCrockford } from './typed-code.ts';

/** Who has lost the second factor waits so long before it is taken off, */
export const RECOVERY_HOURS = 24;
/** and so long when the address may be in other hands, or somebody has just stopped a wait. */
export const CAUTIOUS_RECOVERY_DAYS = 7;
/** For so long such a thing counts. */
export const CAUTIOUS_FOR_DAYS = 7;
/** A wait that has ended and that nobody has made use of is worth nothing after so long. */
export const RECOVERY_GOOD_DAYS = 7;

/** The code that begins a wait is mailed, and a login waits for it so long (ASVS 5.0, 6.5.5). */
export const MAILED_CODE_MINUTES = 10;

const ENTER_MAILED_CODE = say('Enter the code of our email');

const mailedCode = z
  .string({ error: ENTER_MAILED_CODE })
  .check(
    z.maxLength(40, ENTER_MAILED_CODE),
    z.overwrite(readCrockford),
    z.regex(/^[0-9A-HJKMNP-TV-Z]{8}$/, ENTER_MAILED_CODE),
  );

/** Body of `POST /login/second-factor/recovery`: without the code, one is mailed. */
export const recoveryBody = z.strictObject({ code: z.optional(mailedCode) });
export type RecoveryBody = z.infer<typeof recoveryBody>;

/** Answer of it: until when the wait goes on, as ISO 8601; none while it has not begun, and a code was mailed. */
export const recoveryReply = z.object({ endsAt: z.optional(z.string()) });
export type RecoveryReply = z.infer<typeof recoveryReply>;

const token = z.string().check(z.maxLength(200));

/** Query of `GET /recovery-stop`. */
export const recoveryStopQuery = z.object({ token: z._default(token, '') });
/** Body of `POST /recovery-stop`. */
export const recoveryStopBody = z.strictObject({ token });
export type RecoveryStopBody = z.infer<typeof recoveryStopBody>;

/**
 * Answer of `GET /recovery-stop`, which changes nothing. `used`: stopped; `expired`: the factor is gone; `replaced`: it was
 * over by something else. `endsAt`: when the factor can go, as ISO 8601.
 */
export const recoveryStopReply = z.object({ state: z.enum(linkStates), endsAt: z.optional(z.string()) });
export type RecoveryStopReply = z.infer<typeof recoveryStopReply>;
