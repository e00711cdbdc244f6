import { afterEach, expect, it } from '@jest/globals';
import { dollars, exactDollars, exactTime, inList, longDate } from './formats.ts';

afterEach(() => {
  document.documentElement.lang = '';
});

const features = ['one', 'two', 'three'];
const noon = '2026-12-20T12:00:00';

it('are American in English', () => {
  expect([dollars(19_900), dollars(1250), exactDollars(123_400)]).toEqual(['$199', '$12.50', '$1,234.00']);
  expect(inList(features)).toBe('one, two, three');
  expect(longDate(noon)).toBe('December 20, 2026');
  expect(exactTime(noon)).toMatch(/^12\/20\/2026, 12:00:00\sPM$/);
});

it('are those of the page’s language', () => {
  document.documentElement.lang = 'de';
  expect([dollars(19_900), exactDollars(123_400)]).toEqual(['199\u00a0$', '1.234,00\u00a0$']);
  expect(inList(features)).toBe('one, two und three');
  expect([longDate(noon), exactTime(noon)]).toEqual(['20. Dezember 2026', '20.12.2026, 12:00:00']);
  document.documentElement.lang = 'ja';
  expect(inList(features)).toBe('one、two、three');
});

it('keep a sum in one direction where the language is read from right to left', () => {
  document.documentElement.lang = 'ar';
  expect(dollars(19_900)).toMatch(/^\u2066.*199.*US\$\u2069$/);
});
