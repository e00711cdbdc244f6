import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@foyer/contracts/identity/second-factor';

/** Crockford's base 32, without I, L, O and U. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SELECTOR_LENGTH = 2;
const SECRET_LENGTH = 10;
const MAILED_LENGTH = 8;

/**
 * `selector` finds the row of a recovery code. `secret` is 50 random bits, which are stored like a password (ASVS
 * 6.5.2).
 */
export type RecoveryCodeParts = { selector: string; secret: string };

export function mintRecoveryCodes(): RecoveryCodeParts[] {
  const selectors = new Set<string>();
  while (selectors.size < RECOVERY_CODES) selectors.add(randomText(SELECTOR_LENGTH));
  return [...selectors].map((selector) => ({ selector, secret: randomText(SECRET_LENGTH) }));
}

export function partsOf(recoveryCode: string): RecoveryCodeParts {
  return { selector: recoveryCode.slice(0, SELECTOR_LENGTH), secret: recoveryCode.slice(SELECTOR_LENGTH) };
}

export function shownCode({ selector, secret }: RecoveryCodeParts): string {
  return groupsOfFour(selector + secret);
}

/** 40 bits are enough, because the code is valid for a few minutes and a few attempts. */
export function mintMailedCode(): string {
  return randomText(MAILED_LENGTH);
}

export function groupsOfFour(code: string): string {
  return code.match(/.{4}/g)?.join('-') ?? '';
}

function randomText(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
