import type { Transaction } from '@foyer/db/client';
import { flag, typedSql } from '@foyer/db/typed-sql';

/** Whether an address is somebody's, or kept for somebody who can still take it back (decision 80). */
export async function isAddressTaken(transaction: Transaction, email: string): Promise<boolean> {
  const { isTaken } = await typedSql(transaction)
    .selectNoFrom((row) =>
      flag(
        row.or([
          row.exists(row.selectFrom('users').select('id').where('email', '=', email)),
          row.fn<boolean>('is_address_reserved', [row.val(email), row.val(null)]),
        ]),
      ).as('isTaken'),
    )
    .executeTakeFirstOrThrow();
  return isTaken;
}
