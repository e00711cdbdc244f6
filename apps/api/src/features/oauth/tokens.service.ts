import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { accessOf, type SubscriptionEnd } from '@foyer/catalog/subscription-states';
import { ACCESS_TOKEN_LIFE_SECONDS, REFRESH_GRACE_SECONDS } from '@foyer/contracts/oauth';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { hashToken } from '../../credentials/secret-token.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Client } from './clients.service.ts';
import { GrantsService } from './grants.service.ts';

type Pair = { accessToken: string; refreshToken: string };
export type Issued = { expiresInSeconds: number };
export type RefreshToken = { grantId: string; scopes: string[]; successor: string };

/** Access and refresh tokens, of which the SHA-256 is stored. */
@Injectable()
export class TokensService {
  constructor(
    @Inject(Pool) private readonly pool: Pool,
    @Inject(API_ENV) private readonly env: ApiEnv,
    private readonly grants: GrantsService,
  ) {}

  /**
   * Stores the first tokens of a consumed code. They live no longer than their grant. Undefined if the code was
   * reused meanwhile.
   */
  async issue(code: string, scopes: string[], tokens: Pair): Promise<Issued | undefined> {
    const { accessToken, refreshToken } = tokens;
    const { rows } = await this.pool.query<Issued>({
      name: 'issue-oauth-tokens',
      text: ISSUE,
      values: [
        hashToken(code),
        scopes,
        hashToken(accessToken),
        hashToken(refreshToken),
        ACCESS_TOKEN_LIFE_SECONDS,
      ],
    });
    return rows[0];
  }

  /**
   * A usable refresh token of this app, and its successor. A used one yields the same successor for a short grace
   * period, because answers get lost and tabs refresh concurrently; after that it has leaked, and everything from the
   * same code is revoked (RFC 9700 4.14.2).
   */
  async findRefreshToken(
    client: Client,
    token: string,
    request: RequestContext,
  ): Promise<RefreshToken | undefined> {
    const { rows } = await this.pool.query<FoundToken>({
      name: 'find-oauth-refresh-token',
      text: FIND_REFRESH_TOKEN,
      values: [hashToken(token), client.id, REFRESH_GRACE_SECONDS],
    });
    const [found] = rows;
    if (!found) return undefined;
    if (found.isReused) {
      const details = { client: client.clientId, reused: 'refresh_token' };
      await (found.codeHash
        ? this.grants.endFamily(found.codeHash, details, request)
        : this.grants.endReused(found.grantId, details, request));
      return undefined;
    }
    // Not consumed: it works again when the user's subscription does.
    if (accessOf({ status: found.subscriptionStatus, endsAs: found.endsAs }, found.isOwner) !== 'full')
      return undefined;
    return {
      grantId: found.grantId,
      scopes: found.scopes,
      successor: this.#successorOf(token, found.successorHash),
    };
  }

  /**
   * Consumes a refresh token and stores its one successor, with the same scopes, and an access token with `scopes`.
   * Undefined if the token can no longer be used.
   */
  async rotate(token: string, scopes: string[], tokens: Pair): Promise<Issued | undefined> {
    const { rows } = await this.pool.query<Issued>({
      name: 'rotate-oauth-tokens',
      text: ROTATE,
      values: [
        hashToken(token),
        scopes,
        hashToken(tokens.accessToken),
        hashToken(tokens.refreshToken),
        ACCESS_TOKEN_LIFE_SECONDS,
        REFRESH_GRACE_SECONDS,
      ],
    });
    return rows[0];
  }

  /**
   * The successor, derived from its predecessor, so that it can be returned again without being stored. While
   * OAUTH_SECRET is rotated, an existing successor is found with the secret that made it.
   */
  #successorOf(token: string, knownHash: Uint8Array | null): string {
    const candidates = this.env.OAUTH_SECRET.map((secret) =>
      createHmac('sha256', secret).update(token).digest('base64url'),
    );
    const known = candidates.find((one) => knownHash && Buffer.from(hashToken(one)).equals(knownHash));
    return known ?? candidates[0] ?? '';
  }
}

type FoundToken = {
  grantId: string;
  codeHash: Uint8Array | null;
  scopes: string[];
  isReused: boolean;
  successorHash: Uint8Array | null;
  subscriptionStatus: string | null;
  endsAs: SubscriptionEnd | null;
  isOwner: boolean;
};

/** The lock on the code makes a concurrent revocation wait until these rows are visible (`GrantsService.endFamily`). */
const ISSUE = `
  WITH issued AS (
    SELECT k.code_hash, g.id AS grant_id, g.expires_at AS refresh_end,
           least(now() + make_interval(secs => $5::int), g.expires_at) AS access_end
      FROM oauth_codes k JOIN oauth_grants g ON g.id = k.grant_id
     WHERE k.code_hash = $1 AND k.reused_at IS NULL FOR SHARE OF k
  ), saved AS (
    INSERT INTO oauth_tokens (kind, token_hash, grant_id, code_hash, scopes, expires_at)
    SELECT 'access'::oauth_token_kind, $3::bytea, grant_id, code_hash, $2::text[], access_end FROM issued
    UNION ALL
    SELECT 'refresh', $4, grant_id, code_hash, $2, refresh_end FROM issued
  )
  SELECT ceil(extract(epoch FROM access_end - now()))::int AS "expiresInSeconds" FROM issued`;

const FIND_REFRESH_TOKEN = `
  SELECT g.id AS "grantId", t.code_hash AS "codeHash", t.scopes, s.token_hash AS "successorHash",
         p.status AS "subscriptionStatus", p.ends_as AS "endsAs", m.owner_id IS NOT DISTINCT FROM u.id AS "isOwner",
         coalesce(t.used_at <= now() - make_interval(secs => $3::int), false) AS "isReused"
    FROM oauth_tokens t
    JOIN oauth_grants g ON g.id = t.grant_id
    JOIN oauth_clients c ON c.id = g.client_id
    JOIN users u ON u.id = g.user_id
    JOIN teams m ON m.id = u.team_id
    LEFT JOIN subscriptions p ON p.team_id = m.id
    LEFT JOIN oauth_tokens s ON s.id = t.successor_id
   WHERE t.token_hash = $1 AND t.kind = 'refresh' AND g.client_id = $2
     AND g.revoked_at IS NULL AND g.expires_at > now() AND c.is_enabled AND u.deactivated_at IS NULL`;

/**
 * The row lock serialises concurrent refreshes: the first stores the successor, the others find it. The lock on the
 * code is that of `ISSUE`.
 */
const ROTATE = `
  WITH old AS (
    SELECT t.id, t.grant_id, t.code_hash, t.scopes, g.expires_at AS refresh_end,
           least(now() + make_interval(secs => $5::int), g.expires_at) AS access_end
      FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id
     WHERE t.token_hash = $1 AND t.kind = 'refresh' AND g.revoked_at IS NULL AND g.expires_at > now()
       AND (t.used_at IS NULL OR t.used_at > now() - make_interval(secs => $6::int))
       AND (t.code_hash IS NULL
            OR EXISTS (SELECT FROM oauth_codes k WHERE k.code_hash = t.code_hash AND k.reused_at IS NULL FOR SHARE))
       FOR UPDATE OF t
  ), successor AS (
    INSERT INTO oauth_tokens (kind, token_hash, grant_id, code_hash, scopes, expires_at)
    SELECT 'refresh', $4::bytea, grant_id, code_hash, scopes, refresh_end FROM old
    ON CONFLICT (token_hash) DO NOTHING
    RETURNING id
  ), used AS (
    UPDATE oauth_tokens t SET used_at = now(), successor_id = successor.id FROM old, successor WHERE t.id = old.id
  ), access AS (
    INSERT INTO oauth_tokens (kind, token_hash, grant_id, code_hash, scopes, expires_at)
    SELECT 'access', $3::bytea, grant_id, code_hash, $2::text[], access_end FROM old
  )
  SELECT ceil(extract(epoch FROM access_end - now()))::int AS "expiresInSeconds" FROM old`;
