/**
 * At most two letters that represent a person: 'Ada Lovelace' -> 'AL'. One letter where the script has no capitals: Arabic
 * letters would join to another word, and a Chinese, Japanese or Korean letter is as wide as two.
 */
export function initialsOf(name: string): string {
  const letters = name
    .trim()
    .split(/\s+/)
    .map((word) => /\p{L}\p{M}*/u.exec(word)?.[0] ?? [...word][0] ?? '');
  const [first = '', last = ''] = letters.length > 1 ? [letters[0], letters.at(-1)] : letters;
  const isCased = (letter: string) => /^\p{LC}/u.test(letter);
  return (isCased(first) && isCased(last) ? first + last : first).toLocaleUpperCase('en');
}
