import { describe, expect, it } from '@jest/globals';
import { entriesOf } from '@foyer/catalog/words/catalogue';
import { englishFinder, wordsIn } from './text-patterns.ts';

describe('the German pattern of an English text', () => {
  it.each([
    ['Email', 'E-Mail'],
    ['Questions? Email us at {address}.', 'Fragen? Schreiben Sie an ada@example.com.'],
    [
      '{free, plural, =0 {No seats are free.} =1 {One seat is free.} other {# seats are free.}}',
      '3 Plätze sind frei.',
    ],
    ['You joined {team}', 'Sie sind \u2068Team & Söhne\u2069 beigetreten'],
  ])('matches the translation of "%s": "%s"', (english, shown) => {
    expect(shown).toMatch(wordsIn('de')(english));
    expect(`${shown} nicht`).not.toMatch(wordsIn('de')(english));
  });

  it('is an error if the catalogue does not have the text', () => {
    expect(() => wordsIn('de')('A text of no catalogue')).toThrow('is not in the catalogue of de');
  });
});

describe('English on a translated page', () => {
  it.each([
    'Log in',
    'Questions? Email us at ada@example.com.',
    'You’re logged in as ada@example.com.',
    '2 seats are free.',
    'Already have an account? Log in',
    'Login',
  ])('is recognized: %s', (shown) => {
    expect(englishFinder('de')(shown)).toBe(true);
  });

  it.each(['Anmelden', 'Team', 'PRO', 'Grace Hopper', 'A text of no catalogue', ''])(
    'is not recognized in: %s',
    (shown) => {
      expect(englishFinder('de')(shown)).toBe(false);
    },
  );

  it('is never recognized on an English page, or in a translation of the catalogue', () => {
    expect(englishFinder('en')('Log in')).toBe(false);
    const isEnglish = englishFinder('ar');
    expect(entriesOf('ar').filter(({ translation }) => isEnglish(translation))).toEqual([]);
  });
});
