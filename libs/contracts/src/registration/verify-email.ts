import * as z from 'zod/mini';
import { emailField, VALID_EMAIL_REQUIRED } from '../email.ts';

/** Cooldown between two mails of one kind to an address, enforced by the server (docs/product.md 9). */
export const MAIL_COOLDOWN_SECONDS = 120;

export const resendVerificationBody = z.strictObject({ email: emailField(VALID_EMAIL_REQUIRED) });
export type ResendVerificationBody = z.infer<typeof resendVerificationBody>;

/** Answer of `POST /verify-email/resend`: the same for every address. */
export const resendVerificationReply = z.object({});
