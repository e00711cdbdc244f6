import type { Transaction } from '@foyer/db/client';
import { ahead, clockTime, now, typedSql } from '@foyer/db/typed-sql';

/** Prevents the plan's end for `seconds`, while a card pays the open invoice. */
export async function holdForPayment(
  db: Transaction,
  stripeCustomerId: string,
  seconds: number,
): Promise<void> {
  await typedSql(db)
    .updateTable('subscriptions')
    .set({ payingUntil: ahead({ seconds }) })
    .where('stripeCustomerId', '=', stripeCustomerId)
    .execute();
}

export async function clearCard(db: Transaction, teamId: string, ownerId: string): Promise<boolean> {
  const left = await typedSql(db)
    .updateTable('subscriptions')
    .set((row) => ({ transferId: row.fn<string>('uuid_v7', []) }))
    .set((row) => {
      const isTransferring = row('transferId', 'is not', null);
      return {
        formerOwnerId: row.case().when(isTransferring).then(row.ref('formerOwnerId')).else(ownerId).end(),
        transferredAt: row.case().when(isTransferring).then(row.ref('transferredAt')).else(now()).end(),
      };
    })
    .set({ cardBrand: null, cardLast4: null, cardExpMonth: null, cardExpYear: null })
    .where('teamId', '=', teamId)
    .executeTakeFirst();
  return left.numUpdatedRows === 1n;
}

export type Transfer = { teamId: string; transferId: string };

export async function recordFormerMethods(
  db: Transaction,
  { teamId, transferId }: Transfer,
  methodIds: string[],
): Promise<void> {
  await typedSql(db)
    .updateTable('subscriptions')
    .set({ formerMethods: methodIds })
    .where('teamId', '=', teamId)
    .where('transferId', '=', transferId)
    .where('formerMethods', 'is', null)
    .execute();
}

/**
 * Sets `synced_at`, so that a sync that began earlier does not store a former owner's card. Returns false if the
 * transfer had already ended.
 */
export async function endTransfer(db: Transaction, { teamId, transferId }: Transfer): Promise<boolean> {
  const { numUpdatedRows } = await typedSql(db)
    .updateTable('subscriptions')
    .set({ transferId: null, formerMethods: null, formerOwnerId: null, transferredAt: null })
    .set({ syncedAt: clockTime() })
    .where('teamId', '=', teamId)
    .where('transferId', '=', transferId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
