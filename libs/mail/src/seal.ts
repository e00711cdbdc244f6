import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** What a sealed text is for. Each purpose has its own key, even with the same secret (HKDF's info, RFC 5869 3.2). */
export type Purpose =
  | 'foyer mail content'
  | 'foyer saml request'
  | 'foyer pending identity'
  | 'foyer passkey challenge'
  | 'foyer second factor';

const keys = new Map<string, Buffer>();

function keyOf(purpose: Purpose, secret: string): Buffer {
  const name = `${purpose} ${secret}`;
  let key = keys.get(name);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
    keys.set(name, key);
  }
  return key;
}

/**
 * Encrypts a text with AES-256-GCM, for storage in the database or a cookie. Without the secret it cannot be read,
 * changed, or used with another `bound`. Returns base64url.
 */
export function seal(text: string, purpose: Purpose, bound: string, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(purpose, secret), iv);
  cipher.setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Tries several secrets, for rotation. Undefined if none fits. */
export function open(
  sealed: string,
  purpose: Purpose,
  bound: string,
  secrets: readonly string[],
): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  for (const secret of secrets) {
    const iv = bytes.subarray(0, IV_BYTES);
    const decipher = createDecipheriv(CIPHER, keyOf(purpose, secret), iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(bound));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    try {
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      // The text was sealed with another secret of the list, or not by the portal.
    }
  }
  return undefined;
}
