import { DATA_AGAIN_MINUTES, DELETION_PERIOD_DAYS } from '@foyer/contracts/account/own-data';
import type { Transaction } from '@foyer/db/client';
import { ago, now, typedSql } from '@foyer/db/typed-sql';

/**
 * Returns false within `DATA_AGAIN_MINUTES` of the previous request. Of several concurrent calls, only one succeeds.
 */
export async function insertDataExport(db: Transaction, userId: string): Promise<boolean> {
  const requested = await typedSql(db)
    .insertInto('dataExports')
    .values({ userId })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ requestedAt: now(), content: null, madeAt: null, expiresAt: null })
        .where('dataExports.requestedAt', '<=', ago({ minutes: DATA_AGAIN_MINUTES })),
    )
    .returning('userId')
    .executeTakeFirst();
  return requested !== undefined;
}

export async function listDue(db: Transaction): Promise<{ id: string }[]> {
  return typedSql(db)
    .selectFrom('users')
    .select('id')
    .where('deletionRequestedAt', '<=', ago({ days: DELETION_PERIOD_DAYS }))
    .orderBy('deletionRequestedAt')
    .execute();
}

/** Locks the user. Returns undefined if a concurrent transaction has kept or erased the account. */
export async function lockDue(db: Transaction, userId: string) {
  return typedSql(db)
    .selectFrom('users')
    .select(['email', 'firstName', 'language'])
    .where('id', '=', userId)
    .where('deletionRequestedAt', '<=', ago({ days: DELETION_PERIOD_DAYS }))
    .forUpdate()
    .executeTakeFirst();
}
