import { expect, it } from '@jest/globals';
import { dateIn } from './date-in.ts';

it.each([
  ['fr', '2026-12-01', '1er décembre 2026'],
  ['fr', '2026-12-11', '11 décembre 2026'],
  ['it', '2026-12-01', '1 dicembre 2026'],
  ['en', '2026-12-01', 'December 1, 2026'],
])('in %s, the day %s is written as "%s"', (language, day, text) => {
  expect(dateIn(language, day, { dateStyle: 'long', timeZone: 'UTC' })).toBe(text);
});
