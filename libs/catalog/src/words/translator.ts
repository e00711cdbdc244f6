import compile from 'icu-minify/compile';
import { directionOf, type LanguageTag } from '../languages.ts';
import { readCatalogue } from './catalogue.ts';
import { fillIn } from './fill-in.ts';
import type { Sentence, SentenceValue } from './sentence.ts';
import type { ValuesOf } from './text-types.ts';

/** Texts in one language, for what runs in Node. */
export type Translator = {
  readonly language: LanguageTag;
  t<const Text extends string>(id: string, text: Text, ...values: ValuesOf<Text>): string;
  /** A text of `say`; what the catalogue does not have, unchanged. */
  inWords(text: string): string;
  /** Sentences as one text. */
  compose(sentences: readonly Sentence[]): string;
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
  const fill = (id: string, text: string, values: object | undefined) =>
    String(fillIn(compile(catalogue.textOf(id, text)), language, valuesOf(values)));
  const lists = {
    list: new Intl.ListFormat(language, { type: 'unit', style: 'short' }),
    and: new Intl.ListFormat(language, { type: 'conjunction' }),
  };
  const inText = (value: SentenceValue): string | number => {
    if (typeof value !== 'object') return value;
    if ('text' in value) return one(value);
    return 'list' in value ? joined(lists.list, value.list) : joined(lists.and, value.and);
  };
  const joined = (format: Intl.ListFormat, values: readonly SentenceValue[]) =>
    format.format(values.map((value) => String(inText(value))));
  const one = ({ id, text, values = {} }: Sentence): string =>
    fill(id, text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inText(value)])));
  return {
    language,
    t: (id, text, ...[values]) => fill(id, text, values),
    inWords: catalogue.inWords,
    compose: (sentences) => sentences.map(one).reduce(inOneText, ''),
  };
}

/** Chinese and Japanese have no space after their full stop. */
function inOneText(before: string, next: string): string {
  return before === '' || before.endsWith('。') ? before + next : `${before} ${next}`;
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
