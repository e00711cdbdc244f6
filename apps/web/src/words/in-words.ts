import { wordsOf } from './loaded-words.ts';

/**
 * A text of the contracts or the catalogue, which is English on the wire and in their tables, in the visitor's language;
 * what they do not say, such as a name, as it is. In the build, `in-words.built.ts`.
 */
export function inWords(text: string): string {
  return wordsOf(text);
}
