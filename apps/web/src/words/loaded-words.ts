import type { Catalogue } from '@foyer/catalog/words/catalogue';
import { withoutNote } from '@foyer/catalog/words/context';

let catalogue: Catalogue = withoutNote;

/** The text of the catalogue that is in use; English if there is none. */
export function wordsOf(text: string): string {
  return catalogue(text);
}

/** For the build's rendered pages, and for specs. */
export function loadWords(loaded: Catalogue): void {
  catalogue = loaded;
}
