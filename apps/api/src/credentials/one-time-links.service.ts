import { Inject, Injectable } from '@nestjs/common';
import { LINK_LIFE_HOURS, type LinkState } from '@foyer/contracts/password';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { hashToken, mintToken } from './secret-token.ts';

export type LinkPurpose = 'create_password' | 'reset_password';

export type OneTimeLink = { purpose: LinkPurpose; email: string; userId: string | null };

/**
 * The one service for links that set a password. A link is spent only by the call that carries the new password;
 * reading it, however often, changes nothing (DESIGN invariant 2).
 */
@Injectable()
export class OneTimeLinksService {
  constructor(@Inject(PrismaClient) private readonly prisma: PrismaClient) {}

  /** Makes the one live link of an address and purpose, and retires the one before. Gives the token for the mail. */
  async mint(
    transaction: Transaction,
    purpose: LinkPurpose,
    email: string,
    userId: string | null,
  ): Promise<string> {
    const token = mintToken();
    // The count makes Postgres retire the old one first: there is never more than one.
    await transaction.$executeRaw`
      WITH retired AS (
        UPDATE one_time_links SET replaced_at = now()
         WHERE email = ${email} AND purpose = ${purpose}::link_purpose AND used_at IS NULL AND replaced_at IS NULL
        RETURNING id
      )
      INSERT INTO one_time_links (purpose, email, user_id, token_hash, expires_at)
      SELECT ${purpose}::link_purpose, ${email}, ${userId}::uuid, ${hashToken(token)},
             now() + make_interval(hours => ${LINK_LIFE_HOURS}::int)
        FROM (SELECT count(*) FROM retired) AS done`;
    return token;
  }

  /** What became of a link. */
  async find(token: string): Promise<{ state: LinkState; link?: OneTimeLink }> {
    const [row] = await this.prisma.$queryRaw<(OneTimeLink & { state: LinkState })[]>`
      SELECT purpose, email, user_id AS "userId",
             CASE WHEN used_at IS NOT NULL THEN 'used'
                  WHEN replaced_at IS NOT NULL THEN 'replaced'
                  WHEN expires_at <= now() THEN 'expired'
                  ELSE 'valid' END AS state
        FROM one_time_links WHERE token_hash = ${hashToken(token)}`;
    if (!row) return { state: 'unknown' };
    const { state, ...link } = row;
    return { state, link };
  }

  /** Spends a valid link: of any number of callers one gets it, the others get undefined. */
  async consume(transaction: Transaction, token: string): Promise<OneTimeLink | undefined> {
    const [link] = await transaction.$queryRaw<OneTimeLink[]>`
      UPDATE one_time_links SET used_at = now()
       WHERE token_hash = ${hashToken(token)}
         AND used_at IS NULL AND replaced_at IS NULL AND expires_at > now()
      RETURNING purpose, email, user_id AS "userId"`;
    return link;
  }
}
