import { brandName } from '@foyer/catalog/card-brands';
import type { LanguageTag } from '@foyer/catalog/languages';
import type { MessageContext } from './message.ts';

type Translate = MessageContext['t'];

/** A day as on the screens: December 22, 2026. In UTC, like all times of the portal. */
export function dayInWords(iso: string, language: LanguageTag): string {
  return new Date(iso).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
}

/** A time with its zone, because the reader's is unknown: December 22, 2026 at 9:14 AM UTC. */
export function timeInWords(iso: string, language: LanguageTag): string {
  const words = new Date(iso).toLocaleString(language, {
    ...({ year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const),
    ...({ timeZone: 'UTC', timeZoneName: 'short' } as const),
  });
  // Intl uses a narrow space, which some mail programs' fonts lack.
  return words.replaceAll('\u202f', ' ');
}

/** A month as a person reads it, of a year and its month from 1: December 2026. */
export function monthInWords(year: number, month: number, language: LanguageTag): string {
  return new Date(Date.UTC(year, month - 1)).toLocaleDateString(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** visa, 4242 -> Visa ending in 4242 */
export function cardInWords({ brand, last4 }: { brand: string; last4: string }, t: Translate): string {
  const name = brandName(brand);
  return name
    ? t('{brand} ending in {last4}', { brand: name, last4 })
    : t('Card ending in {last4}', { last4 });
}

export const UNKNOWN_DEVICE = 'Unknown device';
const NETWORK_OF = 'Network of ';

/** What the API calls a browser: "Firefox on Windows", or only one of the two. */
export function deviceInWords(device: string, t: Translate): string {
  if (device === UNKNOWN_DEVICE) return t('Unknown device');
  const [, browser, system] = /^(.+) on (.+)$/.exec(device) ?? [];
  return browser && system ? t('{browser} on {system}', { browser, system }) : device;
}

/** Where the API says that somebody logged in from. */
export function placeInWords(place: string, t: Translate): string {
  if (place === 'Unknown network') return t('Unknown network');
  if (place === 'A private network') return t('A private network');
  return place.startsWith(NETWORK_OF)
    ? t('Network of {address}', { address: place.slice(NETWORK_OF.length) })
    : place;
}
