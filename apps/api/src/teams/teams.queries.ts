import type { PlanType } from '@foyer/catalog/plans';
import type { Transaction } from '@foyer/db/client';

/** Makes a Free team without an owner, which `setOwner` is to follow: the owner has to be one of its members. */
export const createTeam = (
  transaction: Transaction,
  team: { name: string; hasIncompleteBilling?: boolean },
): Promise<{ id: string }> => transaction.team.create({ data: team, select: { id: true } });

/** Who is about to leave a team leaves it without one. */
export async function setOwner(transaction: Transaction, id: string, ownerId: string | null): Promise<void> {
  await transaction.team.update({ where: { id }, data: { ownerId }, select: { id: true } });
}

export async function renameTeam(transaction: Transaction, id: string, name: string): Promise<void> {
  await transaction.team.update({ where: { id }, data: { name }, select: { id: true } });
}

/** What was chosen and not paid for is paid with PRO. */
export async function setPlan(transaction: Transaction, id: string, plan: PlanType): Promise<void> {
  const data = { plan, ...(plan === 'pro' ? { hasIncompleteBilling: false } : {}) };
  await transaction.team.update({ where: { id }, data, select: { id: true } });
}

/** Ends the offers of a team that a user made or was made. */
export async function endOffersOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.ownerOffer.deleteMany({ where: { OR: [{ ownerId: userId }, { memberId: userId }] } });
}
