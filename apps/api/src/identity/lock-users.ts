import type { Transaction } from '@foyer/db/client';
import { typedSql } from '@foyer/db/typed-sql';

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
