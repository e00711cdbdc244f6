import { Inject, Injectable } from '@nestjs/common';
import type { OAuthScope } from '@foyer/contracts/connected-apps/oauth';
import type { PlanType } from '@foyer/catalog/plans';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { hashToken } from '../request/secret-token.ts';
import { findToken, recordUse, type TokenKind } from './app-access.queries.ts';
import { liveScopesOf } from './live-grant.ts';

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

/** RFC 7662 2.2. Times are in seconds since 1970. */
export type TokenState =
  | { active: false }
  | {
      active: true;
      scope: string;
      client_id: string;
      sub: string;
      iss: string;
      aud: string[];
      iat: number;
      exp: number;
      token_type?: 'Bearer';
    };

/** Each call reads the database, so that every replica sees a revocation immediately. */
@Injectable()
export class AppAccessService {
  readonly #issuer: string;
  readonly #product: string;

  constructor(
    @Inject(Pool) private readonly pool: Pool,
    @Inject(API_ENV) private readonly env: ApiEnv,
  ) {
    this.#issuer = env.PUBLIC_URL.origin;
    this.#product = new URL(env.HOME_URL).origin;
  }

  /** Records a grant's use at most once a minute. */
  async find(token: string, kind: TokenKind = 'access'): Promise<AppAccess | undefined> {
    const row = await findToken(this.pool, hashToken(token), kind);
    if (!row) return undefined;
    const scopes = liveScopesOf(row.scopes, row, this.env.SECOND_FACTOR_REQUIRED_BY);
    if (scopes.length === 0) return undefined;
    const { grantId, clientId, redirectUris, issuedAt, expiresAt } = row;
    if (row.isUseUnrecorded && kind === 'access') await recordUse(this.pool, grantId);
    return {
      grantId,
      clientId,
      redirectUris,
      scopes,
      issuedAt,
      expiresAt,
      user: { id: row.userId, firstName: row.firstName, lastName: row.lastName, email: row.email },
      team: { id: row.teamId, name: row.teamName, plan: row.plan },
    };
  }

  /**
   * An app (`owner`) sees its own access and refresh tokens. Other callers see only access tokens, so that they do
   * not accept a refresh token as an access token. All unusable tokens get the same answer.
   */
  async describe(token: string, owner?: { clientId: string }): Promise<TokenState> {
    const access = await this.find(token);
    const found = access ?? (owner && (await this.find(token, 'refresh')));
    if (!found || (owner && found.clientId !== owner.clientId)) return { active: false };
    return {
      active: true,
      scope: found.scopes.join(' '),
      client_id: found.clientId,
      sub: found.user.id,
      iss: this.#issuer,
      aud: access ? this.#audienceOf(found.scopes) : [this.#issuer],
      iat: toSeconds(found.issuedAt),
      exp: toSeconds(found.expiresAt),
      ...(access ? { token_type: 'Bearer' } : {}),
    };
  }

  #audienceOf(scopes: readonly string[]): string[] {
    const isOfProduct = (scope: string): boolean => scope.startsWith('diagrams.');
    return [
      ...(scopes.every(isOfProduct) ? [] : [this.#issuer]),
      ...(scopes.some(isOfProduct) ? [this.#product] : []),
    ];
  }
}

const toSeconds = (time: Date) => Math.floor(time.getTime() / 1000);
