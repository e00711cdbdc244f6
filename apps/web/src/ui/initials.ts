/** At most two letters that stand for a person: 'Ada Lovelace' -> 'AL'. By code point, lest a letter be cut in two. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word = '') => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase('en');
}
