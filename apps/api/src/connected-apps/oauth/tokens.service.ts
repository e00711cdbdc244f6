import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  PUBLIC_REFRESH_GRACE_SECONDS,
  REFRESH_GRACE_SECONDS,
  type OAuthScope,
} from '@foyer/contracts/connected-apps/oauth';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { hashToken } from '../../request/secret-token.ts';
import { liveScopesOf } from '../live-grant.ts';
import type { Client } from './clients.service.ts';
import { GrantsService } from './grants.service.ts';
import { oauthKeys } from './oauth-keys.ts';
import {
  findRefreshToken,
  insertTokens,
  rotateRefreshToken,
  useCode,
  type Issued,
  type TokenPair,
} from './tokens.queries.ts';

type Code = { grantId: string; redirectUri: string; codeChallenge: string; scopes: OAuthScope[] };
export type RefreshToken = {
  grantId: string;
  /** The scopes that the token was issued with. Some may no longer be in `liveScopes`. */
  scopes: string[];
  liveScopes: OAuthScope[];
  successor: string;
};

/** Codes and tokens are stored as SHA-256 hashes. Used codes are kept as long as their grant, to detect reuse. */
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
   * Only one of several concurrent calls gets the code. A code that another app presents has leaked, so it is consumed,
   * too. Reuse of a code revokes only the tokens created from it (RFC 6749 4.1.2, 10.5).
   */
  async redeem(client: Client, token: string, request: RequestContext): Promise<Code | undefined> {
    const codeHash = hashToken(token);
    const code = await useCode(this.pool, codeHash);
    if (!code) {
      await this.grants.endTokensOf(codeHash, { client: client.clientId, reused: 'code' }, request);
      return undefined;
    }
    if (!code.isInTime || code.clientId !== client.id) return undefined;
    const scopes = liveScopesOf(code.scopes, code, this.env.SECOND_FACTOR_REQUIRED_BY);
    const { grantId, redirectUri, codeChallenge } = code;
    return scopes.length === 0 ? undefined : { grantId, redirectUri, codeChallenge, scopes };
  }

  async issue(code: string, tokens: TokenPair): Promise<Issued | undefined> {
    return insertTokens(this.pool, hashToken(code), tokens);
  }

  /**
   * For a short grace period, a used token yields the same successor again, because answers get lost and tabs refresh
   * concurrently. After the grace period, or after the successor was used, another use counts as theft and ends all
   * tokens of the code (RFC 9700 4.14.2).
   */
  async findRefreshToken(
    client: Client,
    token: string,
    request: RequestContext,
  ): Promise<RefreshToken | undefined> {
    const found = await findRefreshToken(this.pool, {
      tokenHash: hashToken(token),
      clientId: client.id,
      graceSeconds: graceOf(client),
    });
    if (!found?.isLive) return undefined;
    if (found.isReused) {
      const details = { client: client.clientId, reused: 'refresh_token' };
      await this.grants.endTokensOf(found.codeHash, details, request);
      return undefined;
    }
    // The token is not consumed, because it may work again later, for example when the team has a plan.
    const liveScopes = liveScopesOf(found.scopes, found, this.env.SECOND_FACTOR_REQUIRED_BY);
    if (liveScopes.length === 0) return undefined;
    return {
      grantId: found.grantId,
      scopes: found.scopes,
      liveScopes,
      successor: this.#successorOf(token, found.successorHash),
    };
  }

  async rotate(client: Client, token: string, tokens: TokenPair): Promise<Issued | undefined> {
    const used = { tokenHash: hashToken(token), graceSeconds: graceOf(client) };
    return rotateRefreshToken(this.pool, used, tokens);
  }

  /**
   * Derives the successor from its predecessor, so that it can be returned again although only its hash is stored. If
   * the successor exists already, uses the secret that created it, because CSRF_SECRET may have been rotated since.
   */
  #successorOf(token: string, knownHash: Uint8Array | null): string {
    const candidates = this.#keys.map((key) => createHmac('sha256', key).update(token).digest('base64url'));
    const known = candidates.find((one) => knownHash && Buffer.from(hashToken(one)).equals(knownHash));
    return known ?? candidates[0] ?? '';
  }
}

/** The grace period of a public app is shorter, because a thief can use its refresh token without a secret. */
const graceOf = ({ secretHash }: Client): number =>
  secretHash === null ? PUBLIC_REFRESH_GRACE_SECONDS : REFRESH_GRACE_SECONDS;
