import type { Transaction } from '@foyer/db/client';
import { Problem } from '../request/problem.ts';
import { factorDemandOf } from './access.ts';
import { findFactorStanding } from './second-factor/second-factor.queries.ts';
import type { Session } from './session.service.ts';

/** Whether a person has a second factor at all. */
export async function ownsFactor(db: Transaction, userId: string): Promise<boolean> {
  return (await findFactorStanding(db, userId))?.hasFactor ?? false;
}

/**
 * A session that is kept to setting up a second factor may set up the first one only, and export or delete only an account
 * without one: it has had no more than a password, which must not get round the factor that its person has (decision 83).
 * Throws `SecondFactorMissing`. What changes something needs the lock of the user.
 */
export async function requireNoFactorYet(
  db: Transaction,
  { userId, restrictedTo }: Pick<Session, 'userId' | 'restrictedTo'>,
): Promise<void> {
  if (restrictedTo === 'second-factor' && (await ownsFactor(db, userId)))
    throw new Problem('SecondFactorMissing');
}

/**
 * After a factor was removed: one is left, or none is asked for, from now on until the end of the transaction. The caller
 * holds the lock of the user; `everybodyDueAt` is the operators' day. Throws `SecondFactorKept`.
 */
export async function requireFactorLeft(
  db: Transaction,
  userId: string,
  everybodyDueAt: Date | undefined,
): Promise<void> {
  const standing = await findFactorStanding(db, userId, { locksTeam: true });
  if (standing && !standing.hasFactor && factorDemandOf(standing, everybodyDueAt))
    throw new Problem('SecondFactorKept');
}
