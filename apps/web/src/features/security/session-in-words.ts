import type { OwnSession } from '@foyer/contracts/security';
import { currentLanguage } from '../../words/current-language.ts';
import { t } from '../../words/t.ts';

/** "Firefox on Windows". A server of the release before says it in English only, in `device`. */
export function deviceInWords({ device, browser, system, network }: OwnSession): string {
  if (!network) return device;
  if (browser && system) return t('{browser} on {system}', { browser, system });
  return browser ?? system ?? t('Unknown device');
}

/** How it began, where that is known. */
export function beginningInWords({ beganBy }: OwnSession): string | undefined {
  switch (beganBy) {
    case 'password':
      return t('Logged in with a password');
    case 'passkey':
      return t('Logged in with a passkey');
    case 'company':
      return t('Signed in through your company');
    case 'link':
      return t('Logged in by the link of an email');
    default:
      return undefined;
  }
}

/** Where it comes from: the place as far as it is known, and the network. */
export function placeInWords(session: OwnSession): string {
  const { city, country: code } = session.network ?? {};
  const network = networkInWords(session);
  if (!code) return network;
  const country = new Intl.DisplayNames(currentLanguage(), { type: 'region' }).of(code) ?? code;
  return city
    ? t('{city}, {country} · {network}', { city, country, network })
    : t('{country} · {network}', { country, network });
}

/** A kind that this page does not know yet is as the server says it. */
function networkInWords({ place, network }: OwnSession): string {
  switch (network?.kind) {
    case 'here':
      return t('The network you are on now');
    case 'private':
      return t('A private network');
    case 'unknown':
      return t('Unknown network');
    case 'other':
      return t('Network of {address}', { address: network.address ?? '' });
    default:
      return place;
  }
}
