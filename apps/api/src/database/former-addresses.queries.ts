import type { Transaction } from '@foyer/db/client';
import { expression, now, typedSql } from '@foyer/db/typed-sql';

/** Returns the SQL condition that the former address can still undo a change of address (decision 80). */
export const canBeUndone = () =>
  expression.and([
    expression('addressChanges.undoneAt', 'is', null),
    expression.or([
      expression('addressChanges.undoUntil', '>', now()),
      expression('addressChanges.heldAt', 'is not', null),
    ]),
  ]);

/**
 * Finds a user's former addresses that can still undo a change, with the end of the undo period. Security notices go to
 * them too. Leaves out an address that a company claims, until the claim is decided.
 */
export async function findFormerAddresses(
  transaction: Transaction,
  userId: string,
): Promise<{ email: string; undoUntil: Date }[]> {
  return typedSql(transaction)
    .selectFrom('addressChanges')
    .select(['oldEmail as email', 'undoUntil'])
    .where('userId', '=', userId)
    .where(canBeUndone)
    .where('heldAt', 'is', null)
    .$narrowType<{ undoUntil: Date }>()
    .execute();
}
