import { Inject, Injectable } from '@nestjs/common';
import type { OAuthScope } from '@foyer/contracts/connected-apps/oauth';
import type { PlanType } from '@foyer/catalog/plans';
import { ago, flag, now, prepare, typedSql } from '@foyer/db/typed-sql';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { liveScopesOf, selectGrants } from './live-grant.ts';
import { hashToken } from '../request/secret-token.ts';

/** What an access token grants: an app's access to a user's data. */
export type AppAccess = {
  grantId: string;
  clientId: string;
  redirectUris: string[];
  scopes: OAuthScope[];
  issuedAt: Date;
  expiresAt: Date;
  user: { id: string; firstName: string; lastName: string; email: string };
  team: { id: string; name: string; plan: PlanType };
};

type TokenKind = 'access' | 'refresh';

/** Checks the tokens of apps on each call, so that every replica sees a revocation at once. */
@Injectable()
export class AppAccessService {
  constructor(
    @Inject(Pool) private readonly pool: Pool,
    @Inject(API_ENV) private readonly env: ApiEnv,
  ) {}

  /** The access behind a live token that has a scope left. Records the last use of an access token at most once a minute. */
  async find(token: string, kind: TokenKind = 'access'): Promise<AppAccess | undefined> {
    const [row] = await findAccess(typedSql(this.pool), { tokenHash: hashToken(token), kind });
    if (!row) return undefined;
    const scopes = liveScopesOf(row.scopes, row, this.env.SECOND_FACTOR_REQUIRED_BY);
    if (scopes.length === 0) return undefined;
    const { grantId, clientId, redirectUris, issuedAt, expiresAt } = row;
    if (row.isTouchDue && kind === 'access')
      await typedSql(this.pool)
        .updateTable('oauthGrants')
        .set({ lastUsedAt: now() })
        .where('id', '=', grantId)
        .execute();
    return {
      ...{ grantId, clientId, redirectUris, scopes, issuedAt, expiresAt },
      user: { id: row.userId, firstName: row.firstName, lastName: row.lastName, email: row.email },
      team: { id: row.teamId, name: row.teamName, plan: row.plan },
    };
  }
}

const findAccess = prepare<{ tokenHash: Uint8Array<ArrayBuffer>; kind: TokenKind }>()((database, given) =>
  selectGrants(database)
    .innerJoin('oauthTokens as t', 't.grantId', 'g.id')
    .select(['c.clientId', 'c.redirectUris', 't.scopes', 't.createdAt as issuedAt', 't.expiresAt'])
    .select(['u.firstName', 'u.lastName', 'u.email', 'm.id as teamId', 'm.name as teamName', 'm.plan'])
    .select((row) =>
      flag(row.or([row('g.lastUsedAt', 'is', null), row('g.lastUsedAt', '<', ago({ minutes: 1 }))])).as(
        'isTouchDue',
      ),
    )
    .where('t.tokenHash', '=', given('tokenHash'))
    .where('t.kind', '=', given('kind'))
    .where('t.expiresAt', '>', now())
    .where('t.usedAt', 'is', null),
);
