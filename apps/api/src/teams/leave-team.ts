import { fullName, type PersonName } from '@foyer/catalog/person-name';
import { isChargedOn } from '@foyer/catalog/subscription-states';
import type { Transaction } from '@foyer/db/client';
import { moveToTeam } from '../identity/users.queries.ts';
import { Problem } from '../request/problem.ts';
import { createTeam, lockTeam, setOwner } from './teams.queries.ts';

/** Throws `PaymentUnderWay` if a user has an open payment attempt for a team. The caller must hold the team's lock. */
export async function requireNoOpenPayment(
  transaction: Transaction,
  userId: string,
  teamId: string,
): Promise<void> {
  const open = await transaction.paymentAttempt.count({ where: { teamId, userId, status: 'open' } });
  if (open > 0) throw new Problem('PaymentUnderWay');
}

/**
 * Clears the owner of a team if the user who is about to leave owns it. Throws `LastOwner` if other members would be
 * left without an owner, `SubscriptionRunning` if a plan that is still charged would be left without users, and
 * `PaymentUnderWay` if the user has an open payment attempt.
 */
export async function releaseTeam(transaction: Transaction, userId: string, teamId: string): Promise<void> {
  if (!(await requireLeavable(transaction, userId, teamId))) return;
  await setOwner(transaction, teamId, null);
}

/**
 * Returns whether a user who is about to leave a team, or the portal, owns the team. Locks the team. Throws the
 * problems of `releaseTeam`.
 */
export async function requireLeavable(
  transaction: Transaction,
  userId: string,
  teamId: string,
): Promise<boolean> {
  await lockTeam(transaction, teamId);
  await requireNoOpenPayment(transaction, userId, teamId);
  const team = await transaction.team.findUniqueOrThrow({
    where: { id: teamId },
    select: {
      ownerId: true,
      subscription: { select: { status: true, isCancelScheduled: true, nextChargeAt: true } },
      _count: { select: { members: true } },
    },
  });
  if (team.ownerId !== userId) return false;
  if (team._count.members > 1) throw new Problem('LastOwner');
  if (team.subscription && isChargedOn(team.subscription)) throw new Problem('SubscriptionRunning');
  return true;
}

/**
 * Moves a member who is not the owner into a new Free team, because every user needs a team. Returns the new team's
 * name, which is the member's name.
 */
export async function moveToOwnTeam(
  transaction: Transaction,
  member: PersonName & { id: string },
): Promise<string> {
  const name = fullName(member);
  const { id } = await createTeam(transaction, { name });
  await moveToTeam(transaction, member.id, id);
  await setOwner(transaction, id, member.id);
  return name;
}

/** Deletes a team without members, unless it still has a subscription or an identity provider. */
export async function removeIfEmpty(transaction: Transaction, teamId: string): Promise<void> {
  await transaction.team.deleteMany({
    where: { id: teamId, members: { none: {} }, subscription: null, identityProviders: { none: {} } },
  });
}
