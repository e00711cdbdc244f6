import compile from 'icu-minify/compile';
import { directionOf, type LanguageTag } from '../languages.ts';
import { readCatalogue } from './catalogue.ts';
import { fillIn } from './fill-in.ts';
import type { ValuesOf } from './text-types.ts';

/** Texts in one language, for what runs in Node. */
export type Translator = {
  readonly language: LanguageTag;
  t<const Text extends string>(text: Text, ...values: ValuesOf<Text>): string;
  /** A text that `say` marked; what the catalogue does not have, as it is. */
  inWords(text: string): string;
};

const translators = new Map<LanguageTag, Translator>();

export function translatorOf(language: LanguageTag): Translator {
  const known = translators.get(language) ?? makeTranslator(language);
  translators.set(language, known);
  return known;
}

function makeTranslator(language: LanguageTag): Translator {
  const catalogue = readCatalogue(language);
  const valuesOf = directionOf(language) === 'rtl' ? isolated : (values: object | undefined) => values;
  return {
    language,
    t: (text, ...[values]) => String(fillIn(compile(catalogue(text)), language, valuesOf(values))),
    inWords: catalogue,
  };
}

/**
 * What is between first strong isolate and its end (Unicode UAX #9) keeps its order in a sentence from right to left:
 * "Ada (ada@example.com)", $199.00. A single word needs none, and may be what a select chooses by.
 */
function isolated(values: object = {}): object {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' && /[^\p{L}\p{M}]/u.test(value) ? `\u2068${value}\u2069` : value,
    ]),
  );
}
