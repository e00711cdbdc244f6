import { Inject, Injectable } from '@nestjs/common';
import { accessOf } from '@foyer/catalog/subscription-states';
import { oauthScopes, type OAuthScope } from '@foyer/contracts/oauth';
import type { PlanType } from '@foyer/catalog/plans';
import { ago, flag, now, prepare, typedSql } from '@foyer/db/typed-sql';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { hasFactor, lacksFactor } from './factor-rule.ts';
import { hashToken } from './secret-token.ts';

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

  /**
   * The access behind a live token: not expired or used, its grant and app not ended, its user active and not blocked
   * by the gate, since an app may do no more than its user; nor without a second factor that is due. Records the last use of an access token at most once a
   * minute.
   */
  async find(token: string, kind: TokenKind = 'access'): Promise<AppAccess | undefined> {
    const [row] = await findAccess(typedSql(this.pool), { tokenHash: hashToken(token), kind });
    if (!row) return undefined;
    const { grantId, clientId, redirectUris, scopes, issuedAt, expiresAt } = row;
    if (accessOf(row, row.ownerId === row.userId) !== 'full') return undefined;
    if (lacksFactor(row, this.env.SECOND_FACTOR_REQUIRED_BY)) return undefined;
    if (row.isTouchDue && kind === 'access')
      await typedSql(this.pool)
        .updateTable('oauthGrants')
        .set({ lastUsedAt: now() })
        .where('id', '=', grantId)
        .execute();
    return {
      ...{ grantId, clientId, redirectUris, issuedAt, expiresAt },
      scopes: scopes.filter((scope): scope is OAuthScope => Object.hasOwn(oauthScopes, scope)),
      user: { id: row.userId, firstName: row.firstName, lastName: row.lastName, email: row.email },
      team: { id: row.teamId, name: row.teamName, plan: row.plan },
    };
  }
}

const findAccess = prepare<{ tokenHash: Uint8Array<ArrayBuffer>; kind: TokenKind }>()((database, given) =>
  database
    .selectFrom('oauthTokens as t')
    .innerJoin('oauthGrants as g', 'g.id', 't.grantId')
    .innerJoin('oauthClients as c', 'c.id', 'g.clientId')
    .innerJoin('users as u', 'u.id', 'g.userId')
    .innerJoin('teams as m', 'm.id', 'u.teamId')
    .leftJoin('subscriptions as p', 'p.teamId', 'm.id')
    .select(['g.id as grantId', 'c.clientId', 'c.redirectUris', 't.scopes', 't.createdAt as issuedAt'])
    .select(['t.expiresAt', 'u.id as userId', 'u.firstName', 'u.lastName', 'u.email'])
    .select(['m.id as teamId', 'm.name as teamName', 'm.plan', 'm.ownerId', 'p.status', 'p.endsAs'])
    .select(['m.secondFactorDueAt as teamFactorDueAt', 'u.teamSince', 'u.createdAt', now().as('at')])
    .select((row) => flag(hasFactor(row.ref('u.id'), row.ref('u.secondFactorAt'))).as('hasFactor'))
    .select((row) =>
      flag(row.or([row('g.lastUsedAt', 'is', null), row('g.lastUsedAt', '<', ago({ minutes: 1 }))])).as(
        'isTouchDue',
      ),
    )
    .where('t.tokenHash', '=', given('tokenHash'))
    .where('t.kind', '=', given('kind'))
    .where('t.expiresAt', '>', now())
    .where('t.usedAt', 'is', null)
    .where('g.revokedAt', 'is', null)
    .where('g.expiresAt', '>', now())
    .where('c.isEnabled', '=', true)
    .where('u.deactivatedAt', 'is', null)
    .where('u.leavingAt', 'is', null),
);
