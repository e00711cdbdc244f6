import type { Transaction } from '@foyer/db/client';
import { Problem } from '../request/problem.ts';
import type { Session } from './session.service.ts';

/** The team that the visitor owns. Throws `NotOwner`. */
export async function requireOwner(
  transaction: Transaction,
  session: Session,
): Promise<{ id: string; name: string }> {
  const team = await transaction.team.findFirst({
    where: { id: session.teamId, ownerId: session.userId },
    select: { id: true, name: true },
  });
  if (!team) throw new Problem('NotOwner');
  return team;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An id from a path. What is no UUID is answered like an id that does not exist. */
export function requireUuid(id: string): string {
  if (!UUID.test(id)) throw new Problem('NotFound');
  return id;
}
