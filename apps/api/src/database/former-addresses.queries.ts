import type { Transaction } from '@foyer/db/client';
import { expression, now, typedSql } from '@foyer/db/typed-sql';

/** Selects a change of address that the former address can still undo (decision 80). */
export const canBeUndone = () =>
  expression.and([
    expression('addressChanges.undoneAt', 'is', null),
    expression.or([
      expression('addressChanges.undoUntil', '>', now()),
      expression('addressChanges.heldAt', 'is not', null),
    ]),
  ]);

/**
 * Finds a user's former addresses that can still take the account back, with the end of that period. Security notices go there
 * too. Not while a company must still decide who owns the address.
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
