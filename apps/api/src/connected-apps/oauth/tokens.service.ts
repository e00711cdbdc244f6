import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  ACCESS_TOKEN_LIFE_SECONDS,
  PUBLIC_REFRESH_GRACE_SECONDS,
  REFRESH_GRACE_SECONDS,
  type OAuthScope,
} from '@foyer/contracts/connected-apps/oauth';
import {
  ahead,
  cast,
  flag,
  insertSelected,
  laterBy,
  least,
  now,
  prepare,
  typedSql,
  wholeSecondsBetween,
  type Expression,
  type GivenValue,
  type QueryCreator,
} from '@foyer/db/typed-sql';
import type { Tables } from '@foyer/db/tables';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { liveScopesOf, selectGrants } from '../live-grant.ts';
import { hashToken } from '../../request/secret-token.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Client } from './clients.service.ts';
import { GrantsService } from './grants.service.ts';
import { oauthKeys } from './oauth-keys.ts';

type Pair = { accessToken: string; refreshToken: string };
export type Issued = { expiresInSeconds: number };
export type RefreshToken = {
  grantId: string;
  /** What it was given with, and what is left of that. */
  scopes: string[];
  liveScopes: OAuthScope[];
  successor: string;
};

/** Access and refresh tokens, of which the SHA-256 is stored. */
@Injectable()
export class TokensService {
  readonly #keys: readonly Buffer[];

  constructor(
    @Inject(Pool) private readonly pool: Pool,
    @Inject(API_ENV) private readonly env: ApiEnv,
    private readonly grants: GrantsService,
  ) {
    this.#keys = oauthKeys(env);
  }

  /**
   * Stores the first tokens of a consumed code. They live no longer than their grant. Undefined if the code was
   * reused meanwhile.
   */
  async issue(code: string, scopes: string[], tokens: Pair): Promise<Issued | undefined> {
    const [issued] = await issue(typedSql(this.pool), {
      codeHash: hashToken(code),
      ...hashesOf(scopes, tokens),
    });
    return issued;
  }

  /**
   * A usable refresh token of this app, and its successor. A used one yields the same successor for a short grace
   * period, because answers get lost and tabs refresh concurrently. After that, or once the successor was used itself, it
   * has leaked, and everything from the same code is revoked (RFC 9700 4.14.2).
   */
  async findRefreshToken(
    client: Client,
    token: string,
    request: RequestContext,
  ): Promise<RefreshToken | undefined> {
    const [found] = await findRefreshToken(typedSql(this.pool), {
      tokenHash: hashToken(token),
      clientId: client.id,
      graceSeconds: graceOf(client),
    });
    if (!found?.isLive) return undefined;
    if (found.isReused) {
      const details = { client: client.clientId, reused: 'refresh_token' };
      await this.grants.endFamily(found.codeHash, details, request);
      return undefined;
    }
    // Not consumed: it works again when the user's subscription does, or they have the second factor that is due.
    const liveScopes = liveScopesOf(found.scopes, found, this.env.SECOND_FACTOR_REQUIRED_BY);
    if (liveScopes.length === 0) return undefined;
    return {
      grantId: found.grantId,
      scopes: found.scopes,
      liveScopes,
      successor: this.#successorOf(token, found.successorHash),
    };
  }

  /**
   * Consumes a refresh token and stores its one successor, with the same scopes, and an access token with `scopes`.
   * Undefined if the token can no longer be used.
   */
  async rotate(client: Client, token: string, scopes: string[], tokens: Pair): Promise<Issued | undefined> {
    const [issued] = await rotate(typedSql(this.pool), {
      tokenHash: hashToken(token),
      graceSeconds: graceOf(client),
      ...hashesOf(scopes, tokens),
    });
    return issued;
  }

  /**
   * The successor, derived from its predecessor, so that it can be returned again without being stored. While
   * CSRF_SECRET is rotated, an existing successor is found with the secret that made it.
   */
  #successorOf(token: string, knownHash: Uint8Array | null): string {
    const candidates = this.#keys.map((key) => createHmac('sha256', key).update(token).digest('base64url'));
    const known = candidates.find((one) => knownHash && Buffer.from(hashToken(one)).equals(knownHash));
    return known ?? candidates[0] ?? '';
  }
}

/** A public app's refresh token is worth something to whoever finds it, so answers may be repeated for less long. */
const graceOf = ({ secretHash }: Client): number =>
  secretHash === null ? PUBLIC_REFRESH_GRACE_SECONDS : REFRESH_GRACE_SECONDS;

/** What both statements that store tokens are given. */
type Stored = { scopes: string[]; accessHash: Uint8Array<ArrayBuffer>; refreshHash: Uint8Array<ArrayBuffer> };

function hashesOf(scopes: string[], { accessToken, refreshToken }: Pair): Stored {
  return { scopes, accessHash: hashToken(accessToken), refreshHash: hashToken(refreshToken) };
}

const COLUMNS = ['kind', 'tokenHash', 'grantId', 'codeHash', 'scopes', 'expiresAt'] as const;

/** An access token lives no longer than its grant. */
const accessEnd = (grantEnd: Expression<Date>) =>
  least(ahead({ seconds: ACCESS_TOKEN_LIFE_SECONDS }), grantEnd);

/** The rows, one or none, of which tokens are made: a consumed code's or a refresh token's. */
type Source = {
  grantId: string;
  codeHash: Uint8Array<ArrayBuffer>;
  scopes: string[];
  accessEnd: Date;
  refreshEnd: Date;
};
type FromSource = QueryCreator<Tables & { source: Source }>;

const storeAccessToken = (into: FromSource, given: GivenValue<Stored>) =>
  insertSelected(into.insertInto('oauthTokens'), COLUMNS, (from) =>
    from
      .selectFrom('source')
      .select((row) => [
        row.val('access' as const).as('kind'),
        given('accessHash').as('tokenHash'),
        ...(['grantId', 'codeHash'] as const),
        given('scopes').as('scopes'),
        'accessEnd as expiresAt',
      ]),
  );

/** Has the scopes of its source, whatever fewer the access token was asked with (RFC 6749 6). */
const storeRefreshToken = (into: FromSource, given: GivenValue<Stored>) =>
  insertSelected(into.insertInto('oauthTokens'), COLUMNS, (from) =>
    from
      .selectFrom('source')
      .select((row) => [
        row.val('refresh' as const).as('kind'),
        given('refreshHash').as('tokenHash'),
        ...(['grantId', 'codeHash', 'scopes', 'refreshEnd as expiresAt'] as const),
      ]),
  );

/** The lock on the code makes a concurrent revocation wait until these rows are visible (`GrantsService.endFamily`). */
const issue = prepare<Stored & { codeHash: Uint8Array<ArrayBuffer> }>()((database, given) =>
  database
    .with('source', (from) =>
      from
        .selectFrom('oauthCodes as k')
        .innerJoin('oauthGrants as g', 'g.id', 'k.grantId')
        .select(['k.codeHash', 'g.id as grantId', 'g.expiresAt as refreshEnd'])
        .select((row) => [
          cast(given('scopes'), 'text[]').as('scopes'),
          accessEnd(row.ref('g.expiresAt')).as('accessEnd'),
        ])
        .where('k.codeHash', '=', given('codeHash'))
        .where('k.reusedAt', 'is', null)
        .forShare('k'),
    )
    .with('access', (into) => storeAccessToken(into, given))
    .with('refresh', (into) => storeRefreshToken(into, given))
    .selectFrom('source')
    .select((row) => wholeSecondsBetween(now(), row.ref('accessEnd')).as('expiresInSeconds')),
);

type FindRefreshToken = { tokenHash: Uint8Array<ArrayBuffer>; clientId: string; graceSeconds: number };

const findRefreshToken = prepare<FindRefreshToken>()((database, given) =>
  selectGrants(database)
    .innerJoin('oauthTokens as t', 't.grantId', 'g.id')
    .leftJoin('oauthTokens as s', 's.id', 't.successorId')
    .select(['t.codeHash', 't.scopes', 's.tokenHash as successorHash'])
    .select((row) =>
      flag(
        row.or([
          row('s.usedAt', 'is not', null),
          row(laterBy(row.ref('t.usedAt').$notNull(), given('graceSeconds')), '<=', now()),
        ]),
      ).as('isReused'),
    )
    .where('t.tokenHash', '=', given('tokenHash'))
    .where('t.kind', '=', 'refresh')
    .where('g.clientId', '=', given('clientId')),
);

/**
 * The row lock serialises concurrent refreshes: the first stores the successor, the others find it. The lock on the
 * code is that of `issue`.
 */
const rotate = prepare<Stored & Omit<FindRefreshToken, 'clientId'>>()((database, given) =>
  database
    .with('source', (from) =>
      from
        .selectFrom('oauthTokens as t')
        .innerJoin('oauthGrants as g', 'g.id', 't.grantId')
        .select(['t.id', 't.grantId', 't.codeHash', 't.scopes', 'g.expiresAt as refreshEnd'])
        .select((row) => accessEnd(row.ref('g.expiresAt')).as('accessEnd'))
        .where('t.tokenHash', '=', given('tokenHash'))
        .where('t.kind', '=', 'refresh')
        .where('g.revokedAt', 'is', null)
        .where('g.expiresAt', '>', now())
        .where((row) =>
          row.or([
            row('t.usedAt', 'is', null),
            row.and([
              row(laterBy(row.ref('t.usedAt').$notNull(), given('graceSeconds')), '>', now()),
              // The successor may have been used since the token was found.
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
      storeRefreshToken(into, given)
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
    .with('access', (into) => storeAccessToken(into, given))
    .selectFrom('source')
    .select((row) => wholeSecondsBetween(now(), row.ref('accessEnd')).as('expiresInSeconds')),
);
