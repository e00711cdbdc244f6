import { fullName, type PersonName } from '@foyer/catalog/person-name';
import { isChargedOn } from '@foyer/catalog/subscription-states';
import type { Transaction } from '@foyer/db/client';
import { moveToTeam } from '../identity/users.queries.ts';
import { Problem } from '../request/problem.ts';
import { createTeam, lockTeam, setOwner } from './teams.queries.ts';

/** Throws `PaymentUnderWay`. The caller must hold the team's lock. */
export async function requireNoOpenAttempt(
  transaction: Transaction,
  userId: string,
  teamId: string,
): Promise<void> {
  const open = await transaction.paymentAttempt.count({ where: { teamId, userId, status: 'open' } });
  if (open > 0) throw new Problem('PaymentUnderWay');
}

/**
 * If the user who is about to leave owns the team, sets the team's owner to null. Throws `LastOwner` if other members
 * would be left without an owner, `SubscriptionRunning` if a plan that is still charged would be left without users,
 * and `PaymentUnderWay`.
 */
export async function releaseTeam(transaction: Transaction, userId: string, teamId: string): Promise<void> {
  if (!(await requireLeavable(transaction, userId, teamId))) return;
  await setOwner(transaction, teamId, null);
}

/** Returns whether the user owns the team. Locks the team. Throws the problems of `releaseTeam`. */
export async function requireLeavable(
  transaction: Transaction,
  userId: string,
  teamId: string,
): Promise<boolean> {
  await lockTeam(transaction, teamId);
  await requireNoOpenAttempt(transaction, userId, teamId);
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
 * Every user needs a team, so a member who leaves gets a new Free team. Returns its name, which is the member's name.
 * The member must not be the owner of the old team.
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

export async function removeIfEmpty(transaction: Transaction, teamId: string): Promise<void> {
  await transaction.team.deleteMany({
    where: { id: teamId, members: { none: {} }, subscription: null, identityProviders: { none: {} } },
  });
}
