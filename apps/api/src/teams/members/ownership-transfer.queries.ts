import { OWNER_OFFER_DAYS } from '@foyer/contracts/teams/team';
import type { Transaction } from '@foyer/db/client';
import { ahead, expression, now, typedSql } from '@foyer/db/typed-sql';

/** `userId` is the owner of the team, or the member to whom the team is offered. */
type Party = { teamId: string; userId: string };

/** An offer is valid if the owner still owns the team, and the member has been in the team since before the offer. */
const isValid = expression.exists(
  expression
    .selectFrom('teams')
    .innerJoin('users', 'users.teamId', 'teams.id')
    .select('teams.id')
    .whereRef('teams.id', '=', 'ownerOffers.teamId')
    .whereRef('teams.ownerId', '=', 'ownerOffers.ownerId')
    .whereRef('users.id', '=', 'ownerOffers.memberId')
    .whereRef('users.teamSince', '<=', 'ownerOffers.createdAt'),
);

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
    .where(isValid)
    .executeTakeFirst();
}

/** Returns the owner who made the open offer. */
export async function findOfferer(db: Transaction, { teamId, userId }: Party): Promise<string | undefined> {
  const offer = await typedSql(db)
    .selectFrom('ownerOffers')
    .select('ownerId')
    .where('teamId', '=', teamId)
    .where('memberId', '=', userId)
    .where('expiresAt', '>', now())
    .where(isValid)
    .executeTakeFirst();
  return offer?.ownerId;
}

/** Returns the expiry of the offer, or undefined if another offer is open. */
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
        .where((row) => row.or([row('ownerOffers.expiresAt', '<=', now()), row.not(isValid)])),
    )
    .returning('expiresAt')
    .executeTakeFirst();
  return offer?.expiresAt;
}

export async function deleteOffer(db: Transaction, { teamId, userId }: Party): Promise<string | undefined> {
  const ended = await typedSql(db)
    .deleteFrom('ownerOffers')
    .where('teamId', '=', teamId)
    .where((row) => row.or([row('ownerId', '=', userId), row('memberId', '=', userId)]))
    .where(isValid)
    .returning('ownerId')
    .executeTakeFirst();
  return ended?.ownerId;
}

export async function deleteAcceptedOffer(
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
    .where(isValid)
    .executeTakeFirst();
  return taken.numDeletedRows > 0n;
}
