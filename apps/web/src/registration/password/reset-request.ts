import { RESEND_WAIT_SECONDS } from '@foyer/contracts/registration/verify-email';
import * as z from 'zod/mini';
import { bySchema, stored } from '../../navigation/storage.ts';

/** The address of the last requested reset link, and when, so that a refresh does not shorten the wait. */
export const storedResetRequest = stored(
  'sessionStorage',
  'reset-request',
  bySchema(z.object({ email: z.string(), sentAtMs: z.number() })),
);
export type ResetRequest = { email: string; sentAtMs: number };

/** When the next link may be requested. */
export function nextResetAtMs(request: ResetRequest | undefined): number {
  return request ? request.sentAtMs + RESEND_WAIT_SECONDS * 1000 : 0;
}
