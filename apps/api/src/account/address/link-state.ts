import type { LinkState } from '@foyer/contracts/identity/password';

type Times = { usedAt: Date | null; replacedAt?: Date | null; isExpired: boolean; isCurrent: boolean };

/** `isCurrent`: the account still has the address that it had when the link was made. */
export function stateOf({ usedAt, replacedAt = null, isExpired, isCurrent }: Times): LinkState {
  if (usedAt) return 'used';
  if (replacedAt || !isCurrent) return 'replaced';
  return isExpired ? 'expired' : 'valid';
}
