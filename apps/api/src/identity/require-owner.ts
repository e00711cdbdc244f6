import type { Transaction } from '@foyer/db/client';
import { Problem } from '../request/problem.ts';
import type { Session } from './session.service.ts';
import { findOwnedTeam } from './sessions/owned-team.queries.ts';

/** The team that the visitor owns. Throws `NotOwner`. */
export async function requireOwner(
  transaction: Transaction,
  session: Session,
): Promise<{ id: string; name: string }> {
  const team = await findOwnedTeam(transaction, session);
  if (!team) throw new Problem('NotOwner');
  return team;
}
