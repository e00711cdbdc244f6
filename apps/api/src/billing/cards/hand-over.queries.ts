import type { Transaction } from '@foyer/db/client';
import { now, typedSql } from '@foyer/db/typed-sql';

/** Forgets the card of a team that its owner hands over, and notes whose it was. Whether the team has a customer at all. */
export async function forgetCard(db: Transaction, teamId: string, ownerId: string): Promise<boolean> {
  const left = await typedSql(db)
    .updateTable('subscriptions')
    .set((row) => ({ handOverId: row.fn<string>('uuid_v7', []) }))
    .set((row) => {
      const isOfOwnerBefore = row('handOverId', 'is not', null);
      return {
        formerOwnerId: row.case().when(isOfOwnerBefore).then(row.ref('formerOwnerId')).else(ownerId).end(),
        handedOverAt: row.case().when(isOfOwnerBefore).then(row.ref('handedOverAt')).else(now()).end(),
      };
    })
    .set({ cardBrand: null, cardLast4: null, cardExpMonth: null, cardExpYear: null })
    .where('teamId', '=', teamId)
    .executeTakeFirst();
  return left.numUpdatedRows === 1n;
}
