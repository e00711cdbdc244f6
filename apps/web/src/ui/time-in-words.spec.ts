import { describe, expect, it } from '@jest/globals';
import { timeInWords } from './time-in-words.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

describe('a time in words', () => {
  it.each([
    ['2026-03-01T12:00:05Z', 'just now'],
    ['2026-03-01T11:59:30Z', 'just now'],
    ['2026-03-01T11:59:00Z', '1 minute ago'],
    ['2026-03-01T11:01:00Z', '59 minutes ago'],
    ['2026-03-01T09:30:00Z', '2 hours ago'],
    ['2026-02-27T11:00:00Z', '2 days ago'],
  ])('for %s is "%s"', (iso, words) => {
    expect(timeInWords(iso, NOW)).toBe(words);
  });
});
