import { createHash } from 'node:crypto';

/** Enough that a password which never leaked is taken for one of a thousand once in 10¹¹ times. */
export const DIGEST_BYTES = 6;

/** By what a leaked password is known: the letter case is the first thing an attacker varies. */
export function digestOf(password: string): Buffer {
  return createHash('sha256').update(password.toLowerCase()).digest().subarray(0, DIGEST_BYTES);
}
