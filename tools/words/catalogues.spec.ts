import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { languages, type Language, type LanguageTag } from '@foyer/catalog/languages';
import { catalogueFile, translationsOf } from '@foyer/catalog/words/catalogue';
import compile from 'icu-minify/compile';
import { faultOf, missingForms, translatedLanguages, updatedCatalogue } from './catalogues.ts';
import { readCallsWithoutText, readSourceTexts } from './source-texts.ts';

const texts = readSourceTexts();
const rows: readonly (Language & { tag: LanguageTag })[] = languages;
const begun = translatedLanguages.filter((tag) => existsSync(catalogueFile(tag)));
const finished = rows.filter(({ tag, isDraft }) => !isDraft && translatedLanguages.includes(tag));

describe('catalogues', () => {
  it('find every text: each is a literal, and compiles', () => {
    expect(readCallsWithoutText()).toEqual([]);
    for (const { text } of texts) expect(() => compile(text)).not.toThrow();
    expect(texts.map(({ text }) => text)).toContain('Bring your events to life');
  });

  it.each(begun)('name in %s the values and tags of the English texts', (tag) => {
    const faults = [...translationsOf(tag)].map(([text, translation]) => faultOf(text, translation));
    expect(faults.filter(Boolean)).toEqual([]);
  });

  it.each(begun)('have in %s each form of a plural', (tag) => {
    const lacking = [...translationsOf(tag).values()].filter(
      (translation) => missingForms(tag, translation).length > 0,
    );
    expect(lacking).toEqual([]);
  });

  it('tell a plural that lacks a form of its language', () => {
    expect(missingForms('ar', '{count, plural, one {#} other {#}}')).toEqual(['two', 'few', 'many']);
    expect(missingForms('de', '{count, plural, one {# Platz} other {# Plätze}}')).toEqual([]);
    expect(missingForms('de', '{role, select, owner {a} other {b}}')).toEqual([]);
  });

  // A list that is empty until the first language is finished.
  for (const { tag } of finished)
    it(`are complete in ${tag}, and have nothing that is gone`, () => {
      expect(readFileSync(catalogueFile(tag), 'utf8')).toBe(updatedCatalogue(tag, texts));
      const translations = translationsOf(tag);
      expect(texts.map(({ text }) => text).filter((text) => !translations.has(text))).toEqual([]);
    });

  it.each([
    ['Hello {name}', 'Hallo {nmae}'],
    ['Hello <b>{name}</b>', 'Hallo {name}'],
    ['{count, plural, one {# seat} other {# seats}}', '{count, plural, one {# Platz}'],
  ])('tell a wrong translation of %s', (text, translation) => {
    expect(faultOf(text, translation)).toContain(text);
  });

  it('take a plural with other forms', () => {
    const text = '{count, plural, one {# seat of {team}} other {# seats of {team}}}';
    expect(faultOf(text, '{count, plural, other {{team}の#席}}')).toBeUndefined();
  });
});
