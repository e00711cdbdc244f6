import { describe, expect, it } from '@jest/globals';
import { nextBillingDate } from './next-billing-date.ts';

describe('the next billing date', () => {
  const rows: [today: string, next: string][] = [
    ['2026-11-20', '2026-12-20'],
    ['2026-12-31', '2027-01-31'],
    ['2027-01-31', '2027-02-28'],
    ['2028-01-30', '2028-02-29'],
    ['2027-03-31', '2027-04-30'],
  ];
  it.each(rows)('after %s is %s', (today, next) => {
    const date = nextBillingDate(new Date(`${today}T12:00`));
    expect(
      [date.getFullYear(), date.getMonth() + 1, date.getDate()]
        .map((part) => String(part).padStart(2, '0'))
        .join('-'),
    ).toBe(next);
  });
});
