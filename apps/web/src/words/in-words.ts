import type { Catalogue } from '@foyer/catalog/words/catalogue';
import { withoutNote } from '@foyer/catalog/words/context';
import { withNumber } from '@foyer/catalog/words/with-number';

let catalogue: Catalogue = withoutNote;

/**
 * Translates a text of the contracts or the catalogue, which is English on the wire and in their tables. Other values, such
 * as names, are returned unchanged. In the build, `in-words.built.ts`.
 */
export function inWords(text: string): string {
  return withNumber(catalogue, text);
}

/** For the build's rendered pages, and for specs. */
export function loadWords(loaded: Catalogue): void {
  catalogue = loaded;
}
