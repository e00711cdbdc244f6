import { prepare } from '@foyer/db/prepare';
import { ago, flag, now, typedSql, type TypedSql } from '@foyer/db/typed-sql';
import type { Pool } from 'pg';
import { hasFactor } from '../identity/users.queries.ts';

export type TokenKind = 'access' | 'refresh';

/** Selects the grants with their apps and users. The caller joins the code or token. */
export const selectGrants = (db: TypedSql) =>
  db
    .selectFrom('oauthGrants as g')
    .innerJoin('oauthClients as c', 'c.id', 'g.clientId')
    .innerJoin('users as u', 'u.id', 'g.userId')
    .innerJoin('teams as m', 'm.id', 'u.teamId')
    .leftJoin('subscriptions as p', 'p.teamId', 'm.id')
    .select(['g.id as grantId', 'g.scopes as grantedScopes', 'u.id as userId', 'm.ownerId'])
    .select(['p.status', 'p.endsAs', 'm.secondFactorDueAt as teamFactorDueAt', 'u.teamSince', 'u.createdAt'])
    .select((row) => [
      flag(
        row.and([
          row('g.revokedAt', 'is', null),
          row('g.expiresAt', '>', now()),
          row('c.isEnabled', '=', true),
          row('u.deactivatedAt', 'is', null),
          row('u.deletionRequestedAt', 'is', null),
        ]),
      ).as('isLive'),
      flag(hasFactor(row.ref('u.id'), row.ref('u.secondFactorAt'))).as('hasFactor'),
      now().as('at'),
    ]);

export async function findToken(db: Pool, tokenHash: Uint8Array<ArrayBuffer>, kind: TokenKind) {
  const [token] = await preparedToken(typedSql(db), { tokenHash, kind });
  return token;
}

/** Prepared, because each use of a token runs this statement. */
const preparedToken = prepare<{ tokenHash: Uint8Array<ArrayBuffer>; kind: TokenKind }>()((db, given) =>
  selectGrants(db)
    .innerJoin('oauthTokens as t', 't.grantId', 'g.id')
    .select(['c.clientId', 'c.redirectUris', 't.scopes', 't.createdAt as issuedAt', 't.expiresAt'])
    .select(['u.firstName', 'u.lastName', 'u.email', 'm.id as teamId', 'm.name as teamName', 'm.plan'])
    .select((row) =>
      flag(row.or([row('g.lastUsedAt', 'is', null), row('g.lastUsedAt', '<', ago({ minutes: 1 }))])).as(
        'isUseUnrecorded',
      ),
    )
    .where('t.tokenHash', '=', given('tokenHash'))
    .where('t.kind', '=', given('kind'))
    .where('t.expiresAt', '>', now())
    .where('t.usedAt', 'is', null),
);

export async function recordUse(db: Pool, grantId: string): Promise<void> {
  await typedSql(db)
    .updateTable('oauthGrants')
    .set({ lastUsedAt: now() })
    .where('id', '=', grantId)
    .execute();
}
