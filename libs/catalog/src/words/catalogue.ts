import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import PO from 'pofile';
import { PSEUDO_LANGUAGE, SOURCE_LANGUAGE, type LanguageTag } from '../languages.ts';
import { withoutNote } from './context.ts';
import { pseudo } from './pseudo.ts';

/** The catalogue of a language, a file for translators. */
export function catalogueFile(language: LanguageTag): string {
  return fileURLToPath(new URL(`catalogues/${language}.po`, import.meta.url));
}

/** Gives the text of a language for an English one, without its note; English where there is none yet. */
export type Catalogue = (text: string) => string;

export function readCatalogue(language: LanguageTag): Catalogue {
  if (language === PSEUDO_LANGUAGE) return (text) => pseudo(withoutNote(text));
  const texts = translationsOf(language);
  return (text) => texts.get(text) ?? withoutNote(text);
}

/** English texts and their translations; empty for the source language. */
export function translationsOf(language: LanguageTag): Map<string, string> {
  const file = catalogueFile(language);
  if (language === SOURCE_LANGUAGE || !existsSync(file)) return new Map();
  const { items } = PO.parse(readFileSync(file, 'utf8'));
  return new Map(
    items.flatMap(({ msgid, msgctxt, msgstr: [translation] }) =>
      translation ? [[msgctxt ? `${msgid} ## ${msgctxt}` : msgid, translation]] : [],
    ),
  );
}
