import { afterEach, expect, it } from '@jest/globals';
import { dollars, exactDollars, inList } from './formats.ts';

afterEach(() => {
  document.documentElement.lang = '';
});

const features = ['one', 'two', 'three'];

it('are American in English', () => {
  expect([dollars(19_900), dollars(1250), exactDollars(123_400)]).toEqual(['$199', '$12.50', '$1,234.00']);
  expect(inList(features)).toBe('one, two, three');
});

it('are those of the page’s language', () => {
  document.documentElement.lang = 'de';
  expect([dollars(19_900), exactDollars(123_400)]).toEqual(['199\u00a0$', '1.234,00\u00a0$']);
  expect(inList(features)).toBe('one, two und three');
  document.documentElement.lang = 'ja';
  expect(inList(features)).toBe('one、two、three');
});
