import {
  ACCESS_TOKEN_LIFE_SECONDS,
  AUTHORIZATION_CODE_LIFE_SECONDS,
} from '@foyer/contracts/connected-apps/oauth';
import type { Transaction } from '@foyer/db/client';
import type { Tables } from '@foyer/db/tables';
import { insertSelected } from '@foyer/db/insert-selected';
import {
  ahead,
  cast,
  expression,
  flag,
  later,
  now,
  typedSql,
  wholeSecondsBetween,
  type Expression,
  type QueryCreator,
} from '@foyer/db/typed-sql';
import type { Pool } from 'pg';
import { selectGrants } from '../app-access.queries.ts';

type Hash = Uint8Array<ArrayBuffer>;

export type TokenPair = { accessHash: Hash; refreshHash: Hash; scopes: string[] };
export type Issued = { expiresInSeconds: number };

export async function insertCode(
  db: Transaction,
  code: { codeHash: Hash; grantId: string; redirectUri: string; codeChallenge: string; scopes: string[] },
): Promise<void> {
  await typedSql(db)
    .insertInto('oauthCodes')
    .values({ ...code, expiresAt: ahead({ seconds: AUTHORIZATION_CODE_LIFE_SECONDS }) })
    .execute();
}

/** Also returns an expired code. Returns undefined if the code is unknown or was used before. */
export async function useCode(db: Pool, codeHash: Hash) {
  return typedSql(db)
    .with('used', (from) =>
      from
        .updateTable('oauthCodes')
        .set({ usedAt: now() })
        .where('codeHash', '=', codeHash)
        .where('usedAt', 'is', null)
        .returning(['grantId', 'redirectUri', 'codeChallenge', 'scopes', 'expiresAt']),
    )
    .selectFrom('used as k')
    .innerJoin(selectGrants(typedSql(db)).select('g.clientId').as('l'), 'l.grantId', 'k.grantId')
    .selectAll('l')
    .select(['k.redirectUri', 'k.codeChallenge', 'k.scopes'])
    .select((row) => flag(row('k.expiresAt', '>', now())).as('isInTime'))
    .executeTakeFirst();
}

const accessEnd = (grantEnd: Expression<Date>) =>
  expression.fn<Date>('least', [ahead({ seconds: ACCESS_TOKEN_LIFE_SECONDS }), grantEnd]);

/** A row of the CTE `source`: the code or refresh token that is exchanged. The CTE has one row or none. */
type Source = {
  grantId: string;
  codeHash: Uint8Array<ArrayBuffer>;
  scopes: string[];
  accessEnd: Date;
  refreshEnd: Date;
};
type FromSource = QueryCreator<Tables & { source: Source }>;

const storeAccessToken = (into: FromSource, { accessHash, scopes }: TokenPair) =>
  insertSelected(into.insertInto('oauthTokens'), (from) =>
    from
      .selectFrom('source')
      .select((row) => [
        row.val('access' as const).as('kind'),
        row.val(accessHash).as('tokenHash'),
        ...(['grantId', 'codeHash'] as const),
        row.val(scopes).as('scopes'),
        'accessEnd as expiresAt',
      ]),
  );

/** Even if the access token has fewer scopes, the refresh token keeps all scopes of its source (RFC 6749 6). */
const storeRefreshToken = (into: FromSource, { refreshHash }: TokenPair) =>
  insertSelected(into.insertInto('oauthTokens'), (from) =>
    from
      .selectFrom('source')
      .select((row) => [
        row.val('refresh' as const).as('kind'),
        row.val(refreshHash).as('tokenHash'),
        ...(['grantId', 'codeHash', 'scopes', 'refreshEnd as expiresAt'] as const),
      ]),
  );

/**
 * Returns undefined if the code was reused meanwhile. Locks the code, so that a concurrent `markReused` waits until
 * the new tokens are visible.
 */
export async function insertTokens(db: Pool, codeHash: Hash, pair: TokenPair): Promise<Issued | undefined> {
  return typedSql(db)
    .with('source', (from) =>
      from
        .selectFrom('oauthCodes as k')
        .innerJoin('oauthGrants as g', 'g.id', 'k.grantId')
        .select(['k.codeHash', 'g.id as grantId', 'g.expiresAt as refreshEnd'])
        .select((row) => [
          cast(row.val(pair.scopes), 'text[]').as('scopes'),
          accessEnd(row.ref('g.expiresAt')).as('accessEnd'),
        ])
        .where('k.codeHash', '=', codeHash)
        .where('k.reusedAt', 'is', null)
        .forShare('k'),
    )
    .with('access', (into) => storeAccessToken(into, pair))
    .with('refresh', (into) => storeRefreshToken(into, pair))
    .selectFrom('source')
    .select((row) => wholeSecondsBetween(now(), row.ref('accessEnd')).as('expiresInSeconds'))
    .executeTakeFirst();
}

/** `isReused`: the token was used more than `graceSeconds` ago, or its successor was used. */
export async function findRefreshToken(
  db: Pool,
  { tokenHash, clientId, graceSeconds }: { tokenHash: Hash; clientId: string; graceSeconds: number },
) {
  return selectGrants(typedSql(db))
    .innerJoin('oauthTokens as t', 't.grantId', 'g.id')
    .leftJoin('oauthTokens as s', 's.id', 't.successorId')
    .select(['t.codeHash', 't.scopes', 's.tokenHash as successorHash'])
    .select((row) =>
      flag(
        row.or([
          row('s.usedAt', 'is not', null),
          row(later(row.ref('t.usedAt'), { seconds: graceSeconds }), '<=', now()),
        ]),
      ).as('isReused'),
    )
    .where('t.tokenHash', '=', tokenHash)
    .where('t.kind', '=', 'refresh')
    .where('g.clientId', '=', clientId)
    .executeTakeFirst();
}

/**
 * Returns undefined if the token can no longer be used. Locks the token, so that the first of concurrent refreshes
 * writes the successor and the others find it. Locks the code as `insertTokens` does.
 */
export async function rotateRefreshToken(
  db: Pool,
  { tokenHash, graceSeconds }: { tokenHash: Hash; graceSeconds: number },
  pair: TokenPair,
): Promise<Issued | undefined> {
  return typedSql(db)
    .with('source', (from) =>
      from
        .selectFrom('oauthTokens as t')
        .innerJoin('oauthGrants as g', 'g.id', 't.grantId')
        .select(['t.id', 't.grantId', 't.codeHash', 't.scopes', 'g.expiresAt as refreshEnd'])
        .select((row) => accessEnd(row.ref('g.expiresAt')).as('accessEnd'))
        .where('t.tokenHash', '=', tokenHash)
        .where('t.kind', '=', 'refresh')
        .where('g.revokedAt', 'is', null)
        .where('g.expiresAt', '>', now())
        .where((row) =>
          row.or([
            row('t.usedAt', 'is', null),
            row.and([
              row(later(row.ref('t.usedAt'), { seconds: graceSeconds }), '>', now()),
              // The successor may have been used after `findRefreshToken` read the token.
              row.not(
                row.exists(
                  row
                    .selectFrom('oauthTokens as s')
                    .select('s.id')
                    .whereRef('s.id', '=', 't.successorId')
                    .where('s.usedAt', 'is not', null),
                ),
              ),
            ]),
          ]),
        )
        .where((row) =>
          row.exists(
            row
              .selectFrom('oauthCodes as k')
              .select('k.codeHash')
              .whereRef('k.codeHash', '=', 't.codeHash')
              .where('k.reusedAt', 'is', null)
              .forShare(),
          ),
        )
        .forUpdate('t'),
    )
    .with('successor', (into) =>
      storeRefreshToken(into, pair)
        .onConflict((conflict) => conflict.column('tokenHash').doNothing())
        .returning('id'),
    )
    .with('used', (from) =>
      from
        .updateTable('oauthTokens as t')
        .from(['source', 'successor'])
        .set((row) => ({ usedAt: now(), successorId: row.ref('successor.id') }))
        .whereRef('t.id', '=', 'source.id'),
    )
    .with('access', (into) => storeAccessToken(into, pair))
    .selectFrom('source')
    .select((row) => wholeSecondsBetween(now(), row.ref('accessEnd')).as('expiresInSeconds'))
    .executeTakeFirst();
}
