/**
 * 'Ada Lovelace' -> 'AL'. Returns one letter in scripts without capitals: two Arabic letters would join to a word, and
 * a Chinese, Japanese or Korean character is as wide as two Latin letters.
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
