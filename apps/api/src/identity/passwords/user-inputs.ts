import type { PasswordOwner } from '../passwords.ts';

const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  l: 'i',
  '|': 'i',
  '!': 'i',
  '2': 'z',
  '3': 'e',
  '€': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '6': 'g',
  '9': 'g',
  '7': 't',
  '+': 't',
  '8': 'b',
  '(': 'c',
};
/** Shorter words occur by chance in good passwords. */
const SHORTEST_USER_WORD = 4;

/**
 * Returns the words that an attacker who knows the user tries first: names, company, product, and parts of the email
 * address (zxcvbn's `userInputs`).
 */
export function userInputs(owner: PasswordOwner, productName: string): string[] {
  const [localPart = '', domain = ''] = owner.email.split('@');
  const whole = [localPart, owner.firstName ?? '', owner.lastName ?? '', owner.company, productName];
  const parts = [...whole, domain.split('.').slice(0, -1).join(' ')].flatMap((text) =>
    text.split(/[^\p{L}\p{N}]+/u),
  );
  return [...new Set([...whole, ...parts].map((word) => word.toLowerCase()))].filter(
    (word) => lettersOf(word).length >= SHORTEST_USER_WORD,
  );
}

/** Returns whether a password contains one of the words, forwards or backwards, with or without substituted letters. */
export function containsUserInput(password: string, words: readonly string[]): boolean {
  const spellings = [undoLookalikes(password), undoLookalikes(lettersOf(password))];
  const readings = [...spellings, ...spellings.map((text) => [...text].toReversed().join(''))];
  return words.some((word) => {
    const sought = undoLookalikes(lettersOf(word));
    return readings.some((text) => text.includes(sought));
  });
}

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

function undoLookalikes(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase();
  return [...plain]
    .map((character) => LOOKALIKES[character] ?? character)
    .join('')
    .replace(/[^\p{L}]/gu, '');
}
