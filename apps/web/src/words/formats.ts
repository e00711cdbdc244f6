/** Formats dates and money in the page’s language. Texts format numbers in their own placeholders. */
import { SOURCE_LANGUAGE } from '@foyer/catalog/languages';
import * as money from '@foyer/catalog/money';
import { dateIn } from '@foyer/catalog/words/date-in';
import { currentLanguage } from './current-language.ts';
import { currentTimeZone } from './time-zone.ts';

/** Formats a date: 2026-12-20T… -> December 20, 2026 */
export const longDate = (iso: string): string =>
  dateIn(formatLocale(), iso, { dateStyle: 'long', timeZone: currentTimeZone() });

/** Formats a day in UTC: 2026-12-20 -> December 20, 2026 */
export const longDay = (day: string): string =>
  dateIn(formatLocale(), day, { dateStyle: 'long', timeZone: 'UTC' });

/** Formats a time: 2026-12-20T… -> 12/20/2026, 9:14:00 AM. `styles` changes the length. */
export const exactTime = (iso: string, styles?: Intl.DateTimeFormatOptions): string =>
  dateIn(formatLocale(), iso, { ...styles, timeZone: currentTimeZone() });

/** Formats a time in the reader's time zone: 2026-12-20T… -> December 20, 2026 at 9:14 AM */
export const dayAndTime = (iso: string): string => exactTime(iso, { dateStyle: 'long', timeStyle: 'short' });

/** Formats cents: 19900 -> $199, 1250 -> $12.50 */
export const dollars = (cents: number): string => money.dollars(cents, formatLocale());

/** Formats an amount with the currency code of the card provider: 19900, eur -> €199.00 */
export const exactSum = (cents: number, currency: string): string =>
  money.exactSum(cents, currency, formatLocale());

/** Formats an amount, and omits the cents if they are zero: €199 */
export const shortSum = (cents: number, currency: string): string =>
  money.shortSum(cents, currency, formatLocale());

/** Returns the locale of the page's language. English uses the formats of the United States. */
function formatLocale(): string {
  const language = currentLanguage();
  return language === SOURCE_LANGUAGE ? 'en-US' : language;
}
