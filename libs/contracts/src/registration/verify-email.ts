import * as z from 'zod/mini';
import { emailField, VALID_EMAIL_REQUIRED } from '../email.ts';

/** docs/product.md 9: a person waits this long between two mails of one kind; the server keeps the time. */
export const RESEND_WAIT_SECONDS = 120;

/** Body of `POST /verify-email/resend`. */
export const resendVerificationBody = z.strictObject({ email: emailField(VALID_EMAIL_REQUIRED) });
export type ResendVerificationBody = z.infer<typeof resendVerificationBody>;

/** Answer of `POST /verify-email/resend`: always the same. */
export const resendVerificationReply = z.object({});
