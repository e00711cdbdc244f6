import type { Transaction } from '@foyer/db/client';
import { typedSql } from '@foyer/db/typed-sql';

export async function findOwnedTeam(
  db: Transaction,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<{ id: string; name: string } | undefined> {
  return typedSql(db)
    .selectFrom('teams')
    .select(['id', 'name'])
    .where('id', '=', teamId)
    .where('ownerId', '=', userId)
    .executeTakeFirst();
}
