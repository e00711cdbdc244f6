import type { PlanType } from '@foyer/catalog/plans';
import type { Transaction } from '@foyer/db/client';
import { typedSql } from '@foyer/db/typed-sql';

/**
 * The lock prevents a user from leaving and paying at the same time. Transactions lock rows in this order: user, team,
 * subscription, payment attempt.
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

/** The caller must then call `setOwner` with a member of the team. */
export const createTeam = (
  transaction: Transaction,
  team: { name: string; hasIncompleteBilling?: boolean },
): Promise<{ id: string }> => transaction.team.create({ data: team, select: { id: true } });

/** `ownerId` is null when the last member leaves. */
export async function setOwner(transaction: Transaction, id: string, ownerId: string | null): Promise<void> {
  await transaction.team.update({ where: { id }, data: { ownerId }, select: { id: true } });
}

export async function renameTeam(transaction: Transaction, id: string, name: string): Promise<void> {
  await transaction.team.update({ where: { id }, data: { name }, select: { id: true } });
}

export async function setPlan(transaction: Transaction, id: string, plan: PlanType): Promise<void> {
  const data = { plan, ...(plan === 'pro' ? { hasIncompleteBilling: false } : {}) };
  await transaction.team.update({ where: { id }, data, select: { id: true } });
}

export async function deleteOffersOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.ownerOffer.deleteMany({ where: { OR: [{ ownerId: userId }, { memberId: userId }] } });
}
