import { directionOf, languages } from './languages.ts';

/** Formats an amount in US dollars, without cents if they are zero: 19900 -> $199, 1250 -> $12.50 */
export function dollars(cents: number, locale: string): string {
  return shortSum(cents, 'usd', locale);
}

/** Formats an amount in US dollars, always with cents: 19900 -> $199.00 */
export function exactDollars(cents: number, locale: string): string {
  return exactSum(cents, 'usd', locale);
}

/** Formats an amount in the provider's smallest units, without decimals if they are zero: 19900, eur -> €199 */
export function shortSum(cents: number, currency: string, locale: string): string {
  const isWhole = cents % unitsIn(currency) === 0;
  return inOneDirection(cents, currency, locale, isWhole ? { minimumFractionDigits: 0 } : {});
}

/** Formats an amount in the provider's smallest units, with all decimals of the currency: 19900, eur -> €199.00 */
export function exactSum(cents: number, currency: string, locale: string): string {
  return inOneDirection(cents, currency, locale, {});
}

/**
 * Returns how many of the provider's smallest units make one unit of a currency. For two currencies without cents, the
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

/** Formats an amount. In Arabic, isolates keep it left-to-right (UAX 9), because "US$" would otherwise be reordered. */
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
