import type { LinkState } from '@foyer/contracts/identity/password';
import { t } from '../words/t.ts';

/** Why a mailed link about an address no longer works. */
export function deadAddressLink(state: Exclude<LinkState, 'valid'>): string {
  switch (state) {
    case 'expired':
      return t('account.addressLink.expired', 'This link has expired. Nothing was changed.');
    case 'used':
      return t('common.linkUsed', 'This link has already been used.');
    case 'replaced':
      return t(
        'account.addressLink.replaced',
        'This link no longer works: you asked for another one, or your email has changed since.',
      );
    case 'unknown':
      return t(
        'account.addressLink.unknown',
        'This link is not one of ours, or it is another account’s. Open it from the email again, logged in to the account that asked for it.',
      );
  }
}
