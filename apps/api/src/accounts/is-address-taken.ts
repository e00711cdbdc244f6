import type { Transaction } from '@foyer/db/client';
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
