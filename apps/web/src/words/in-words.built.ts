import { withNumber } from '@foyer/catalog/words/with-number';

/** The build inserts this JSON, which maps English texts to the visitor's language. */
declare const SAID_TEXTS: string;

const texts = new Map<string, string>(Object.entries(JSON.parse(SAID_TEXTS)));

export function inWords(text: string): string {
  return withNumber((said) => texts.get(said) ?? said, text);
}
