import { isPaid } from '@foyer/catalog/entitlements';
import { fullName } from '@foyer/catalog/person-name';
import type { PlanType } from '@foyer/catalog/plans';
import type { Transaction } from '@foyer/db/client';
import { createUser, type NewUser } from '../identity/users.queries.ts';
import { createTeam, setOwner } from '../teams/teams.queries.ts';

export type NewAccount = Omit<NewUser, 'teamId'> & { plan: PlanType };

/**
 * Makes a user with a team of their own, named after the company and owned by them (docs/glossary.md). PRO begins
 * unpaid: the plan is Free until the card provider says otherwise, and the team is marked for billing. Fails on the
 * unique address when there is such a user already.
 */
export async function createAccount(transaction: Transaction, account: NewAccount): Promise<{ id: string }> {
  const { plan, ...user } = account;
  const name = user.company || fullName(user);
  const team = await createTeam(transaction, { name, hasIncompleteBilling: isPaid(plan) });
  const created = await createUser(transaction, { ...user, teamId: team.id });
  await setOwner(transaction, team.id, created.id);
  return created;
}
