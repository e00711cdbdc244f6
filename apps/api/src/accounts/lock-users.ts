import type { Transaction } from '@foyer/db/client';

/**
 * Holds people where they are: nobody of them changes the team or is deactivated until the transaction ends. Whoever
 * decides by who is in a team or owns it, or links, retires or mails a reset link to a user, takes this first and looks
 * afterwards. In one order for everybody.
 */
export async function lockUsers(transaction: Transaction, ...ids: string[]): Promise<void> {
  await transaction.$executeRaw`
    SELECT FROM users WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
}
