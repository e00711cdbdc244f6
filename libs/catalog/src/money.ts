import { directionOf, languages } from './languages.ts';

/** In US dollars: 19900 -> $199, 1250 -> $12.50 */
export function dollars(cents: number, locale: string): string {
  return shortSum(cents, 'usd', locale);
}

export function exactDollars(cents: number, locale: string): string {
  return exactSum(cents, 'usd', locale);
}

/** Omits decimals that are zero: 19900, eur -> €199. `cents` are the provider's smallest units. */
export function shortSum(cents: number, currency: string, locale: string): string {
  const isWhole = cents % unitsIn(currency) === 0;
  return inOneDirection(cents, currency, locale, isWhole ? { minimumFractionDigits: 0 } : {});
}

/** Always with decimals: 19900, eur -> €199.00. `cents` are the provider's smallest units. */
export function exactSum(cents: number, currency: string, locale: string): string {
  return inOneDirection(cents, currency, locale, {});
}

/**
 * Returns how many of the provider's smallest units make one unit of a currency. ISK and UGX have no cents, but the
 * provider still uses hundredths (https://docs.stripe.com/currencies, "Special cases").
 */
function unitsIn(currency: string): number {
  if (['isk', 'ugx'].includes(currency)) return 100;
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return 10 ** (maximumFractionDigits ?? 2);
}

/** In Arabic, isolates keep an amount left-to-right (UAX 9), because "US$" would otherwise be reordered. */
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
