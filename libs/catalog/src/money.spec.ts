import { describe, expect, it } from '@jest/globals';
import { dollars, exactDollars, exactSum, shortSum } from './money.ts';

describe('a sum', () => {
  it.each([
    [199_00, 'usd', 'en-US', '$199', '$199.00'],
    [12_50, 'usd', 'en-US', '$12.50', '$12.50'],
    [199_00, 'eur', 'en-US', '€199', '€199.00'],
    [199_00, 'eur', 'de', '199 €', '199,00 €'],
    [19_900, 'jpy', 'en-US', '¥19,900', '¥19,900'],
    [19_900, 'kwd', 'en-US', 'KWD 19.900', 'KWD 19.900'],
    [199_00, 'isk', 'en-US', 'ISK 199', 'ISK 199'],
  ])('of %i %s in %s is shown as %s, and on a bill as %s', (cents, currency, locale, short, exact) => {
    const plain = (sum: string) => sum.replaceAll('\u00a0', ' ');
    expect(plain(shortSum(cents, currency, locale))).toBe(short);
    expect(plain(exactSum(cents, currency, locale))).toBe(exact);
  });

  it('in dollars runs from left to right in Arabic', () => {
    expect(dollars(199_00, 'ar')).toMatch(/^\u2066.*\u2069$/);
    expect(exactDollars(199_00, 'en-US')).toBe('$199.00');
  });
});
