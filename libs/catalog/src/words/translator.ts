import compile from 'icu-minify/compile';
import type { LanguageTag } from '../languages.ts';
import { readCatalogue } from './catalogue.ts';
import { fillIn } from './fill-in.ts';
import { inList, inSentences } from './join.ts';
import type { Sentence, SentenceValue } from './sentence.ts';
import type { ValuesOf } from './text-types.ts';

/** Only for programs that run in Node, because `translatorOf` reads the catalogue's file. */
export type Translator = {
  readonly language: LanguageTag;
  t<const Text extends string>(id: string, text: Text, ...values: ValuesOf<Text>): string;
  inWords(text: string): string;
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
  const fill = (id: string, text: string, values: object | undefined) =>
    String(fillIn(compile(catalogue.textOf(id, text)), language, values));
  const inText = (value: SentenceValue): string | number => {
    if (typeof value !== 'object') return value;
    if ('text' in value) return one(value);
    const parts = 'list' in value ? value.list : value.and;
    return inList(
      parts.map((part) => String(inText(part))),
      language,
      'and' in value ? 'and' : 'narrow',
    );
  };
  const one = ({ id, text, values = {} }: Sentence): string =>
    fill(id, text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inText(value)])));
  return {
    language,
    t: (id, text, ...[values]) => fill(id, text, values),
    inWords: catalogue.inWords,
    compose: (sentences) => inSentences(sentences.map(one), language),
  };
}
