import type { Transaction } from '@foyer/db/client';
import { flag, now, typedSql } from '@foyer/db/typed-sql';
import { hasFactor } from '../../identity/users.queries.ts';

/** `search` is a part of the name or email address. `after` is the id of the last row of the previous page. */
type Page = { search: string; after: string | undefined; limit: number };

/** Active members hold a seat. The database's `require_free_seat` counts the same members. */
const activeMembers = (db: Transaction, teamId: string) =>
  typedSql(db).selectFrom('users').where('teamId', '=', teamId).where('deactivatedAt', 'is', null);

/** Each valid invitation holds a seat. The database's `require_free_seat` counts the same invitations. */
const openInvitations = (db: Transaction, teamId: string) =>
  typedSql(db)
    .selectFrom('teamInvitations')
    .where('teamId', '=', teamId)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now());

/** Uses one statement, so that both counts are of the same moment. */
export async function countTakenSeats(
  db: Transaction,
  teamId: string,
): Promise<{ members: number; invitations: number }> {
  const { members, invitations } = await typedSql(db)
    .selectNoFrom([
      activeMembers(db, teamId)
        .select(({ fn }) => fn.countAll().as('count'))
        .as('members'),
      openInvitations(db, teamId)
        .select(({ fn }) => fn.countAll().as('count'))
        .as('invitations'),
    ])
    .executeTakeFirstOrThrow();
  return { members: Number(members), invitations: Number(invitations) };
}

export async function listMembers(db: Transaction, teamId: string, { search, after, limit }: Page) {
  return activeMembers(db, teamId)
    .select(['id', 'firstName', 'lastName', 'email'])
    .select((row) => flag(hasFactor(row.ref('users.id'), row.ref('secondFactorAt'))).as('hasSecondFactor'))
    .select((row) => flag(row('secondFactorAt', 'is not', null)).as('hasApp'))
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .$if(search !== '', (query) =>
      query.where(
        // Also matches the family name before the first name without a space, as `fullName` writes East Asian names.
        ({ fn, val }) =>
          fn<string>('concat_ws', [
            val(' '),
            'firstName',
            'lastName',
            'email',
            fn('concat', ['lastName', 'firstName']),
          ]),
        'ilike',
        containing(search),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function listOpenInvitations(db: Transaction, teamId: string, { search, after, limit }: Page) {
  return openInvitations(db, teamId)
    .select(['id', 'email', 'expiresAt', 'sharedCodeHash'])
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .$if(search !== '', (query) => query.where('email', 'ilike', containing(search)))
    .orderBy('id')
    .limit(limit)
    .execute();
}

const containing = (text: string) => `%${text.replace(/[%_\\]/g, String.raw`\$&`)}%`;

/** Lists the oldest request first. Omits people who have got the seat or the invitation. */
export async function listSeatRequests(db: Transaction, teamId: string) {
  return typedSql(db)
    .selectFrom('seatRequests as r')
    .leftJoin('users as u', (join) =>
      join.onRef('u.email', '=', 'r.email').onRef('u.teamId', '=', 'r.teamId'),
    )
    .leftJoin('teamInvitations as v', (join) =>
      join
        .onRef('v.teamId', '=', 'r.teamId')
        .onRef('v.email', '=', 'r.email')
        .on('v.acceptedAt', 'is', null)
        .on('v.revokedAt', 'is', null)
        .on('v.expiresAt', '>', now()),
    )
    .select(['r.id', 'r.firstName', 'r.lastName', 'r.email', 'r.at', 'r.needsInvitation'])
    .where('r.teamId', '=', teamId)
    .where('u.id', 'is', null)
    .where((row) => row.or([row('r.needsInvitation', '=', false), row('v.id', 'is', null)]))
    .orderBy('r.at')
    .execute();
}

export async function listForFactor(db: Transaction, teamId: string) {
  return typedSql(db)
    .selectFrom('users as u')
    .innerJoin('teams as t', 't.id', 'u.teamId')
    .select(['u.email', 'u.firstName', 'u.teamSince', 'u.createdAt'])
    .select('t.secondFactorDueAt as teamFactorDueAt')
    .select((row) => flag(hasFactor(row.ref('u.id'), row.ref('u.secondFactorAt'))).as('isReady'))
    .where('u.teamId', '=', teamId)
    .where('u.deactivatedAt', 'is', null)
    .orderBy('u.email')
    .execute();
}

export async function lockMember(db: Transaction, id: string) {
  return typedSql(db)
    .selectFrom('users')
    .select(['teamId', 'firstName', 'deletionRequestedAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
