import type { LinkState } from '@foyer/contracts/identity/password';
import type { ProblemCode } from '@foyer/contracts/problem';

/** The problem for each state of an unusable link. */
export const LINK_PROBLEMS = {
  expired: 'LinkExpired',
  used: 'LinkUsed',
  replaced: 'LinkReplaced',
  unknown: 'LinkUnknown',
} as const satisfies Record<Exclude<LinkState, 'valid'>, ProblemCode>;

type Times = { usedAt: Date | null; replacedAt?: Date | null; isExpired: boolean; isCurrent: boolean };

/** `isCurrent`: the account still has the address that the link begins with. */
export function stateOf({ usedAt, replacedAt = null, isExpired, isCurrent }: Times): LinkState {
  if (usedAt) return 'used';
  if (replacedAt || !isCurrent) return 'replaced';
  return isExpired ? 'expired' : 'valid';
}
