import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { languages, type Language, type LanguageTag } from '@foyer/catalog/languages';
import { catalogueFile, entriesOf } from '@foyer/catalog/words/catalogue';
import compile from 'icu-minify/compile';
import {
  faultOf,
  lengthOf,
  maxLengthOf,
  missingForms,
  translatedLanguages,
  updatedCatalogue,
} from './catalogues.ts';
import { readCallsWithoutText, readSourceTexts } from './source-texts.ts';

const { texts, conflicts } = readSourceTexts();
const rows: readonly (Language & { tag: LanguageTag })[] = languages;
const begun = translatedLanguages.filter((tag) => existsSync(catalogueFile(tag)));
const finished = rows.filter(({ tag, isDraft }) => !isDraft && translatedLanguages.includes(tag));
const limits = new Map(texts.map((text) => [text.id, maxLengthOf(text)]));

describe('catalogues', () => {
  it('can contain every text: ID and text are literals, each ID has one text, and it compiles', () => {
    expect(readCallsWithoutText()).toEqual([]);
    expect(conflicts).toEqual([]);
    for (const { text } of texts) expect(() => compile(text)).not.toThrow();
    expect(texts.map(({ text }) => text)).toContain('Bring your events to life');
  });

  it('have one ID for each English text of the API, because screens translate it by the English text', () => {
    const sent = texts.filter(({ places }) =>
      places.some((place) => /^libs\/(?:contracts|catalog)\//.test(place)),
    );
    const english = sent.map(({ text }) => text);
    expect(english.filter((text, index) => english.indexOf(text) !== index)).toEqual([]);
  });

  it('have IDs of the form <domain>.<screen>.<word> or <domain>.<word>', () => {
    const wrong = texts.filter(({ id }) => !/^[a-z][A-Za-z0-9]*(?:\.[a-z][A-Za-z0-9]*){1,2}$/.test(id));
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it.each(begun)('have in %s the values and tags of the English texts, and fit their controls', (tag) => {
    const faults = entriesOf(tag)
      .filter(({ translation }) => translation !== '')
      .map(({ id, english, translation }) => faultOf(english, translation, limits.get(id)));
    expect(faults.filter(Boolean)).toEqual([]);
  });

  it.each(begun)('have in %s all plural forms', (tag) => {
    const lacking = entriesOf(tag).filter(({ translation }) => missingForms(tag, translation).length > 0);
    expect(lacking.map(({ id }) => id)).toEqual([]);
  });

  it('report a plural without a form of its language', () => {
    expect(missingForms('ar', '{count, plural, one {#} other {#}}')).toEqual(['two', 'few', 'many']);
    expect(missingForms('de', '{count, plural, one {# Platz} other {# Plätze}}')).toEqual([]);
    expect(missingForms('de', '{role, select, owner {a} other {b}}')).toEqual([]);
  });

  // A loop, because `it.each` rejects an empty list.
  for (const { tag } of finished)
    it(`are complete in ${tag} and up to date: otherwise run npm run words -- extract`, () => {
      expect(readFileSync(catalogueFile(tag), 'utf8')).toBe(updatedCatalogue(tag, texts));
      expect(entriesOf(tag).filter(({ state }) => state === 'missing')).toEqual([]);
    });

  it.each([
    ['Hello {name}', 'Hallo {nmae}'],
    ['Hello <b>{name}</b>', 'Hallo {name}'],
    ['{count, plural, one {# seat} other {# seats}}', '{count, plural, one {# Platz}'],
    ['Pay', 'Jetzt bezahlen'],
  ])('report a wrong translation of %s', (text, translation) => {
    expect(faultOf(text, translation, 12)).toContain(text);
  });

  it('accept a plural with other forms', () => {
    const text = '{count, plural, one {# seat of {team}} other {# seats of {team}}}';
    expect(faultOf(text, '{count, plural, other {{team}の#席}}')).toBeUndefined();
  });

  it('measure a text in its longest form, without its values', () => {
    expect(lengthOf('Pay <b>now</b>: {sum}')).toBe(9);
    expect(lengthOf('{count, plural, one {# seat} other {# seats of {team}}}')).toBe(10);
  });
});

describe('a changed English text', () => {
  const [source] = texts;
  const changed = (text: string, notes: string[]) => updatedCatalogue('de', [{ ...source!, text, notes }]);

  it('keeps its translation, marked for review with the former text', () => {
    const [entry] = entriesOf('de');
    const catalogue = changed('A better text', []);
    expect(catalogue).toContain('#, fuzzy');
    expect(catalogue).toContain(`#| msgid ${JSON.stringify(source?.text)}`);
    expect(catalogue).toContain(`msgstr ${JSON.stringify(entry?.translation)}`);
  });

  it('is not a text with only a better note', () => {
    expect(changed(source?.text ?? '', ['A better note'])).not.toContain('fuzzy');
  });
});
