import { directionOf, languages } from './languages.ts';

/** 19900 -> $199, 1250 -> $12.50 */
export function dollars(cents: number, locale: string): string {
  return shortSum(cents, 'usd', locale);
}

/** As on a bill: 19900 -> $199.00 */
export function exactDollars(cents: number, locale: string): string {
  return exactSum(cents, 'usd', locale);
}

/** In any currency, without cents where there are none: 19900, eur -> €199 */
export function shortSum(cents: number, currency: string, locale: string): string {
  const isWhole = cents % unitsIn(currency) === 0;
  return inOneDirection(cents, currency, locale, isWhole ? { minimumFractionDigits: 0 } : {});
}

/** In any currency, as on a bill: 19900, eur -> €199.00 */
export function exactSum(cents: number, currency: string, locale: string): string {
  return inOneDirection(cents, currency, locale, {});
}

/**
 * Of how many of the provider's units a currency's own consists. The provider counts hundredths of two currencies that
 * have none any more (https://docs.stripe.com/currencies, "Special cases").
 */
function unitsIn(currency: string): number {
  if (['isk', 'ugx'].includes(currency)) return 100;
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return 10 ** (maximumFractionDigits ?? 2);
}

/** Left to right even in Arabic (UAX 9, isolates), where the letters and the sign of US$ change their order otherwise. */
function inOneDirection(
  cents: number,
  currency: string,
  locale: string,
  options: Intl.NumberFormatOptions,
): string {
  const sum = (cents / unitsIn(currency)).toLocaleString(locale, { style: 'currency', currency, ...options });
  const isRightToLeft = languages.some(({ tag }) => tag === locale && directionOf(tag) === 'rtl');
  return isRightToLeft ? `\u2066${sum}\u2069` : sum;
}
