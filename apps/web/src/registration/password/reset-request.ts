import { MAIL_COOLDOWN_SECONDS } from '@foyer/contracts/registration/verify-email';
import * as z from 'zod/mini';
import { bySchema, stored } from '../../navigation/storage.ts';

/** Stored, so that a refresh keeps the cooldown. */
export const storedResetRequest = stored(
  'sessionStorage',
  'reset-request',
  bySchema(z.object({ email: z.string(), sentAtMs: z.number() })),
);
export type ResetRequest = { email: string; sentAtMs: number };

export function nextResetAtMs(request: ResetRequest | undefined): number {
  return request ? request.sentAtMs + MAIL_COOLDOWN_SECONDS * 1000 : 0;
}
