import { describe, expect, it } from '@jest/globals';
import { entriesOf } from '@foyer/catalog/words/catalogue';
import { englishFinder, wordsIn } from './text-patterns.ts';

describe('a text is found in a language', () => {
  it.each([
    ['Email', 'E-Mail'],
    ['Questions? Email us at {address}.', 'Fragen? Schreiben Sie an ada@example.com.'],
    [
      '{free, plural, =0 {No seats are free.} =1 {One seat is free.} other {# seats are free.}}',
      '3 Plätze sind frei.',
    ],
    ['You joined {team}', 'Sie sind \u2068Team & Söhne\u2069 beigetreten'],
  ])('%s', (english, shown) => {
    expect(shown).toMatch(wordsIn('de')(english));
    expect(`${shown} nicht`).not.toMatch(wordsIn('de')(english));
  });

  it('unless the catalogue does not have it', () => {
    expect(() => wordsIn('de')('A text of nobody')).toThrow('is not in the catalogue of de');
  });
});

describe('English is found where the language has other words', () => {
  it.each([
    'Log in',
    'Questions? Email us at ada@example.com.',
    'You’re logged in as ada@example.com.',
    '2 seats are free.',
    'Already have an account? Log in',
    'Login',
  ])('%s', (shown) => {
    expect(englishFinder('de')(shown)).toBe(true);
  });

  it.each(['Anmelden', 'Team', 'PRO', 'Grace Hopper', 'A text of nobody', ''])('not in: %s', (shown) => {
    expect(englishFinder('de')(shown)).toBe(false);
  });

  it('and never in English, nor in what a catalogue says itself', () => {
    expect(englishFinder('en')('Log in')).toBe(false);
    const isEnglish = englishFinder('ar');
    expect(entriesOf('ar').filter(({ translation }) => isEnglish(translation))).toEqual([]);
  });
});
