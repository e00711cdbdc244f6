import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { hashToken, mintToken } from '../../credentials/secret-token.ts';
import { Problem } from '../../request/problem.ts';
import type { ValidRequest } from './authorize-checks.ts';
import type { Parameters } from './parameters.ts';

const TICKET_LIFE_MINUTES = 10;
/** A session's oldest tickets are dropped beyond this number: GETs must not fill a table. */
export const MAX_TICKETS = 10;

/** Pending consents of signed-in users, each good for one answer in its session. */
@Injectable()
export class ConsentTicketsService {
  constructor(@Inject(PrismaClient) private readonly prisma: PrismaClient) {}

  /** Opens a ticket for one answer to this request, dropping the session's oldest. */
  async open(sessionId: string, { client, parameters }: ValidRequest): Promise<string> {
    const ticket = mintToken();
    await this.prisma.$transaction(async (transaction) => {
      // Serialises a session's requests, so that each sees the tickets of those before it.
      await transaction.$queryRaw`SELECT id FROM sessions WHERE id = ${sessionId}::uuid FOR NO KEY UPDATE`;
      await transaction.$executeRaw`
        WITH surplus AS (
          DELETE FROM consent_tickets WHERE ticket_hash IN (
            SELECT ticket_hash FROM consent_tickets WHERE session_id = ${sessionId}::uuid
             ORDER BY expires_at DESC, ticket_hash OFFSET ${MAX_TICKETS - 1}::int))
        INSERT INTO consent_tickets (ticket_hash, session_id, client_id, request, expires_at)
        VALUES (${hashToken(ticket)}, ${sessionId}::uuid, ${client.id}::uuid, ${JSON.stringify(parameters)}::jsonb,
                clock_timestamp() + make_interval(mins => ${TICKET_LIFE_MINUTES}::int))`;
    });
    return ticket;
  }

  /**
   * Consumes a ticket and returns its request. Locks the session until the transaction ends, so that whoever ends all
   * of a user's sessions sees the grant, too. Throws `InvalidCsrfToken` for a ticket that is unknown, used, expired
   * or another session's.
   */
  async consume(transaction: Transaction, ticket: string, sessionId: string): Promise<Parameters> {
    const [row] = await transaction.$queryRaw<{ request: Parameters }[]>`
      WITH session AS (SELECT id FROM sessions WHERE id = ${sessionId}::uuid FOR SHARE)
      DELETE FROM consent_tickets t USING session
       WHERE t.ticket_hash = ${hashToken(ticket)} AND t.session_id = session.id AND t.expires_at > now()
      RETURNING t.request`;
    if (!row) throw new Problem('InvalidCsrfToken');
    return row.request;
  }
}
