/** Money and lists as the page's language writes them; dates are in `ui/long-date.ts`, numbers in a text's own placeholders. */
import * as money from '@foyer/catalog/money';
import { formatLocale } from './format-locale.ts';

/** 19900 -> $199, 1250 -> $12.50 */
export const dollars = (cents: number): string => money.dollars(cents, formatLocale());

/** As on a bill: 19900 -> $199.00 */
export const exactDollars = (cents: number): string => money.exactDollars(cents, formatLocale());

/** In English without "and": 1 user account, 5 diagrams per event */
export function inList(parts: readonly string[]): string {
  const locale = formatLocale();
  return locale === 'en-US' ? parts.join(', ') : new Intl.ListFormat(locale).format(parts);
}
