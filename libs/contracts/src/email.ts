import { say } from '@foyer/catalog/words/say';
import * as z from 'zod/mini';
import { REQUIRED_FIELD } from './field.ts';
import { hasInvisible } from './visible-text.ts';

/** Longest address SMTP can carry and longest local part, in octets (RFC 5321, 4.5.3.1.1 and 4.5.3.1.3, less the brackets). */
const EMAIL_MAX_LENGTH = 254;
const LOCAL_PART_MAX_LENGTH = 64;
/** Longer spellings are not worth converting (invariant 14 of docs/security.md). */
const SPELLING_MAX_LENGTH = 4 * EMAIL_MAX_LENGTH;

/** docs/product.md 8, the sign-up form's text and the login form's text for the same fault. */
export const VALID_EMAIL_REQUIRED = say('contracts.email.required', 'Valid email address required');
export const ENTER_VALID_EMAIL = say('contracts.email.invalid', 'Enter a valid email address');

// docs/product.md 5: local part, @, dotted domain labels with a final label of at least two letters, or a bracketed
// IPv4 address. Every part is unambiguous, so the match is linear in the length of the input.
const LOCAL_PART = /^[^\s@<>()[\]\\,;:"]+$/;
const DOMAIN_LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
const LAST_LABEL = /^(?:[a-z]{2,}|xn--[a-z\d-]+)$/;
const BRACKETED_IPV4 = /^\[(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\]$/;

// Excludes what could end the host for a URL parser: ports, paths, user names, percent signs.
const ASCII_DOMAIN = /^[\w.-]+$/;
const CONVERTIBLE_DOMAIN = /^(?:[\w.-]|\P{ASCII})+$/u;
/** Letters, digits, signs and kana as East Asian input methods type them in another width (Unicode block FF00 to FFEF). */
const OTHER_WIDTH = /[\uff01-\uff9f\uffa1-\uffdc]+/gu;
const OUTER_SPACE = /^\p{White_Space}+|(?<!\p{White_Space})\p{White_Space}+$/gu;

/**
 * The canonical form in which addresses are stored and compared (invariant 1 of docs/security.md): trimmed, full-width
 * and half-width forms in NFKC (RFC 8265, 3.3.2), NFC, lower case, the domain by `normalizeDomain`. The local part is
 * not folded further: its meaning is the receiver's (RFC 5321, 2.4; decision 32). Idempotent. `isEmail` rejects what
 * cannot be converted.
 */
export function normalizeEmail(address: string): string {
  if (address.length > SPELLING_MAX_LENGTH) return address;
  const composed = address
    .replace(OUTER_SPACE, '')
    .replace(OTHER_WIDTH, (letters) => letters.normalize('NFKC'))
    .normalize('NFC');
  const domainAt = composed.lastIndexOf('@') + 1;
  // Lower-casing can make a letter and an accent combine.
  const localPart = composed.slice(0, domainAt).toLowerCase().normalize('NFC');
  return localPart + normalizeDomain(composed.slice(domainAt));
}

/** A domain in lower-case ASCII (UTS 46, not transitional), as in mail and certificates; unchanged if it cannot be converted. */
export function normalizeDomain(domain: string): string {
  if (ASCII_DOMAIN.test(domain)) return domain.toLowerCase();
  const ipv4 = BRACKETED_IPV4.exec(domain);
  if (ipv4) return `[${ipv4.slice(1).map(Number).join('.')}]`;
  // Ignorable characters would vanish in the conversion, giving an address countless spellings.
  if (domain.length > SPELLING_MAX_LENGTH || hasInvisible(domain) || !CONVERTIBLE_DOMAIN.test(domain))
    return domain;
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : domain;
}

/** The domain of a normalised address. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/** Whether a normalised address has the form of docs/product.md 5; not whether it exists. */
export function isEmail(address: string): boolean {
  if (octetsOf(address) > EMAIL_MAX_LENGTH || hasInvisible(address)) return false;
  const at = address.lastIndexOf('@');
  const localPart = address.slice(0, Math.max(at, 0));
  if (octetsOf(localPart) > LOCAL_PART_MAX_LENGTH || !LOCAL_PART.test(localPart)) return false;
  if (localPart.startsWith('.') || localPart.endsWith('.') || localPart.includes('..')) return false;
  return isDomain(domainOf(address)) || isBracketedIpv4(domainOf(address));
}

/** Whether a normalised domain has the shape of docs/product.md 5: dotted labels, the last without digits. */
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

/** A required address; parsing returns its normalised form. `invalidText` is the screen's text for an invalid one. */
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
