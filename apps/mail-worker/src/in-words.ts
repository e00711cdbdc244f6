import { brandName } from '@foyer/catalog/card-brands';
import type { LanguageTag } from '@foyer/catalog/languages';
import { dateIn } from '@foyer/catalog/words/date-in';
import type { MailedBrowser, MailedLogin } from '@foyer/mail/mail-kinds';
import { cleanName } from './clean-name.ts';
import type { MessageContext } from './message.ts';

type Translate = MessageContext['t'];

/** Formats a day in UTC: December 22, 2026. */
export function dayInWords(iso: string, language: LanguageTag): string {
  return dateIn(language, iso, { dateStyle: 'long', timeZone: 'UTC' });
}

/** Adds the zone, because the reader may be in another zone: December 22, 2026 at 9:14 AM UTC. */
export function timeInWords(
  iso: string,
  { language, timeZone }: Pick<MessageContext, 'language' | 'timeZone'>,
): string {
  const words = dateIn(language, iso, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
  // Intl uses a narrow space, which some mail programs' fonts lack.
  return words.replaceAll('\u202f', ' ');
}

/** `month` is 1 for January. */
export function monthInWords(year: number, month: number, language: LanguageTag): string {
  return dateIn(language, Date.UTC(year, month - 1), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

export function cardInWords({ brand, last4 }: { brand: string; last4: string }, t: Translate): string {
  const name = brandName(brand);
  return name
    ? t('common.cardBrandEnding', '{brand} ending in {last4}', { brand: name, last4 })
    : t('common.cardEnding', 'Card ending in {last4}', { last4 });
}

export function browserInWords({ browser, system }: MailedBrowser, t: Translate): string {
  if (browser && system)
    return t('common.browserOnSystem', '{browser} on {system}', {
      browser: cleanName(browser),
      system: cleanName(system),
    });
  return cleanName(browser || system || '') || t('common.unknownDevice', 'Unknown device');
}

export function networkInWords({ network }: MailedLogin, t: Translate): string {
  switch (network.kind) {
    case 'other':
      return t('common.networkOf', 'IP address {address}', { address: network.address });
    case 'private':
      return t('common.privateNetwork', 'A private network');
    default:
      return t('common.unknownNetwork', 'Unknown network');
  }
}
