import { directionOf, languages } from './languages.ts';

/** 19900 -> $199, 1250 -> $12.50 */
export function dollars(cents: number, locale: string): string {
  return inOneDirection(cents, locale, { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 });
}

/** As on a bill: 19900 -> $199.00 */
export function exactDollars(cents: number, locale: string): string {
  return inOneDirection(cents, locale, {});
}

/** Left to right even in Arabic (UAX 9, isolates), where the letters and the sign of US$ change their order otherwise. */
function inOneDirection(cents: number, locale: string, options: Intl.NumberFormatOptions): string {
  const sum = (cents / 100).toLocaleString(locale, { style: 'currency', currency: 'USD', ...options });
  const isRightToLeft = languages.some(({ tag }) => tag === locale && directionOf(tag) === 'rtl');
  return isRightToLeft ? `\u2066${sum}\u2069` : sum;
}
