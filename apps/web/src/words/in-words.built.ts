import { withNumber } from '@foyer/catalog/words/with-number';

/** The build's: JSON of English texts and the visitor's. */
declare const SAID_TEXTS: string;

const texts = new Map<string, string>(Object.entries(JSON.parse(SAID_TEXTS)));

export function inWords(text: string): string {
  return withNumber((said) => texts.get(said) ?? said, text);
}
