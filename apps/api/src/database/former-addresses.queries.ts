import type { Transaction } from '@foyer/db/client';
import { expression, now, typedSql } from '@foyer/db/typed-sql';

export const canBeUndone = () =>
  expression.and([
    expression('addressChanges.undoneAt', 'is', null),
    expression.or([
      expression('addressChanges.undoUntil', '>', now()),
      expression('addressChanges.heldAt', 'is not', null),
    ]),
  ]);

/**
 * Finds the addresses that also get the user's security notices. Leaves out an address whose undo is on hold because
 * a company identity with it awaits a decision.
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
