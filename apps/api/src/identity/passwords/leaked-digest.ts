import { createHash } from 'node:crypto';

/** The length of a digest. With a thousand leaked passwords, one in 10¹¹ other passwords matches by accident. */
export const DIGEST_BYTES = 6;

/** Returns the digest of a password in lower case, because attackers vary the letter case first. */
export function digestOf(password: string): Buffer {
  return createHash('sha256').update(password.toLowerCase()).digest().subarray(0, DIGEST_BYTES);
}
