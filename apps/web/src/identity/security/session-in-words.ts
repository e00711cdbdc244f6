import type { OwnSession } from '@foyer/contracts/identity/security';
import { t } from '../../words/t.ts';

export function deviceInWords({ browser, system }: OwnSession): string {
  if (browser && system) return t('common.browserOnSystem', '{browser} on {system}', { browser, system });
  return browser ?? system ?? t('common.unknownDevice', 'Unknown device');
}

export function beginningInWords({ beganBy }: OwnSession): string | undefined {
  switch (beganBy) {
    case 'password':
      return t('identity.sessionInWords.withPassword', 'Logged in with a password');
    case 'passkey':
      return t('identity.sessionInWords.withPasskey', 'Logged in with a passkey');
    case 'company':
      return t('identity.sessionInWords.throughCompany', 'Signed in with your company');
    case 'link':
      return t('identity.sessionInWords.byEmailLink', 'Logged in with an email link');
    default:
      return undefined;
  }
}

export function networkInWords({ network }: OwnSession): string {
  switch (network.kind) {
    case 'here':
      return t('identity.sessionInWords.currentNetwork', 'Your current network');
    case 'private':
      return t('common.privateNetwork', 'A private network');
    case 'other':
      return t('common.networkOf', 'IP address {address}', { address: network.address ?? '' });
    default:
      return t('common.unknownNetwork', 'Unknown network');
  }
}
