import { GRANT_LIFE_DAYS } from '@foyer/contracts/connected-apps/oauth';
import type { Transaction } from '@foyer/db/client';
import { insertSelected } from '@foyer/db/insert-selected';
import { ahead, cast, now, typedSql } from '@foyer/db/typed-sql';

/**
 * Returns undefined if the app lost a scope. `clientId`: the id of the app's row. `dependsOnIdp`: the identity provider,
 * if only its sign-in proves the user. The grant then ends with the provider.
 */
export async function insertGrant(
  db: Transaction,
  {
    userId,
    dependsOnIdp,
    clientId,
    scopes,
  }: { userId: string; dependsOnIdp: string | null; clientId: string; scopes: string[] },
): Promise<string | undefined> {
  const grant = await insertSelected(typedSql(db).insertInto('oauthGrants'), (from) =>
    from
      .selectFrom('oauthClients as c')
      .select((row) => [
        'c.id as clientId',
        cast(row.val(userId), 'uuid').as('userId'),
        cast(row.val(dependsOnIdp), 'uuid').as('dependsOnIdp'),
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

/**
 * Records that a code was reused. Returns undefined if the code is unknown, unused or already recorded as reused. Waits
 * for transactions that write tokens of the code. Later transactions see the reuse and write none.
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
