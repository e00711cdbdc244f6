import { Inject, Injectable } from '@nestjs/common';
import { normalizePassword, passwordRefusals } from '@foyer/contracts/password';
import { dictionary } from '@zxcvbn-ts/language-common';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { Refusal } from '../http/refusal.ts';

const commonPasswords = new Set<string>(dictionary['passwords-common'].map(String));

/** Characters people put in the place of a letter to please a rule. */
const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Shorter words are in too many good passwords by chance. */
const SHORTEST_PERSONAL_WORD = 4;
/** A common word is what a password stands on when it is all that is left of its letters. */
const SHORTEST_COMMON_CORE = 4;

/** What only the server can say against a password: too common, or made of the person's own words (DESIGN 6). */
@Injectable()
export class PasswordPolicy {
  constructor(@Inject(API_ENV) private readonly env: ApiEnv) {}

  /** Throws `ValidationFailed` with a message for the form. */
  refuseWeak(password: string, person: { email: string; company: string }): void {
    const plain = normalizePassword(password).toLowerCase();
    const personal = [person.email.split('@')[0] ?? '', person.company, this.env.PRODUCT_NAME];
    if (personal.some((word) => containsWord(plain, word.toLowerCase()))) refuse(passwordRefusals.personal);
    if (cores(plain).some((core) => commonPasswords.has(core))) refuse(passwordRefusals.common);
  }
}

function refuse(message: string): never {
  throw new Refusal('ValidationFailed', { message, fields: { password: message } });
}

function containsWord(plain: string, word: string): boolean {
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
  return letters(word).length >= SHORTEST_PERSONAL_WORD && letters(plain).includes(letters(word));
}

/** The password itself, and what is left without the decoration that rules provoke: digits, signs, look-alikes, repeats. */
function cores(plain: string): string[] {
  const trimmed = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const translated = [...trimmed].map((character) => LOOKALIKES[character] ?? character).join('');
  const withoutSigns = plain.replace(/[^\p{L}\p{N}]/gu, '');
  return [
    plain,
    withoutSigns,
    ...[trimmed, translated].flatMap((text) => [text, text.replace(/[^\p{L}]/gu, '')]),
  ]
    .flatMap((text) => [text, /^(.+?)\1+$/u.exec(text)?.[1] ?? ''])
    .filter((core) => core.length >= SHORTEST_COMMON_CORE);
}
