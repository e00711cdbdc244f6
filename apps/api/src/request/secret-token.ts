import { hash, randomBytes } from 'node:crypto';

/** 32 random bytes, base64url (invariant 3 of docs/security.md). */
export function mintToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', token, 'buffer'));
}
