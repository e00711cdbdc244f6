import { sourceCatalogue, type Catalogue } from '@foyer/catalog/words/source-catalogue';
import { withNumber } from '@foyer/catalog/words/with-number';

let catalogue: Catalogue = sourceCatalogue;

/**
 * Translates an English text of libs/contracts or libs/catalog. Returns other texts unchanged, such as names. The build
 * replaces this file with `in-words.built.ts`.
 */
export function inWords(text: string): string {
  return withNumber(catalogue.inWords, text);
}

/** For a text of `t` in specs, in development, and in the pages that the build renders. */
export function textOf(id: string, english: string): string {
  return catalogue.textOf(id, english);
}

export function loadWords(loaded: Catalogue): void {
  catalogue = loaded;
}
