import { SOURCE_LANGUAGE } from '@foyer/catalog/languages';
import * as money from '@foyer/catalog/money';
import { dateIn } from '@foyer/catalog/words/date-in';
import { currentLanguage } from './current-language.ts';
import { currentTimeZone } from './time-zone.ts';

/** 2026-12-20T… -> December 20, 2026 */
export const longDate = (iso: string): string =>
  dateIn(formatLocale(), iso, { dateStyle: 'long', timeZone: currentTimeZone() });

/** In UTC: 2026-12-20 -> December 20, 2026 */
export const longDay = (day: string): string =>
  dateIn(formatLocale(), day, { dateStyle: 'long', timeZone: 'UTC' });

/** 2026-12-20T… -> 12/20/2026, 9:14:00 AM. `styles` changes the length. */
export const exactTime = (iso: string, styles?: Intl.DateTimeFormatOptions): string =>
  dateIn(formatLocale(), iso, { ...styles, timeZone: currentTimeZone() });

/** 2026-12-20T… -> December 20, 2026 at 9:14 AM */
export const dayAndTime = (iso: string): string => exactTime(iso, { dateStyle: 'long', timeStyle: 'short' });

/** 19900 -> $199, 1250 -> $12.50 */
export const dollars = (cents: number): string => money.dollars(cents, formatLocale());

/** `currency` is the card provider's code: 19900, eur -> €199.00 */
export const exactSum = (cents: number, currency: string): string =>
  money.exactSum(cents, currency, formatLocale());

/** Omits the cents if they are zero: €199 */
export const shortSum = (cents: number, currency: string): string =>
  money.shortSum(cents, currency, formatLocale());

/** English uses the formats of the United States. */
function formatLocale(): string {
  const language = currentLanguage();
  return language === SOURCE_LANGUAGE ? 'en-US' : language;
}
