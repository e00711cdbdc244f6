import { sourceCatalogue, type Catalogue } from '@foyer/catalog/words/source-catalogue';
import { withNumber } from '@foyer/catalog/words/with-number';

let catalogue: Catalogue = sourceCatalogue;

/**
 * Translates a text of the contracts or the catalogue, which contain English, into the visitor's language. Returns anything
 * else, such as a name, unchanged. The build replaces this file with `in-words.built.ts`.
 */
export function inWords(text: string): string {
  return withNumber(catalogue.inWords, text);
}

/** For `t` in specs, development and the build's rendered pages. */
export function textOf(id: string, english: string): string {
  return catalogue.textOf(id, english);
}

/** For the build's rendered pages, and for specs. */
export function loadWords(loaded: Catalogue): void {
  catalogue = loaded;
}
