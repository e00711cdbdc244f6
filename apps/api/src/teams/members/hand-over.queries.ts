import { OWNER_OFFER_DAYS } from '@foyer/contracts/teams/team';
import type { Transaction } from '@foyer/db/client';
import { ahead, expression, now, typedSql } from '@foyer/db/typed-sql';

/** A team and one of the two people of its offer. */
type Party = { teamId: string; userId: string };

/**
 * An offer stands while its owner owns the team and its member is in it, without a break since the offer. The database
 * deletes it when either is deactivated.
 */
const stands = expression.exists(
  expression
    .selectFrom('teams')
    .innerJoin('users', 'users.teamId', 'teams.id')
    .select('teams.id')
    .whereRef('teams.id', '=', 'ownerOffers.teamId')
    .whereRef('teams.ownerId', '=', 'ownerOffers.ownerId')
    .whereRef('users.id', '=', 'ownerOffers.memberId')
    .whereRef('users.teamSince', '<=', 'ownerOffers.createdAt'),
);

/** The offer of a team that has not run out, made by or to a user. */
export async function findOffer(db: Transaction, { teamId, userId }: Party) {
  return typedSql(db)
    .selectFrom('ownerOffers')
    .innerJoin('users as m', 'm.id', 'memberId')
    .innerJoin('users as w', 'w.id', 'ownerId')
    .select(['memberId', 'expiresAt', 'm.firstName', 'm.lastName'])
    .select(['w.firstName as ownerFirstName', 'w.lastName as ownerLastName'])
    .where('ownerOffers.teamId', '=', teamId)
    .where('expiresAt', '>', now())
    .where((row) => row.or([row('memberId', '=', userId), row('ownerId', '=', userId)]))
    .where(stands)
    .executeTakeFirst();
}

/** Who has offered the team to a user, though it may have run out. */
export async function findOfferer(db: Transaction, { teamId, userId }: Party): Promise<string | undefined> {
  const offer = await typedSql(db)
    .selectFrom('ownerOffers')
    .select('ownerId')
    .where('teamId', '=', teamId)
    .where('memberId', '=', userId)
    .where(stands)
    .executeTakeFirst();
  return offer?.ownerId;
}

/** Writes an offer and returns its end; undefined if another one stands. */
export async function writeOffer(
  db: Transaction,
  { teamId, ...people }: { teamId: string; ownerId: string; memberId: string },
): Promise<Date | undefined> {
  const terms = { ...people, expiresAt: ahead({ days: OWNER_OFFER_DAYS }) };
  const offer = await typedSql(db)
    .insertInto('ownerOffers')
    .values({ teamId, ...terms })
    .onConflict((conflict) =>
      conflict
        .column('teamId')
        .doUpdateSet({ ...terms, createdAt: now() })
        .where((row) => row.or([row('ownerOffers.expiresAt', '<=', now()), row.not(stands)])),
    )
    .returning('expiresAt')
    .executeTakeFirst();
  return offer?.expiresAt;
}

/** Deletes an offer made by or to a user, and returns who made it; undefined if there is none. */
export async function deleteOffer(db: Transaction, { teamId, userId }: Party): Promise<string | undefined> {
  const ended = await typedSql(db)
    .deleteFrom('ownerOffers')
    .where('teamId', '=', teamId)
    .where((row) => row.or([row('ownerId', '=', userId), row('memberId', '=', userId)]))
    .where(stands)
    .returning('ownerId')
    .executeTakeFirst();
  return ended?.ownerId;
}

/** Deletes the offer of an owner to a user; false if it has ended. */
export async function takeOffer(
  db: Transaction,
  { teamId, userId }: Party,
  ownerId: string,
): Promise<boolean> {
  const taken = await typedSql(db)
    .deleteFrom('ownerOffers')
    .where('teamId', '=', teamId)
    .where('memberId', '=', userId)
    .where('ownerId', '=', ownerId)
    .where('expiresAt', '>', now())
    .where(stands)
    .executeTakeFirst();
  return taken.numDeletedRows > 0n;
}
