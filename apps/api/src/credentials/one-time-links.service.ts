import { Inject, Injectable } from '@nestjs/common';
import { linkLifeHours, type LinkState } from '@foyer/contracts/password';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { hashToken, mintToken } from './secret-token.ts';

/** What a link is for: a registration, whose address it verifies, or a user, whose password it resets. */
export type LinkSubject =
  | { purpose: 'create_password'; email: string; registrationId: string }
  | { purpose: 'reset_password'; email: string; userId: string };

/** A sign-up link's registration is gone once the address has an account. */
export type OneTimeLink = {
  purpose: LinkSubject['purpose'];
  email: string;
  userId: string | null;
  registrationId: string | null;
};

/**
 * Links that set a password. A link is consumed only by the call that carries the new password; opening it changes
 * nothing (invariant 2 of docs/security.md). An address may have several live links, because others can cause one.
 * They end by database triggers (migration "reset_links_end"): reset links with a change of the password or address
 * or a deactivation, sign-up links with the account. While an owner has yet to say whose the address is
 * (`has_undecided_identity`), no reset link works.
 */
@Injectable()
export class OneTimeLinksService {
  constructor(@Inject(PrismaClient) private readonly prisma: PrismaClient) {}

  /**
   * Creates a link and returns the token for the mail. It waits for concurrent changes to its subject and they wait
   * for it, so that no link outlives a change that ends links.
   */
  async mint(transaction: Transaction, subject: LinkSubject): Promise<string> {
    const { purpose, email } = subject;
    const userId = subject.purpose === 'reset_password' ? subject.userId : null;
    const registrationId = subject.purpose === 'create_password' ? subject.registrationId : null;
    const token = mintToken();
    if (userId !== null)
      await transaction.$executeRaw`SELECT FROM users WHERE id = ${userId}::uuid FOR SHARE`;
    await transaction.$executeRaw`
      INSERT INTO one_time_links (purpose, email, user_id, registration_id, token_hash, expires_at)
      VALUES (${purpose}::link_purpose, ${email}, ${userId}::uuid, ${registrationId}::uuid, ${hashToken(token)},
              now() + make_interval(hours => ${linkLifeHours[purpose]}::int))`;
    return token;
  }

  async find(token: string): Promise<{ state: LinkState; link?: OneTimeLink }> {
    const [row] = await this.prisma.$queryRaw<(OneTimeLink & { state: LinkState })[]>`
      SELECT purpose, email, user_id AS "userId", registration_id AS "registrationId",
             CASE WHEN used_at IS NOT NULL THEN 'used'
                  WHEN purpose = 'create_password' AND registration_id IS NULL THEN 'used'
                  WHEN replaced_at IS NOT NULL OR has_undecided_identity(user_id) THEN 'replaced'
                  WHEN expires_at <= now() THEN 'expired'
                  ELSE 'valid' END AS state
        FROM one_time_links WHERE token_hash = ${hashToken(token)}`;
    if (!row) return { state: 'unknown' };
    const { state, ...link } = row;
    return { state, link };
  }

  /** Consumes a valid link: of any number of concurrent calls one gets it, the others get undefined. */
  async consume(
    transaction: Transaction,
    token: string,
    { email, userId }: OneTimeLink,
  ): Promise<OneTimeLink | undefined> {
    // Calls with other links of the same person wait here, before either holds a lock that the other needs next.
    if (userId === null)
      await transaction.$executeRaw`SELECT FROM registrations WHERE address = ${email} ORDER BY id FOR UPDATE`;
    else await transaction.$executeRaw`SELECT FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
    const [link] = await transaction.$queryRaw<OneTimeLink[]>`
      UPDATE one_time_links SET used_at = now()
       WHERE token_hash = ${hashToken(token)}
         AND used_at IS NULL AND replaced_at IS NULL AND expires_at > now()
         AND (purpose = 'reset_password' OR registration_id IS NOT NULL) AND NOT has_undecided_identity(user_id)
      RETURNING purpose, email, user_id AS "userId", registration_id AS "registrationId"`;
    return link;
  }
}
