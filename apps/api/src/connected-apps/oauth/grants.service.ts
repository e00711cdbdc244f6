import { Inject, Injectable } from '@nestjs/common';
import { GRANT_LIFE_DAYS } from '@foyer/contracts/connected-apps/oauth';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { ahead, cast, insertSelected, now, typedSql } from '@foyer/db/typed-sql';
import { AuditService, type AuditDetails } from '../../audit/audit.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { noteOf } from '../../identity/note-of.ts';
import type { Session } from '../../identity/session.service.ts';
import type { Client } from './clients.service.ts';

/** What users allowed apps: the family that all codes and tokens of one consent belong to. */
@Injectable()
export class GrantsService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly audit: AuditService,
  ) {}

  /** A new grant, made in a session; nothing made under it outlives it. Undefined if a scope has just been taken from the app. */
  async create(
    transaction: Transaction,
    session: Session,
    client: Client,
    scopes: string[],
  ): Promise<string | undefined> {
    const { userId } = session;
    const onWordOf = await noteOf(transaction, session);
    const grant = await insertSelected(
      typedSql(transaction).insertInto('oauthGrants'),
      ['clientId', 'userId', 'onWordOf', 'scopes', 'expiresAt'],
      (from) =>
        from
          .selectFrom('oauthClients as c')
          .select((row) => [
            'c.id as clientId',
            cast(row.val(userId), 'uuid').as('userId'),
            cast(row.val(onWordOf), 'uuid').as('onWordOf'),
            cast(row.val(scopes), 'text[]').as('scopes'),
            ahead({ days: GRANT_LIFE_DAYS }).as('expiresAt'),
          ])
          .where('c.id', '=', client.id)
          .where((row) => row('c.scopes', '@>', row.val(scopes)))
          .forShare(),
    )
      .returning('id')
      .executeTakeFirst();
    return grant?.id;
  }

  /**
   * A live grant of a session's user to this app that has all the scopes, and ends with what the session would note: what
   * a company's session is given does not outlive the company's word.
   */
  async findLive(session: Session, client: Client, scopes: string[]): Promise<string | undefined> {
    const onWordOf = await noteOf(this.prisma, session);
    const grant = await typedSql(this.prisma)
      .selectFrom('oauthGrants')
      .select('id')
      .where('userId', '=', session.userId)
      .where((row) => row('onWordOf', 'is not distinct from', cast(row.val(onWordOf), 'uuid')))
      .where('clientId', '=', client.id)
      .where((row) => row('scopes', '@>', row.val(scopes)))
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', now())
      .orderBy('expiresAt', 'desc')
      .limit(1)
      .executeTakeFirst();
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
      const code = await typedSql(transaction)
        .updateTable('oauthCodes as k')
        .from('oauthGrants as g')
        .set({ reusedAt: now() })
        .where('k.codeHash', '=', new Uint8Array(codeHash))
        .where('k.usedAt', 'is not', null)
        .where('k.reusedAt', 'is', null)
        .whereRef('g.id', '=', 'k.grantId')
        .returning('g.userId')
        .executeTakeFirst();
      if (!code) return;
      await transaction.oAuthToken.deleteMany({ where: { codeHash: new Uint8Array(codeHash) } });
      const event = { action: 'oauth.reuse', outcome: 'ok', userId: code.userId, details } as const;
      await this.audit.record(event, request, transaction);
    });
  }

  /** Ends a grant and with it every code and token. Gives its user, unless it had ended before. */
  async end(transaction: Transaction, grantId: string): Promise<string | undefined> {
    const ended = await typedSql(transaction)
      .updateTable('oauthGrants')
      .set({ revokedAt: now() })
      .where('id', '=', grantId)
      .where('revokedAt', 'is', null)
      .returning('userId')
      .executeTakeFirst();
    return ended?.userId;
  }
}
