import type { Transaction } from '@foyer/db/client';
import { typedSql } from '@foyer/db/typed-sql';

/** Stores the customer's id unless a concurrent call has stored another one. Returns the stored id. */
export async function saveCustomer(
  db: Transaction,
  {
    teamId,
    stripeCustomerId,
    formerId,
  }: { teamId: string; stripeCustomerId: string; formerId: string | undefined },
): Promise<string> {
  const saved = await typedSql(db)
    .insertInto('subscriptions')
    .values({ teamId, stripeCustomerId })
    .onConflict((conflict) =>
      conflict.column('teamId').doUpdateSet((row) => ({
        stripeCustomerId: row
          .case(row.ref('subscriptions.stripeCustomerId'))
          .when(formerId ?? '')
          .then(row.ref('excluded.stripeCustomerId'))
          .else(row.ref('subscriptions.stripeCustomerId'))
          .end(),
      })),
    )
    .returning('stripeCustomerId')
    .executeTakeFirstOrThrow();
  return saved.stripeCustomerId;
}
