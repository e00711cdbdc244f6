import { createHash, randomBytes } from 'node:crypto';

/** A secret that travels: 32 random bytes, base64url (invariant 3 of docs/security.md). */
export function mintToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of such a secret: its SHA-256. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest());
}
