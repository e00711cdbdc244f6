import { Inject, Injectable } from '@nestjs/common';
import type { ConnectedAppsReply } from '@foyer/contracts/connected-apps/oauth';
import { redirectHostOf } from '@foyer/contracts/connected-apps/redirect-uri';
import { PrismaClient } from '@foyer/db/client';
import { now, typedSql } from '@foyer/db/typed-sql';
import { AuditService } from '../../audit/audit.service.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';

type ConnectedApp = ConnectedAppsReply['apps'][number];

/** Apps with access to a user's data: one entry per app for all its live grants. */
@Injectable()
export class ConnectedAppsService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly audit: AuditService,
  ) {}

  async list(userId: string): Promise<ConnectedApp[]> {
    const grants = await typedSql(this.prisma)
      .selectFrom('oauthGrants as g')
      .innerJoin('oauthClients as c', 'c.id', 'g.clientId')
      .select(['c.clientId', 'c.name', 'c.redirectUris', 'g.scopes', 'g.createdAt', 'g.lastUsedAt'])
      .where('g.userId', '=', userId)
      .where('g.revokedAt', 'is', null)
      .where('g.expiresAt', '>', now())
      .orderBy('c.name')
      .orderBy('c.clientId')
      .orderBy('g.createdAt')
      .execute();
    return [...Map.groupBy(grants, ({ clientId }) => clientId)].flatMap(([clientId, ofApp]) => {
      const [first] = ofApp;
      if (!first) return [];
      const uses = ofApp.flatMap(({ lastUsedAt }) => lastUsedAt?.toISOString() ?? []);
      return {
        ...{ clientId, name: first.name },
        hosts: [...new Set(first.redirectUris.map(redirectHostOf))],
        scopes: [...new Set(ofApp.flatMap(({ scopes }) => scopes))].sort(),
        connectedAt: first.createdAt.toISOString(),
        lastUsedAt: uses.sort().at(-1) ?? null,
      };
    });
  }

  /** Ends all grants of this user to an app; its tokens are rejected from the next call on. Throws `NotFound`. */
  async disconnect({ userId, user }: Session, clientId: string, request: RequestContext): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      const ended = await typedSql(transaction)
        .updateTable('oauthGrants as g')
        .from('oauthClients as c')
        .set({ revokedAt: now() })
        .where('c.clientId', '=', clientId)
        .whereRef('g.clientId', '=', 'c.id')
        .where('g.userId', '=', userId)
        .where('g.revokedAt', 'is', null)
        .where('g.expiresAt', '>', now())
        .executeTakeFirst();
      if (ended.numUpdatedRows === 0n) throw new Problem('NotFound');
      await this.audit.record(
        {
          ...{ action: 'oauth.disconnect', outcome: 'ok', userId, email: user.email },
          details: { client: clientId, by: 'user' },
        },
        request,
        transaction,
      );
    });
  }
}
