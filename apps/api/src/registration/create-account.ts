import { isPaid } from '@foyer/catalog/entitlements';
import { fullName } from '@foyer/catalog/person-name';
import type { PlanType } from '@foyer/catalog/plans';
import type { Transaction } from '@foyer/db/client';
import { createUser, type NewUser } from '../identity/users.queries.ts';

export type NewAccount = Omit<NewUser, 'teamId'> & { plan: PlanType };

/**
 * Makes a user with a team of their own, named after the company and owned by them (docs/glossary.md). PRO begins
 * unpaid: the plan is Free until the card provider says otherwise, and the team is marked for billing. Fails on the
 * unique address when there is such a user already.
 */
export async function createAccount(transaction: Transaction, account: NewAccount): Promise<{ id: string }> {
  const { plan, ...user } = account;
  const team = await transaction.team.create({
    data: {
      name: user.company || fullName(user),
      hasIncompleteBilling: isPaid(plan),
    },
    select: { id: true },
  });
  const created = await createUser(transaction, { ...user, teamId: team.id });
  await transaction.team.update({
    where: { id: team.id },
    data: { ownerId: created.id },
    select: { id: true },
  });
  return created;
}
