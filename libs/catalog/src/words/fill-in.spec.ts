import { expect, it } from '@jest/globals';
import compile from 'icu-minify/compile';
import { fillIn } from './fill-in.ts';

it.each([
  ['it', 'Il {date}', 'L’8 dicembre'],
  ['it', 'fino al {date}, non il {date}', 'fino all’8 dicembre, non l’8 dicembre'],
  ['it', 'dal {date}', 'dall’8 dicembre'],
  ['en', 'il {date}', 'il 8 dicembre'],
])('in %s, "%s" becomes "%s"', (language, message, text) => {
  expect(fillIn(compile(message), language, { date: '8 dicembre' })).toBe(text);
});

it('in Italian, a day that needs no elision is not changed', () => {
  expect(fillIn(compile('il {date}'), 'it', { date: '18 dicembre' })).toBe('il 18 dicembre');
});
