import { Inject, Injectable } from '@nestjs/common';
import { AUTHORIZATION_CODE_LIFE_SECONDS } from '@foyer/contracts/oauth';
import type { Transaction } from '@foyer/db/client';
import { Pool } from 'pg';
import type { RequestContext } from '../../request/request-context.ts';
import { hashToken, mintToken } from '../../credentials/secret-token.ts';
import type { ValidRequest } from './authorize-checks.ts';
import type { Client } from './clients.service.ts';
import { GrantsService } from './grants.service.ts';

type Code = { grantId: string; redirectUri: string; codeChallenge: string; scopes: string[] };

/**
 * Authorization codes: single-use, valid for a minute. Used ones stay until their grant ends, so that reuse is
 * detected.
 */
@Injectable()
export class CodesService {
  constructor(
    @Inject(Pool) private readonly pool: Pool,
    private readonly grants: GrantsService,
  ) {}

  /** A new code for a valid request, as part of the grant `grantId` (RFC 6749 4.1.2). */
  async issue(
    transaction: Transaction,
    { redirectUri, codeChallenge, scopes }: ValidRequest,
    grantId: string,
  ): Promise<string> {
    const code = mintToken();
    await transaction.$executeRaw`
      INSERT INTO oauth_codes (code_hash, grant_id, redirect_uri, code_challenge, scopes, expires_at)
      VALUES (${hashToken(code)}, ${grantId}::uuid, ${redirectUri}, ${codeChallenge}, ${scopes},
              now() + make_interval(secs => ${AUTHORIZATION_CODE_LIFE_SECONDS}::int))`;
    return code;
  }

  /**
   * Consumes a code; of any number of callers one gets it, if it is live and this app's. A code presented by another
   * app has leaked, so it is burned. Reuse of a code, however soon, revokes the tokens that came from it, and no
   * others (RFC 6749 4.1.2, 10.5).
   */
  async redeem(client: Client, code: string, request: RequestContext): Promise<Code | undefined> {
    const codeHash = hashToken(code);
    const { rows } = await this.pool.query<Code & { isGood: boolean }>({
      name: 'redeem-oauth-code',
      text: REDEEM,
      values: [codeHash, client.id],
    });
    const [redeemed] = rows;
    if (!redeemed)
      await this.grants.endFamily(codeHash, { client: client.clientId, reused: 'code' }, request);
    return redeemed?.isGood ? redeemed : undefined;
  }
}

const REDEEM = `
  UPDATE oauth_codes k SET used_at = now()
    FROM oauth_grants g JOIN users u ON u.id = g.user_id JOIN oauth_clients c ON c.id = g.client_id
   WHERE k.code_hash = $1 AND k.used_at IS NULL AND g.id = k.grant_id
  RETURNING g.id AS "grantId", k.redirect_uri AS "redirectUri", k.code_challenge AS "codeChallenge", k.scopes,
            (k.expires_at > now() AND g.client_id = $2 AND g.revoked_at IS NULL AND g.expires_at > now()
              AND c.is_enabled AND u.deactivated_at IS NULL) AS "isGood"`;
