import { createHash } from 'node:crypto';

/** With this length, and a thousand leaked passwords, one in 10¹¹ others is a false positive. */
export const DIGEST_BYTES = 6;

/** Returns the digest of a password in lower case, because attackers vary letter case first. */
export function digestOf(password: string): Buffer {
  return createHash('sha256').update(password.toLowerCase()).digest().subarray(0, DIGEST_BYTES);
}
