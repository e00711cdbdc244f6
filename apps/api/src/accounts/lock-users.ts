import type { Transaction } from '@foyer/db/client';

/**
 * Locks users: none of them changes the team or is deactivated until the transaction ends. To be called before
 * reading who is in a team or owns it, and before linking, deactivating or mailing a reset link to a user. Always in
 * one order.
 */
export async function lockUsers(transaction: Transaction, ...ids: string[]): Promise<void> {
  await transaction.$executeRaw`
    SELECT FROM users WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
}
