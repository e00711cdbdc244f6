import { Inject, Injectable } from '@nestjs/common';
import { AUTHORIZATION_CODE_LIFE_SECONDS } from '@foyer/contracts/oauth';
import type { Transaction } from '@foyer/db/client';
import { ahead, flag, now, prepare, typedSql } from '@foyer/db/typed-sql';
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
   * Consumes a code; of any number of callers one gets it, if it is live and this app's. A code presented by another
   * app has leaked, so it is burned. Reuse of a code, however soon, revokes the tokens that came from it, and no
   * others (RFC 6749 4.1.2, 10.5).
   */
  async redeem(client: Client, code: string, request: RequestContext): Promise<Code | undefined> {
    const codeHash = hashToken(code);
    const [redeemed] = await redeem(typedSql(this.pool), { codeHash, clientId: client.id });
    if (!redeemed)
      await this.grants.endFamily(codeHash, { client: client.clientId, reused: 'code' }, request);
    return redeemed?.isGood ? redeemed : undefined;
  }
}

const redeem = prepare<{ codeHash: Uint8Array<ArrayBuffer>; clientId: string }>()((database, given) =>
  database
    .updateTable('oauthCodes as k')
    .from('oauthGrants as g')
    .innerJoin('users as u', 'u.id', 'g.userId')
    .innerJoin('oauthClients as c', 'c.id', 'g.clientId')
    .set({ usedAt: now() })
    .where('k.codeHash', '=', given('codeHash'))
    .where('k.usedAt', 'is', null)
    .whereRef('g.id', '=', 'k.grantId')
    .returning((row) => [
      ...(['g.id as grantId', 'k.redirectUri', 'k.codeChallenge', 'k.scopes'] as const),
      flag(
        row.and([
          row('k.expiresAt', '>', now()),
          row('g.clientId', '=', given('clientId')),
          row('g.revokedAt', 'is', null),
          row('g.expiresAt', '>', now()),
          row('c.isEnabled', '=', true),
          row('u.deactivatedAt', 'is', null),
          row('u.leavingAt', 'is', null),
        ]),
      ).as('isGood'),
    ]),
);
