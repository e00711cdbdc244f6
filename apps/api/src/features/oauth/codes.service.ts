import { Inject, Injectable } from '@nestjs/common';
import { AUTHORIZATION_CODE_LIFE_SECONDS } from '@foyer/contracts/oauth';
import type { Transaction } from '@foyer/db/client';
import type { Request } from 'express';
import { Pool } from 'pg';
import { hashToken } from '../../credentials/secret-token.ts';
import type { Client } from './clients.service.ts';
import { GrantsService } from './grants.service.ts';

type Code = { grantId: string; redirectUri: string; codeChallenge: string; scopes: string[] };

/** Authorization codes: good once, for a minute. Used ones stay until their grant ends, so that reuse is noticed. */
@Injectable()
export class CodesService {
  constructor(
    @Inject(Pool) private readonly pool: Pool,
    private readonly grants: GrantsService,
  ) {}

  async save(transaction: Transaction, code: string, about: Code): Promise<void> {
    await transaction.$executeRaw`
      INSERT INTO oauth_codes (code_hash, grant_id, redirect_uri, code_challenge, scopes, expires_at)
      VALUES (${hashToken(code)}, ${about.grantId}::uuid, ${about.redirectUri}, ${about.codeChallenge},
              ${about.scopes}, now() + make_interval(secs => ${AUTHORIZATION_CODE_LIFE_SECONDS}::int))`;
  }

  /**
   * Uses up a live code of this app; of any number of callers one gets it. A code that has been used before, be it a
   * moment ago, takes the grant and all its tokens with it (RFC 6749 4.1.2, 10.5).
   */
  async redeem(client: Client, code: string, request: Request): Promise<Code | undefined> {
    const { rows } = await this.pool.query<Code>({
      name: 'redeem-oauth-code',
      text: REDEEM,
      values: [hashToken(code), client.id],
    });
    const [redeemed] = rows;
    if (!redeemed) await this.#endIfReused(client, code, request);
    return redeemed;
  }

  async #endIfReused(client: Client, code: string, request: Request): Promise<void> {
    const { rows } = await this.pool.query<{ grantId: string }>(
      `SELECT g.id AS "grantId" FROM oauth_codes k JOIN oauth_grants g ON g.id = k.grant_id
        WHERE k.code_hash = $1 AND g.client_id = $2 AND k.used_at IS NOT NULL AND g.revoked_at IS NULL`,
      [hashToken(code), client.id],
    );
    if (rows[0]) await this.grants.endReused(rows[0].grantId, request);
  }
}

const REDEEM = `
  UPDATE oauth_codes k SET used_at = now()
    FROM oauth_grants g JOIN users u ON u.id = g.user_id JOIN oauth_clients c ON c.id = g.client_id
   WHERE k.code_hash = $1 AND k.used_at IS NULL AND k.expires_at > now()
     AND g.id = k.grant_id AND g.client_id = $2 AND g.revoked_at IS NULL AND g.expires_at > now()
     AND c.is_enabled AND u.deactivated_at IS NULL
  RETURNING g.id AS "grantId", k.redirect_uri AS "redirectUri", k.code_challenge AS "codeChallenge", k.scopes`;
