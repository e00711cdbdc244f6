import type { Transaction } from '@foyer/db/client';
import { canBeUndone } from '../database/former-addresses.ts';
import { detached, expression, flag, typedSql, type Expression } from '@foyer/db/typed-sql';

/** Whether an address is somebody's, or kept for somebody but `forUser` who can still take it back (decision 80). */
export const isTaken = (
  address: Expression<string>,
  forUser: Expression<string | null> = expression.val<string | null>(null),
) =>
  expression.or([
    expression.exists(
      detached.selectFrom('users as holder').select('holder.id').where('holder.email', '=', address),
    ),
    expression.fn<boolean>('is_address_reserved', [address, forUser]),
  ]);

/** The same, asked by itself. */
export async function isAddressTaken(transaction: Transaction, email: string): Promise<boolean> {
  const { taken } = await typedSql(transaction)
    .selectNoFrom((row) => flag(isTaken(row.val(email))).as('taken'))
    .executeTakeFirstOrThrow();
  return taken;
}

/** Whether a user has left an address and can still take it back. */
export const canTakeBack = (userId: Expression<string>, address: Expression<string>) =>
  expression.exists(
    expression
      .selectFrom('addressChanges')
      .select('addressChanges.id')
      .where('addressChanges.userId', '=', userId)
      .where('addressChanges.oldEmail', '=', address)
      .where('addressChanges.appliedAt', 'is not', null)
      .where(canBeUndone),
  );

/**
 * Locks users: none of them changes the team or is deactivated until the transaction ends. To be called before
 * reading who is in a team or owns it, and before linking, deactivating or mailing a reset link to a user. Always in
 * one order.
 */
export async function lockUsers(transaction: Transaction, ...ids: string[]): Promise<void> {
  await typedSql(transaction)
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}
