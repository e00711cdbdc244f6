import { sourceCatalogue, type Catalogue } from '@foyer/catalog/words/source-catalogue';
import { withNumber } from '@foyer/catalog/words/with-number';

let catalogue: Catalogue = sourceCatalogue;

/**
 * A text of the contracts or the catalogue, which is English on the wire and in their tables, in the visitor's language;
 * anything else, such as a name, unchanged. In the build, `in-words.built.ts`.
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
