import compile from 'icu-minify/compile';
import type { LanguageTag } from '../languages.ts';
import { readCatalogue } from './catalogue.ts';
import { fillIn } from './fill-in.ts';
import type { ValuesOf } from './text-types.ts';

/** Texts in one language, for what runs in Node. */
export type Translator = {
  readonly language: LanguageTag;
  t<const Text extends string>(text: Text, ...values: ValuesOf<Text>): string;
};

const translators = new Map<LanguageTag, Translator>();

export function translatorOf(language: LanguageTag): Translator {
  const known = translators.get(language) ?? makeTranslator(language);
  translators.set(language, known);
  return known;
}

function makeTranslator(language: LanguageTag): Translator {
  const catalogue = readCatalogue(language);
  return {
    language,
    t: (text, ...[values]) => String(fillIn(compile(catalogue(text)), language, values)),
  };
}
