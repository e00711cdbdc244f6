import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SOURCE_LANGUAGE, type LanguageTag } from '@foyer/catalog/languages';
import { entriesOf } from '@foyer/catalog/words/catalogue';
import { ROOT } from '../paths.ts';
import { translatedLanguages } from './catalogues.ts';
import { readSourceTexts } from './source-texts.ts';

/** For each term its translation, followed by words that must not be used instead. */
type Glossary = Record<string, [word: string, ...others: string[]]>;

const glossaryOf = (language: LanguageTag): Glossary =>
  JSON.parse(readFileSync(join(ROOT, `libs/catalog/src/words/glossary/${language}.json`), 'utf8'));

const textsOf = (language: LanguageTag) =>
  language === SOURCE_LANGUAGE
    ? readSourceTexts().texts.map(({ id, text }) => [id, text] as const)
    : entriesOf(language).map(({ id, translation }) => [id, translation] as const);

/** Matches only at the start of a word in Latin and Arabic script, which separate words by spaces. */
const finderOf = (word: string) =>
  new RegExp(/^\p{Script=Latin}|^\p{Script=Arabic}/u.test(word) ? `(?<![\\p{L}\\p{M}-])${word}` : word, 'iu');

describe.each<LanguageTag>([SOURCE_LANGUAGE, ...translatedLanguages])('the glossary of %s', (language) => {
  const glossary = Object.entries(glossaryOf(language));
  const texts = textsOf(language);

  it('has a word for each term', () => {
    expect(glossary.map(([term]) => term)).toEqual(Object.keys(glossaryOf(SOURCE_LANGUAGE)));
  });

  it('has words that the texts use', () => {
    const unused = glossary.filter(([, [word]]) => !texts.some(([, text]) => finderOf(word).test(text)));
    expect(unused).toEqual([]);
  });

  it('lists forbidden words that no text uses', () => {
    const others = glossary.flatMap(([, [, ...words]]) => words).map(finderOf);
    const found = texts.filter(([, text]) => others.some((word) => word.test(text)));
    expect(found).toEqual([]);
  });
});
