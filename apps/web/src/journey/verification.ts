import { RESEND_WAIT_SECONDS } from '@foyer/contracts/verify-email';
import * as z from 'zod/mini';
import { bySchema, stored } from './storage.ts';

/** The address that waits to be verified, and when we last asked for its mail. */
export const storedVerification = stored(
  'sessionStorage',
  'verification',
  bySchema(z.object({ email: z.string(), sentAtMs: z.number() })),
);

/** When the next mail may be asked for. */
export function resendAllowedAtMs(sentAtMs: number): number {
  return sentAtMs + RESEND_WAIT_SECONDS * 1000;
}
