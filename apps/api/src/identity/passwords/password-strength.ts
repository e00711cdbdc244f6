import type { passwordProblems } from '@foyer/contracts/identity/password';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import german from '@zxcvbn-ts/language-de/dist/commonWords.json.js';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import spanish from '@zxcvbn-ts/language-es-es/dist/commonWords.json.cjs';
import french from '@zxcvbn-ts/language-fr/dist/commonWords.json.cjs';
import italian from '@zxcvbn-ts/language-it/dist/commonWords.json.js';
import japanese from '@zxcvbn-ts/language-ja/dist/commonWords.json.js';
import dutch from '@zxcvbn-ts/language-nl-be/dist/commonWords.json.js';
import portuguese from '@zxcvbn-ts/language-pt-br/dist/commonWords.json.cjs';
import { foldAccents, spellUmlauts } from './fold-accents.ts';
import { DIGEST_BYTES, digestOf } from './leaked-digest.ts';
import { LEAKED_DIGESTS } from './leaked-passwords-list.ts';
import { containsUserInput } from './user-inputs.ts';
import { cutPatterns } from './password-patterns.ts';

export type Weakness = keyof typeof passwordProblems;
/** `password` is in Unicode form NFKC. */
export type StrengthTask = { password: string; userInputs: string[] };

/** zxcvbn's highest score: more than 10¹⁰ guesses. */
const REQUIRED_SCORE = 4;
/**
 * zxcvbn reads at most this many characters, because its run time grows at least quadratically with their number
 * (invariant 14 of docs/security.md).
 */
const JUDGED_CODE_POINTS = 32;
/** Bounds zxcvbn's letter substitutions. `containsUserInput` has already checked the most important words. */
const MAX_LOOKALIKE_READINGS = 25;
/** The number of words per language. More words would need more memory and reject few more passwords. */
const COMMONEST_WORDS = 10_000;
/** Two common words with at most this many other characters are not a strong password. */
const MOST_DECORATION = 6;
/** A common word that is shorter than this is not the core of a password, even if the password has no other letters. */
const SHORTEST_COMMON_CORE = 4;
/** If at least this many characters of one kind of pattern were cut, the response names this kind as the reason. */
const TELLING_LENGTH = 3;

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

// Surnames and the words of Wikipedia would take another 40 MB of memory and reject few more passwords.
const { 'lastnames-en': _surnames, 'wikipedia-en': _encyclopaedia, ...words } = english;
/**
 * The word lists of the other languages, most common first. Names and encyclopedias are left out, because they would
 * take twice the memory of the words. There is no list of Arabic or Chinese words. The Japanese words are in Latin
 * letters.
 */
const wordsElsewhere: Readonly<Record<string, readonly string[]>> = {
  de: german,
  es: spanish,
  fr: french,
  it: italian,
  ja: japanese,
  nl: dutch,
  pt: portuguese,
};
const commonPasswords = new Set<string>(common['passwords-common'].map((word) => foldAccents(String(word))));
const leaked = readDigests();
const elsewhere = commonestElsewhere();
const commonestWords = new Set<string>(
  [words['commonWords-en'], common['passwords-common'], ...Object.values(elsewhere)].flatMap((all) =>
    all.slice(0, COMMONEST_WORDS).map((word) => foldAccents(String(word).toLowerCase())),
  ),
);
const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common, ...words, ...elsewhere },
  graphs: adjacencyGraphs,
  l33tMaxSubstitutions: MAX_LOOKALIKE_READINGS,
});

/** Does nothing. Its first call in a thread loads this module, which reads the lists. */
export function load(): void {}

export function checkStrength({ password, userInputs }: StrengthTask): Weakness | undefined {
  const plain = foldAccents(password.toLowerCase());
  if (containsUserInput(plain, userInputs)) return 'personal';
  if (leaked.has(digestOf(password).toString('hex'))) return 'leaked';
  if (coresOf(plain).some((core) => commonPasswords.has(core))) return 'common';
  const { rest, taken } = cutPatterns(foldAccents(password));
  const decoration = rest.replace(/\p{L}/gu, '');
  const isPair = decoration.length <= MOST_DECORATION && coresOf(plain).some(isTwoCommonWords);
  const judged = [...rest].slice(0, JUDGED_CODE_POINTS).join('');
  const { score, sequence } = zxcvbn.check(judged, userInputs);
  if (score >= REQUIRED_SCORE && !isPair) return undefined;
  const [[kind, length] = ['guessable', 0] as const] = (['repeats', 'sequence', 'keyboard', 'date'] as const)
    .map((each) => [each, taken[each]] as const)
    .toSorted(([, a], [, b]) => b - a);
  if (length >= TELLING_LENGTH) return kind;
  const isOwn = sequence.some(
    (match) => match.pattern === 'dictionary' && match['dictionaryName'] === 'userInputs',
  );
  return isOwn ? 'personal' : 'guessable';
}

/**
 * Returns the password, and the password without the digits, signs, substitutions and repetitions that people add to
 * satisfy a rule.
 */
function coresOf(plain: string): string[] {
  const trimmed = plain.replace(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, '');
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

/**
 * Returns whether the password is two common words. There are only 10⁸ pairs per language. zxcvbn estimates far more
 * guesses for two words with characters between and after them.
 */
function isTwoCommonWords(core: string): boolean {
  for (let at = SHORTEST_COMMON_CORE; at <= core.length - SHORTEST_COMMON_CORE; at++)
    if (commonestWords.has(core.slice(0, at)) && commonestWords.has(core.slice(at))) return true;
  return false;
}

function commonestElsewhere(): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(wordsElsewhere).map(([language, all]) => {
      const commonest = all.slice(0, COMMONEST_WORDS).map((word) => word.toLowerCase());
      const spellings = commonest.flatMap((word) =>
        language === 'de' ? [word, spellUmlauts(word)] : [word],
      );
      return [`words-${language}`, [...new Set(spellings.map(foldAccents))]];
    }),
  );
}

function readDigests(): Set<string> {
  const bytes = Buffer.concat(LEAKED_DIGESTS.map((line) => Buffer.from(line, 'base64')));
  return new Set(
    Array.from({ length: bytes.length / DIGEST_BYTES }, (_, index) =>
      bytes.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES).toString('hex'),
    ),
  );
}
