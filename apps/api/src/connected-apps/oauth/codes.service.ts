import { Inject, Injectable } from '@nestjs/common';
import { AUTHORIZATION_CODE_LIFE_SECONDS, type OAuthScope } from '@foyer/contracts/connected-apps/oauth';
import type { Transaction } from '@foyer/db/client';
import { ahead, flag, now, prepare, typedSql } from '@foyer/db/typed-sql';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { liveScopesOf, selectGrants } from '../live-grant.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { hashToken, mintToken } from '../../request/secret-token.ts';
import type { ValidRequest } from './authorize-checks.ts';
import type { Client } from './clients.service.ts';
import { GrantsService } from './grants.service.ts';

type Code = { grantId: string; redirectUri: string; codeChallenge: string; scopes: OAuthScope[] };

/**
 * Authorization codes: single-use, valid for a minute. Used ones stay until their grant ends, so that reuse is
 * detected.
 */
@Injectable()
export class CodesService {
  constructor(
    @Inject(Pool) private readonly pool: Pool,
    @Inject(API_ENV) private readonly env: ApiEnv,
    private readonly grants: GrantsService,
  ) {}

  /** A new code for a valid request, as part of the grant `grantId` (RFC 6749 4.1.2). */
  async issue(
    transaction: Transaction,
    { redirectUri, codeChallenge, scopes }: ValidRequest,
    grantId: string,
  ): Promise<string> {
    const code = mintToken();
    await typedSql(transaction)
      .insertInto('oauthCodes')
      .values({
        ...{ codeHash: hashToken(code), grantId, redirectUri, codeChallenge, scopes },
        expiresAt: ahead({ seconds: AUTHORIZATION_CODE_LIFE_SECONDS }),
      })
      .execute();
    return code;
  }

  /**
   * Consumes a code; of any number of callers one gets it, if it is live and this app's and has a scope left. A code presented by another
   * app has leaked, so it is burned. Reuse of a code, however soon, revokes the tokens that came from it, and no
   * others (RFC 6749 4.1.2, 10.5).
   */
  async redeem(client: Client, token: string, request: RequestContext): Promise<Code | undefined> {
    const codeHash = hashToken(token);
    const [code] = await consumeCode(typedSql(this.pool), { codeHash });
    if (!code) {
      await this.grants.endFamily(codeHash, { client: client.clientId, reused: 'code' }, request);
      return undefined;
    }
    if (!code.isInTime || code.clientId !== client.id) return undefined;
    const scopes = liveScopesOf(code.scopes, code, this.env.SECOND_FACTOR_REQUIRED_BY);
    const { grantId, redirectUri, codeChallenge } = code;
    return scopes.length === 0 ? undefined : { grantId, redirectUri, codeChallenge, scopes };
  }
}

const consumeCode = prepare<{ codeHash: Uint8Array<ArrayBuffer> }>()((database, given) =>
  database
    .with('used', (from) =>
      from
        .updateTable('oauthCodes')
        .set({ usedAt: now() })
        .where('codeHash', '=', given('codeHash'))
        .where('usedAt', 'is', null)
        .returning(['grantId', 'redirectUri', 'codeChallenge', 'scopes', 'expiresAt']),
    )
    .selectFrom('used as k')
    .innerJoin(selectGrants(database).select('g.clientId').as('l'), 'l.grantId', 'k.grantId')
    .selectAll('l')
    .select(['k.redirectUri', 'k.codeChallenge', 'k.scopes'])
    .select((row) => flag(row('k.expiresAt', '>', now())).as('isInTime')),
);
