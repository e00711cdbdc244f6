import { MAIL_COOLDOWN_SECONDS } from '@foyer/contracts/registration/verify-email';
import * as z from 'zod/mini';
import { bySchema, stored } from '../navigation/storage.ts';

const verification = z.object({
  email: z.string(),
  sentAtMs: z.number(),
  /** Set for a visitor with a shared link, who cannot change the email address of the invitation. */
  invitedTo: z.optional(z.enum(['team', 'event'])),
});
export type Verification = z.infer<typeof verification>;

export const storedVerification = stored('sessionStorage', 'verification', bySchema(verification));

export function resendAllowedAtMs(sentAtMs: number): number {
  return sentAtMs + MAIL_COOLDOWN_SECONDS * 1000;
}
