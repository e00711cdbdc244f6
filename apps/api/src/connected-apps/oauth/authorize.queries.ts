import type { Transaction } from '@foyer/db/client';
import { cast, clockTime, flag, later, now, secondsBetween, typedSql } from '@foyer/db/typed-sql';
import type { Pool } from 'pg';

const TICKET_LIFE_MINUTES = 10;
/** The maximum number of tickets of a session. Each consent page writes a ticket. */
export const MAX_TICKETS = 10;

export async function findClient(db: Pool, clientId: string) {
  return typedSql(db)
    .selectFrom('oauthClients')
    .select(['id', 'clientId', 'name', 'secretHash', 'oldSecretHash', 'redirectUris', 'scopes', 'isEnabled'])
    .where('clientId', '=', clientId)
    .executeTakeFirst();
}

/**
 * `isFresh`: the user proved their identity after `requestedAt`. `isSessionAfterRequest`: the session began after it. Both are
 * false after `waitsUntil`. `age`: seconds since the user last proved their identity.
 */
export async function readLogin(
  db: Pool,
  sessionId: string,
  { requestedAt, waitsUntil }: { requestedAt: Date | undefined; waitsUntil: Date | undefined },
) {
  return typedSql(db)
    .selectFrom('sessions')
    .select((row) => {
      const isSinceRequest = (at: 'createdAt' | 'authenticatedAt') =>
        flag(
          row.and([
            row(at, '>=', cast(row.val(requestedAt), 'timestamptz')),
            row(now(), '<=', cast(row.val(waitsUntil), 'timestamptz')),
          ]),
        );
      return [
        isSinceRequest('authenticatedAt').as('isFresh'),
        isSinceRequest('createdAt').as('isSessionAfterRequest'),
        secondsBetween(row.ref('authenticatedAt'), now()).as('age'),
      ];
    })
    .where('id', '=', sessionId)
    .executeTakeFirst();
}

export async function lockSession(db: Transaction, id: string): Promise<void> {
  await typedSql(db).selectFrom('sessions').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Deletes the session's oldest tickets above `MAX_TICKETS`. */
export async function insertTicket(
  db: Transaction,
  ticket: { ticketHash: Uint8Array<ArrayBuffer>; sessionId: string; clientId: string; request: string },
): Promise<void> {
  await typedSql(db)
    .with('surplus', (from) =>
      from.deleteFrom('consentTickets').where('ticketHash', 'in', (row) =>
        row
          .selectFrom('consentTickets')
          .select('ticketHash')
          .where('sessionId', '=', ticket.sessionId)
          .orderBy('expiresAt', 'desc')
          .orderBy('ticketHash')
          .offset(MAX_TICKETS - 1),
      ),
    )
    .insertInto('consentTickets')
    .values({ ...ticket, expiresAt: later(clockTime(), { minutes: TICKET_LIFE_MINUTES }) })
    .execute();
}

/**
 * Returns the ticket's request. Locks the session until the transaction ends, so that a concurrent transaction that
 * ends all sessions of the user waits, and also ends the new grant.
 */
export async function takeTicket(db: Transaction, ticketHash: Uint8Array<ArrayBuffer>, sessionId: string) {
  const row = await typedSql(db)
    .with('session', (from) =>
      from.selectFrom('sessions').select('id').where('id', '=', sessionId).forShare(),
    )
    .deleteFrom('consentTickets as t')
    .using('session')
    .where('t.ticketHash', '=', ticketHash)
    .whereRef('t.sessionId', '=', 'session.id')
    .where('t.expiresAt', '>', now())
    .returning('t.request')
    .executeTakeFirst();
  return row?.request;
}
