import type { Transaction } from '@foyer/db/client';
import { expression, now, typedSql } from '@foyer/db/typed-sql';

/** A change of address that its former address can still take back (decision 80). */
export const canBeUndone = () =>
  expression.and([
    expression('addressChanges.undoneAt', 'is', null),
    expression.or([
      expression('addressChanges.undoUntil', '>', now()),
      expression('addressChanges.heldAt', 'is not', null),
    ]),
  ]);

/**
 * Former addresses of a person that can still take the account back, and until when: security notices go there as well. Not
 * while a company has yet to say whose the address is.
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
