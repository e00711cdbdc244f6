import { createHash } from 'node:crypto';

/** With a thousand leaked passwords and this length, about one in 10¹¹ other passwords matches by accident. */
export const DIGEST_BYTES = 6;

/** Ignores the letter case, because attackers vary it first. */
export function digestOf(password: string): Buffer {
  return createHash('sha256').update(password.toLowerCase()).digest().subarray(0, DIGEST_BYTES);
}
