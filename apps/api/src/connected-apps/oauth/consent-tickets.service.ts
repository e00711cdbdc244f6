import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { clockTime, later, now, typedSql } from '@foyer/db/typed-sql';
import { hashToken, mintToken } from '../../request/secret-token.ts';
import { Problem } from '../../request/problem.ts';
import type { ValidRequest } from './authorize-checks.ts';
import { readParameters, type Parameters } from './parameters.ts';

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
      await typedSql(transaction)
        .selectFrom('sessions')
        .select('id')
        .where('id', '=', sessionId)
        .forNoKeyUpdate()
        .execute();
      await typedSql(transaction)
        .with('surplus', (from) =>
          from.deleteFrom('consentTickets').where('ticketHash', 'in', (row) =>
            row
              .selectFrom('consentTickets')
              .select('ticketHash')
              .where('sessionId', '=', sessionId)
              .orderBy('expiresAt', 'desc')
              .orderBy('ticketHash')
              .offset(MAX_TICKETS - 1),
          ),
        )
        .insertInto('consentTickets')
        .values({
          ticketHash: hashToken(ticket),
          sessionId,
          clientId: client.id,
          request: JSON.stringify(parameters),
          expiresAt: later(clockTime(), { minutes: TICKET_LIFE_MINUTES }),
        })
        .execute();
    });
    return ticket;
  }

  /**
   * Consumes a ticket and returns its request. Locks the session until the transaction ends, so that whoever ends all
   * of a user's sessions sees the grant, too. Throws `InvalidCsrfToken` for a ticket that is unknown, used, expired
   * or another session's.
   */
  async consume(transaction: Transaction, ticket: string, sessionId: string): Promise<Parameters> {
    const row = await typedSql(transaction)
      .with('session', (from) =>
        from.selectFrom('sessions').select('id').where('id', '=', sessionId).forShare(),
      )
      .deleteFrom('consentTickets as t')
      .using('session')
      .where('t.ticketHash', '=', hashToken(ticket))
      .whereRef('t.sessionId', '=', 'session.id')
      .where('t.expiresAt', '>', now())
      .returning('t.request')
      .executeTakeFirst();
    if (!row) throw new Problem('InvalidCsrfToken');
    return readParameters(row.request);
  }
}
