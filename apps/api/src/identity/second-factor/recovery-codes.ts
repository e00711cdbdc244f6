import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@foyer/contracts/identity/second-factor';

/** Crockford's base 32: no letter looks like a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SELECTOR_LENGTH = 2;
const SECRET_LENGTH = 10;
const MAILED_LENGTH = 8;

/** A recovery code in its parts: what finds it, and 50 bits that nobody guesses, kept as a password is (ASVS 6.5.2). */
export type RecoveryCodeParts = { selector: string; secret: string };

/** Ten new ones, each with a selector of its own. */
export function mintRecoveryCodes(): RecoveryCodeParts[] {
  const selectors = new Set<string>();
  while (selectors.size < RECOVERY_CODES) selectors.add(randomText(SELECTOR_LENGTH));
  return [...selectors].map((selector) => ({ selector, secret: randomText(SECRET_LENGTH) }));
}

/** The parts of what a person typed, in the form of the contract. */
export function partsOf(recoveryCode: string): RecoveryCodeParts {
  return { selector: recoveryCode.slice(0, SELECTOR_LENGTH), secret: recoveryCode.slice(SELECTOR_LENGTH) };
}

/** As it is shown: AB12-CD34-EF56. */
export function shownCode({ selector, secret }: RecoveryCodeParts): string {
  return inFours(selector + secret);
}

/** A code to be mailed, good for minutes and a few tries: 40 bits. */
export function mintMailedCode(): string {
  return randomText(MAILED_LENGTH);
}

/** AB12-CD34 */
export function inFours(code: string): string {
  return code.match(/.{4}/g)?.join('-') ?? '';
}

function randomText(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
