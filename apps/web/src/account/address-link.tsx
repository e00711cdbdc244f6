import type { LinkState } from '@foyer/contracts/identity/password';
import { t } from '../words/t.ts';

export function deadAddressLink(state: Exclude<LinkState, 'valid'>): string {
  switch (state) {
    case 'expired':
      return t(
        'account.addressLink.expired',
        'This link has expired, so your email address wasn’t changed. Request a new one in your profile.',
      );
    case 'used':
      return t('common.linkUsed', 'This link has already been used.');
    case 'replaced':
      return t(
        'account.addressLink.replaced',
        'This link no longer works. You’ve requested a newer one, or your email address has changed since.',
      );
    case 'unknown':
      return t(
        'account.addressLink.unknown',
        'We don’t recognize this link, or it belongs to another account. Log in to the account that requested it, then open the link from the email again.',
      );
  }
}
