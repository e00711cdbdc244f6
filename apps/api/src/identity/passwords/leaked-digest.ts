import { createHash } from 'node:crypto';

/** Long enough that one in 10¹¹ passwords which never leaked is taken for one of a thousand leaked ones. */
export const DIGEST_BYTES = 6;

/** The digest of a password in lower case: letter case is the first thing an attacker varies. */
export function digestOf(password: string): Buffer {
  return createHash('sha256').update(password.toLowerCase()).digest().subarray(0, DIGEST_BYTES);
}
