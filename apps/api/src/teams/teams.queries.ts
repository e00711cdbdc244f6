import type { PlanType } from '@foyer/catalog/plans';
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

/** Makes a Free team without an owner, which `setOwner` is to follow: the owner has to be one of its members. */
export const createTeam = (
  transaction: Transaction,
  team: { name: string; hasIncompleteBilling?: boolean },
): Promise<{ id: string }> => transaction.team.create({ data: team, select: { id: true } });

/** Null while its last member is about to leave. */
export async function setOwner(transaction: Transaction, id: string, ownerId: string | null): Promise<void> {
  await transaction.team.update({ where: { id }, data: { ownerId }, select: { id: true } });
}

export async function renameTeam(transaction: Transaction, id: string, name: string): Promise<void> {
  await transaction.team.update({ where: { id }, data: { name }, select: { id: true } });
}

/** PRO ends `hasIncompleteBilling`. */
export async function setPlan(transaction: Transaction, id: string, plan: PlanType): Promise<void> {
  const data = { plan, ...(plan === 'pro' ? { hasIncompleteBilling: false } : {}) };
  await transaction.team.update({ where: { id }, data, select: { id: true } });
}

/** Ends the offers of a team that a user made or was made. */
export async function endOffersOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.ownerOffer.deleteMany({ where: { OR: [{ ownerId: userId }, { memberId: userId }] } });
}
