import { say } from '@foyer/catalog/words/say';
import * as z from 'zod/mini';
import { REQUIRED_FIELD } from './field.ts';
import { hasInvisible } from './visible-text.ts';

/** Maximum octets of an address, without `<` and `>`, and of its local part (RFC 5321, 4.5.3.1.3 and 4.5.3.1.1). */
const EMAIL_MAX_LENGTH = 254;
const LOCAL_PART_MAX_LENGTH = 64;
/** Maximum length of input to convert. Limits the work for a request (invariant 14 of docs/security.md). */
const SPELLING_MAX_LENGTH = 4 * EMAIL_MAX_LENGTH;

export const VALID_EMAIL_REQUIRED = say('contracts.email.required', 'Valid email address required');
export const ENTER_VALID_EMAIL = say('contracts.email.invalid', 'Enter a valid email address');

// The form of an address in docs/product.md 5: a local part, @, and dotted domain labels or a bracketed IPv4 address.
// The last label has two or more letters, or is Punycode. Every part is unambiguous, so the match is linear in the
// length of the input.
const LOCAL_PART = /^[^\s@<>()[\]\\,;:"]+$/;
const DOMAIN_LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
const LAST_LABEL = /^(?:[a-z]{2,}|xn--[a-z\d-]+)$/;
const BRACKETED_IPV4 = /^\[(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\]$/;

// Excludes percent signs, and characters such as `:` and `/`, which end the host in a URL.
const ASCII_DOMAIN = /^[\w.-]+$/;
const CONVERTIBLE_DOMAIN = /^(?:[\w.-]|\P{ASCII})+$/u;
/**
 * Full-width and half-width letters, digits, signs and kana, as East Asian input methods type them (U+FF00 to U+FFEF).
 */
const OTHER_WIDTH = /[\uff01-\uff9f\uffa1-\uffdc]+/gu;
const OUTER_SPACE = /^\p{White_Space}+|(?<!\p{White_Space})\p{White_Space}+$/gu;

/**
 * Returns the canonical form in which addresses are stored and compared (invariant 1 of docs/security.md): without
 * outer spaces, in NFC and lower case, with full-width and half-width forms in NFKC (the width mapping of RFC 8265),
 * and with the domain in the form of `normalizeDomain`. The local part is not changed further, because only the
 * receiving server knows its meaning (RFC 5321, 2.4; decision 32). Idempotent. Leaves unconvertible text for `isEmail`
 * to reject.
 */
export function normalizeEmail(address: string): string {
  if (address.length > SPELLING_MAX_LENGTH) return address;
  const composed = address
    .replace(OUTER_SPACE, '')
    .replace(OTHER_WIDTH, (letters) => letters.normalize('NFKC'))
    .normalize('NFC');
  const domainAt = composed.lastIndexOf('@') + 1;
  // NFC again, because a lower-case letter can combine with an accent where its capital did not.
  const localPart = composed.slice(0, domainAt).toLowerCase().normalize('NFC');
  return localPart + normalizeDomain(composed.slice(domainAt));
}

/**
 * Returns a domain in lower-case ASCII (UTS 46, not transitional), as in mail and certificates. Returns a domain that
 * cannot be converted unchanged.
 */
export function normalizeDomain(domain: string): string {
  if (ASCII_DOMAIN.test(domain)) return domain.toLowerCase();
  const ipv4 = BRACKETED_IPV4.exec(domain);
  if (ipv4) return `[${ipv4.slice(1).map(Number).join('.')}]`;
  // Keeps a domain with invisible characters. The conversion drops them, so one address would have countless spellings.
  if (domain.length > SPELLING_MAX_LENGTH || hasInvisible(domain) || !CONVERTIBLE_DOMAIN.test(domain))
    return domain;
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : domain;
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/** Returns whether a normalised address has the form of docs/product.md 5. Does not check that it exists. */
export function isEmail(address: string): boolean {
  if (octetsOf(address) > EMAIL_MAX_LENGTH || hasInvisible(address)) return false;
  const at = address.lastIndexOf('@');
  const localPart = address.slice(0, Math.max(at, 0));
  if (octetsOf(localPart) > LOCAL_PART_MAX_LENGTH || !LOCAL_PART.test(localPart)) return false;
  if (localPart.startsWith('.') || localPart.endsWith('.') || localPart.includes('..')) return false;
  return isDomain(domainOf(address)) || isBracketedIpv4(domainOf(address));
}

/**
 * Returns whether a normalised domain has the form in docs/product.md 5: dotted labels. The last label has two or more
 * letters, or is Punycode.
 */
export function isDomain(domain: string): boolean {
  const labels = domain.split('.');
  return (
    labels.length > 1 &&
    LAST_LABEL.test(labels.at(-1) ?? '') &&
    labels.every((label) => DOMAIN_LABEL.test(label))
  );
}

function isBracketedIpv4(domain: string): boolean {
  const parts = BRACKETED_IPV4.exec(domain)?.slice(1);
  return parts?.every((part) => Number(part) <= 255) ?? false;
}

const octetsOf = (text: string) => new TextEncoder().encode(text).length;

/** A required address. Parsing returns its normalised form. `invalidText` is the error for an invalid address. */
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
