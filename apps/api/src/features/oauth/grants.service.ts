import { Inject, Injectable } from '@nestjs/common';
import { GRANT_LIFE_DAYS } from '@foyer/contracts/oauth';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { AuditService, type AuditDetails } from '../../audit/audit.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Client } from './clients.service.ts';

/** What users allowed apps: the family that all codes and tokens of one consent belong to. */
@Injectable()
export class GrantsService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly audit: AuditService,
  ) {}

  /** A new grant; nothing made under it outlives it. */
  async create(transaction: Transaction, userId: string, client: Client, scopes: string[]): Promise<string> {
    const [grant] = await transaction.$queryRaw<{ id: string }[]>`
      INSERT INTO oauth_grants (client_id, user_id, scopes, expires_at)
      VALUES (${client.id}::uuid, ${userId}::uuid, ${scopes}, now() + make_interval(days => ${GRANT_LIFE_DAYS}::int))
      RETURNING id`;
    return grant?.id ?? '';
  }

  /** A live grant of this user to this app that has all the scopes. */
  async findLive(userId: string, client: Client, scopes: string[]): Promise<string | undefined> {
    const [grant] = await this.prisma.$queryRaw<{ id: string }[]>`
      SELECT id FROM oauth_grants
       WHERE user_id = ${userId}::uuid AND client_id = ${client.id}::uuid AND scopes @> ${scopes}
         AND revoked_at IS NULL AND expires_at > now()
       ORDER BY expires_at DESC LIMIT 1`;
    return grant?.id;
  }

  /**
   * Ends all tokens that came from a used code, because it or one of its refresh tokens came back: somebody else has it
   * (RFC 6749 4.1.2, RFC 9700 4.14.2). The user's other connections to the app stay. Does nothing for a code that is
   * unknown, unused or ended before.
   */
  async endFamily(codeHash: Uint8Array, details: AuditDetails, request: RequestContext): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      // Whoever saves a token holds the code's row, so the tokens are looked for when no more can come.
      const [code] = await transaction.$queryRaw<{ userId: string }[]>`
        UPDATE oauth_codes k SET reused_at = now() FROM oauth_grants g
         WHERE k.code_hash = ${codeHash} AND k.used_at IS NOT NULL AND k.reused_at IS NULL AND g.id = k.grant_id
        RETURNING g.user_id AS "userId"`;
      if (!code) return;
      await transaction.oAuthToken.deleteMany({ where: { codeHash: new Uint8Array(codeHash) } });
      await this.#recordReuse(transaction, code.userId, details, request);
    });
  }

  /** The same for a token of which no code is known: ends the whole grant. */
  async endReused(grantId: string, details: AuditDetails, request: RequestContext): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      const userId = await this.end(transaction, grantId);
      if (userId !== undefined) await this.#recordReuse(transaction, userId, details, request);
    });
  }

  async #recordReuse(
    transaction: Transaction,
    userId: string,
    details: AuditDetails,
    request: RequestContext,
  ): Promise<void> {
    await this.audit.record({ action: 'oauth.reuse', outcome: 'ok', userId, details }, request, transaction);
  }

  /** Ends a grant and with it every code and token. Gives its user, unless it had ended before. */
  async end(transaction: Transaction, grantId: string): Promise<string | undefined> {
    const [ended] = await transaction.$queryRaw<{ userId: string }[]>`
      UPDATE oauth_grants SET revoked_at = now() WHERE id = ${grantId}::uuid AND revoked_at IS NULL
      RETURNING user_id AS "userId"`;
    return ended?.userId;
  }
}
