import { GRANT_LIFE_DAYS } from '@foyer/contracts/connected-apps/oauth';
import type { Transaction } from '@foyer/db/client';
import { ahead, cast, insertSelected, now, typedSql } from '@foyer/db/typed-sql';

/**
 * What a grant is for. `clientId` is the app's row; `onWordOf` the company on whose word alone it is made, with which it
 * ends.
 */
type GrantFor = { userId: string; onWordOf: string | null; clientId: string; scopes: string[] };

/** Writes a grant and returns its id; undefined if the app may not have one of the scopes any more. */
export async function insertGrant(
  db: Transaction,
  { userId, onWordOf, clientId, scopes }: GrantFor,
): Promise<string | undefined> {
  const grant = await insertSelected(typedSql(db).insertInto('oauthGrants'), (from) =>
    from
      .selectFrom('oauthClients as c')
      .select((row) => [
        'c.id as clientId',
        cast(row.val(userId), 'uuid').as('userId'),
        cast(row.val(onWordOf), 'uuid').as('onWordOf'),
        cast(row.val(scopes), 'text[]').as('scopes'),
        ahead({ days: GRANT_LIFE_DAYS }).as('expiresAt'),
      ])
      .where('c.id', '=', clientId)
      .where((row) => row('c.scopes', '@>', row.val(scopes)))
      .forShare(),
  )
    .returning('id')
    .executeTakeFirst();
  return grant?.id;
}

/** The live grant that has all the scopes and lasts longest. */
export async function findLiveGrant(
  db: Transaction,
  { userId, onWordOf, clientId, scopes }: GrantFor,
): Promise<string | undefined> {
  const grant = await typedSql(db)
    .selectFrom('oauthGrants')
    .select('id')
    .where('userId', '=', userId)
    .where((row) => row('onWordOf', 'is not distinct from', cast(row.val(onWordOf), 'uuid')))
    .where('clientId', '=', clientId)
    .where((row) => row('scopes', '@>', row.val(scopes)))
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now())
    .orderBy('expiresAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return grant?.id;
}

/** A user's live grants, by the name of the app, oldest first. */
export async function listLiveGrants(db: Transaction, userId: string) {
  return typedSql(db)
    .selectFrom('oauthGrants as g')
    .innerJoin('oauthClients as c', 'c.id', 'g.clientId')
    .select(['c.clientId', 'c.name', 'c.redirectUris', 'g.scopes', 'g.createdAt', 'g.lastUsedAt'])
    .where('g.userId', '=', userId)
    .where('g.revokedAt', 'is', null)
    .where('g.expiresAt', '>', now())
    .orderBy('c.name')
    .orderBy('c.clientId')
    .orderBy('g.createdAt')
    .execute();
}

/** Ends a user's live grants to an app, named as the app names itself; false if there is none. */
export async function endGrantsTo(db: Transaction, userId: string, clientId: string): Promise<boolean> {
  const ended = await typedSql(db)
    .updateTable('oauthGrants as g')
    .from('oauthClients as c')
    .set({ revokedAt: now() })
    .where('c.clientId', '=', clientId)
    .whereRef('g.clientId', '=', 'c.id')
    .where('g.userId', '=', userId)
    .where('g.revokedAt', 'is', null)
    .where('g.expiresAt', '>', now())
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** Ends a grant and returns its user; undefined if it had ended before. */
export async function endGrant(db: Transaction, id: string): Promise<string | undefined> {
  const ended = await typedSql(db)
    .updateTable('oauthGrants')
    .set({ revokedAt: now() })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  return ended?.userId;
}

/**
 * Notes that a used code came back, and returns its user; undefined unless it is the first time. Whoever saves a token holds
 * the code's row, so no more tokens can come of it.
 */
export async function markReused(
  db: Transaction,
  codeHash: Uint8Array<ArrayBuffer>,
): Promise<string | undefined> {
  const code = await typedSql(db)
    .updateTable('oauthCodes as k')
    .from('oauthGrants as g')
    .set({ reusedAt: now() })
    .where('k.codeHash', '=', codeHash)
    .where('k.usedAt', 'is not', null)
    .where('k.reusedAt', 'is', null)
    .whereRef('g.id', '=', 'k.grantId')
    .returning('g.userId')
    .executeTakeFirst();
  return code?.userId;
}
