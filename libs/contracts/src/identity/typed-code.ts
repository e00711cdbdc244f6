import { say } from '@foyer/catalog/words/say';
import * as z from 'zod/mini';
import { tooLong } from '../field.ts';
import { visibleText } from '../visible-text.ts';

/**
 * Dashes of keyboards and input methods. Includes the long-vowel mark of kana, which input methods type between digits.
 */
const DASHES = /[\p{Pd}\u2212\u30fc]/gu;
const DIGIT = /\p{Nd}/u;

/**
 * Converts a typed code to ASCII where possible: full-width letters, digits of other scripts, and dashes. Removes the
 * mark before a Japanese postal code. Idempotent. Not for names and email addresses.
 */
export function typedCode(text: string): string {
  return text
    .replaceAll('〒', '')
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, valueOf)
    .replace(DASHES, '-')
    .trim();
}

/** Normalises a code in Crockford's base 32: ignores case and separators, reads O as 0, I and L as 1. */
export function readCrockford(text: string): string {
  return typedCode(text)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
}

/**
 * Returns the value of a decimal digit. The digits of a script are ten consecutive code points (Unicode 16, 4.6), so
 * the value is the distance from zero.
 */
function valueOf(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  let distance = 0;
  while (distance < codePoint && DIGIT.test(String.fromCodePoint(codePoint - distance - 1))) distance++;
  return String(distance % 10);
}

/** An optional code, such as a postal code, in any script; empty if absent. */
export const optionalCode = (maxLength: number) =>
  z._default(
    z
      .string({ error: say('common.enterText', 'Enter text') })
      .check(z.overwrite(typedCode), z.overwrite(visibleText), z.maxLength(maxLength, tooLong(maxLength))),
    '',
  );
