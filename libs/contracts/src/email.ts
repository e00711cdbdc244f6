import * as z from 'zod/mini';
import { REQUIRED_FIELD } from './field.ts';

/** Longest address SMTP can carry (RFC 5321, 4.5.3.1.3, less the angle brackets). */
export const EMAIL_MAX_LENGTH = 254;

/** SPEC 8, the sign-up form's text and the login form's text for the same fault. */
export const VALID_EMAIL_REQUIRED = 'Valid email address required';
export const ENTER_VALID_EMAIL = 'Enter a valid email address';

// SPEC 5: local part, @, dotted domain labels with a final label of at least two letters, or a bracketed IPv4
// address. Every part is unambiguous, so the match is linear in the length of the input.
const LOCAL_PART = /^[^\s@<>()[\]\\,;:"\u0000-\u001f\u007f]+$/;
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u;
const LAST_LABEL = /^(?:\p{L}{2,}|xn--[a-z0-9-]+)$/iu;
const BRACKETED_IPV4 = /^\[(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\]$/;

/** Trims, composes (NFC) and lower-cases an address: the one form in which addresses are stored and compared. */
export function normalizeEmail(address: string): string {
  return address.trim().normalize('NFC').toLowerCase();
}

/** Whether a normalised address has the shape of SPEC 5. Says nothing about whether it exists. */
export function isEmail(address: string): boolean {
  if (address.length > EMAIL_MAX_LENGTH) return false;
  const at = address.lastIndexOf('@');
  if (at < 1 || at > 64) return false;
  const localPart = address.slice(0, at);
  const domain = address.slice(at + 1);
  if (!LOCAL_PART.test(localPart) || localPart.startsWith('.') || localPart.endsWith('.')) return false;
  if (localPart.includes('..')) return false;
  const ipv4 = BRACKETED_IPV4.exec(domain);
  if (ipv4) return ipv4.slice(1).every((part) => Number(part) <= 255);
  const labels = domain.split('.');
  const last = labels.pop();
  if (last === undefined || labels.length === 0) return false;
  return LAST_LABEL.test(last) && labels.every((label) => label.length <= 63 && DOMAIN_LABEL.test(label));
}

/** A required address; parsing gives its normalised form. `invalidText` is the screen's own text for a bad one. */
export const emailField = (invalidText: string) =>
  z.pipe(
    z.string({ error: REQUIRED_FIELD }),
    z.pipe(
      z.transform((value: string) => normalizeEmail(value)),
      z
        .string()
        .check(z.minLength(1, { error: REQUIRED_FIELD, abort: true }), z.refine(isEmail, invalidText)),
    ),
  );
