import { stateOf } from '@foyer/catalog/subscription-states';
import type { Transaction } from '@foyer/db/client';
import { Refusal } from '../http/refusal.ts';

/**
 * Takes an owner's hands off the team they are about to leave. Throws `LastOwner` when others would be left without
 * one, `SubscriptionRunning` when a plan would go on being paid for nobody.
 */
export async function releaseTeam(transaction: Transaction, userId: string, teamId: string): Promise<void> {
  const team = await transaction.team.findUniqueOrThrow({
    where: { id: teamId },
    select: {
      ownerId: true,
      subscription: { select: { status: true } },
      _count: { select: { members: true } },
    },
  });
  if (team.ownerId !== userId) return;
  if (team._count.members > 1) throw new Refusal('LastOwner');
  if (stateOf(team.subscription?.status).isRunning) throw new Refusal('SubscriptionRunning');
  await transaction.team.update({ where: { id: teamId }, data: { ownerId: null }, select: { id: true } });
}

/** Takes away the company's sign-in of the team that a user leaves, and what others claimed there to be them. */
export async function forgetIdentities(
  transaction: Transaction,
  userId: string,
  teamId: string,
): Promise<void> {
  const ofTeam = { where: { userId, identityProvider: { teamId } } };
  await transaction.ssoIdentity.deleteMany(ofTeam);
  await transaction.pendingIdentity.deleteMany(ofTeam);
}

/** Removes a team that nobody is in any more, unless money or single sign-on still hangs on it. */
export async function removeIfEmpty(transaction: Transaction, teamId: string): Promise<void> {
  await transaction.team.deleteMany({
    where: { id: teamId, members: { none: {} }, subscription: null, identityProviders: { none: {} } },
  });
}
