import { describe, expect, it } from '@jest/globals';
import { findPostalCodeRule } from './postal-codes.ts';

describe('postal codes', () => {
  const rows: [country: string, right: string[], wrong: string[]][] = [
    ['US', ['04101', '90210'], ['4101', '041011', '04101-1234', 'ABCDE', '٠١٢٣٤']],
    ['CA', ['K1A 0B1', 'k1a0b1'], ['K1A', 'D1A 0B1', '12345']],
    ['AU', ['2000'], ['200', '20000']],
    ['DE', ['10115'], ['1011', 'D-10115']],
    ['GB', ['SW1A 1AA', 'm11ae', 'GIR 0AA'], ['SW1A', '12345']],
    ['IE', ['D02 AF30', 'd6wxy00'], ['D02']],
    ['BR', ['01310-100'], ['-', '01310-', 'a'.repeat(13)]],
  ];
  it.each(rows)('of %s are accepted only in the country’s format', (country, right, wrong) => {
    const { pattern } = findPostalCodeRule(country);
    expect(right.filter((code) => !pattern.test(code))).toEqual([]);
    expect(wrong.filter((code) => pattern.test(code))).toEqual([]);
  });

  it.each([
    ['US', true],
    ['DE', true],
    ['HK', false],
    ['AE', false],
  ])('are required in %s: %s', (country, isRequired) => {
    expect(findPostalCodeRule(country).isRequired).toBe(isRequired);
  });
});
