import { formatLocale } from '../words/format-locale.ts';

/** 2026-12-20T… -> December 20, 2026 */
export function longDate(iso: string): string {
  return new Date(iso).toLocaleDateString(formatLocale(), { dateStyle: 'long' });
}
