import { describe, expect, it } from '@jest/globals';
import { languages } from '../languages.ts';
import { inList, inSentences } from './join.ts';

describe('a list', () => {
  it.each(languages.map(({ tag }) => tag))('has more than a space between its items in %s', (language) => {
    const between = inList(['1x', '2x', '3x'], language).split(/\u2068?\dx\u2069?/);
    expect(between.slice(1, -1).filter((text) => text.trim() === '')).toEqual([]);
  });

  it.each([
    ['en', 'A, B, C', 'A, B, and C'],
    ['ja', 'A、B、C', 'A、B、C'],
    ['zh-Hans', 'A、B、C', 'A、B和C'],
  ])('is written in %s as "%s", and with "and" as "%s"', (language, list, withAnd) => {
    expect(inList(['A', 'B', 'C'], language)).toBe(list);
    expect(inList(['A', 'B', 'C'], language, 'and')).toBe(withAnd);
  });
});

it('sentences have a space between them, except in Chinese and Japanese', () => {
  expect(inSentences(['One.', undefined, '', 'Two.'], 'de')).toBe('One. Two.');
  expect(inSentences(['一。', '二。'], 'ja')).toBe('一。二。');
});
