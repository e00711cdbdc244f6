import { hash, randomBytes } from 'node:crypto';

/** Creates a secret for a cookie or link: 32 random bytes, base64url (invariant 3 of docs/security.md). */
export function mintToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the SHA-256 of a token, for storage. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', token, 'buffer'));
}
