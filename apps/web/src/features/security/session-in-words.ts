import type { OwnSession } from '@foyer/contracts/security';
import { t } from '../../words/t.ts';

/** "Firefox on Windows". A server of the release before says it in English only, in `device`. */
export function deviceInWords({ device, browser, system, network }: OwnSession): string {
  if (!network) return device;
  if (browser && system) return t('{browser} on {system}', { browser, system });
  return browser ?? system ?? t('Unknown device');
}

/** Where it comes from. A kind that this page does not know yet is as the server says it. */
export function placeInWords({ place, network }: OwnSession): string {
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
