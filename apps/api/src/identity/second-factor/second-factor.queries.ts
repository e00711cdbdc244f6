import type { Transaction } from '@foyer/db/client';
import { flag, typedSql } from '@foyer/db/typed-sql';
import { hasFactor } from '../access.ts';

/** What decides whether a person needs a second factor, and whether they have one. With `locksTeam` its rule stays as it is. */
export async function findFactorStanding(db: Transaction, userId: string, { locksTeam = false } = {}) {
  return typedSql(db)
    .selectFrom('users as u')
    .innerJoin('teams as t', 't.id', 'u.teamId')
    .select(['t.secondFactorDueAt as teamFactorDueAt', 'u.teamSince', 'u.createdAt'])
    .select((row) => flag(hasFactor(row.ref('u.id'), row.ref('u.secondFactorAt'))).as('hasFactor'))
    .where('u.id', '=', userId)
    .$if(locksTeam, (query) => query.forShare('t'))
    .executeTakeFirst();
}
