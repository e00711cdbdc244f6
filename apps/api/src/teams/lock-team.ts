import type { Transaction } from '@foyer/db/client';
import { typedSql } from '@foyer/db/typed-sql';

/**
 * Locks a team for changes of its members or payments: leaving and paying exclude each other. Rows are locked in this
 * order everywhere: user, team, subscription, payment attempt.
 */
export async function lockTeam(
  transaction: Transaction,
  teamId: string,
): Promise<{ ownerId: string | null } | undefined> {
  return typedSql(transaction)
    .selectFrom('teams')
    .select('ownerId')
    .where('id', '=', teamId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The same for the team that a customer of the card provider pays for. */
export async function lockTeamOfCustomer(transaction: Transaction, stripeCustomerId: string): Promise<void> {
  await typedSql(transaction)
    .selectFrom('teams')
    .select('id')
    .where('id', '=', (database) =>
      database.selectFrom('subscriptions').select('teamId').where('stripeCustomerId', '=', stripeCustomerId),
    )
    .forNoKeyUpdate()
    .execute();
}
