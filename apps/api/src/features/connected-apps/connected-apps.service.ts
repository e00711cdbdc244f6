import { Inject, Injectable } from '@nestjs/common';
import type { ConnectedAppsReply } from '@foyer/contracts/oauth';
import { redirectHostOf } from '@foyer/contracts/redirect-uri';
import { PrismaClient } from '@foyer/db/client';
import type { Request } from 'express';
import { AuditService } from '../../audit/audit.service.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../session/session.service.ts';

type ConnectedApp = ConnectedAppsReply['apps'][number];
type Row = {
  clientId: string;
  name: string;
  redirectUris: string[];
  scopes: string[];
  connectedAt: Date;
  lastUsedAt: Date | null;
};

/** Apps with access to a user's data: one entry per app for all its live grants. */
@Injectable()
export class ConnectedAppsService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly audit: AuditService,
  ) {}

  async list(userId: string): Promise<ConnectedApp[]> {
    const rows = await this.prisma.$queryRaw<Row[]>`
      SELECT c.client_id AS "clientId", c.name, c.redirect_uris AS "redirectUris",
             array_agg(DISTINCT s.scope ORDER BY s.scope) AS scopes,
             min(g.created_at) AS "connectedAt", max(g.last_used_at) AS "lastUsedAt"
        FROM oauth_grants g JOIN oauth_clients c ON c.id = g.client_id CROSS JOIN unnest(g.scopes) AS s (scope)
       WHERE g.user_id = ${userId}::uuid AND g.revoked_at IS NULL AND g.expires_at > now()
       GROUP BY c.id
       ORDER BY c.name, c.client_id`;
    return rows.map(({ redirectUris, connectedAt, lastUsedAt, ...row }) => ({
      ...row,
      hosts: [...new Set(redirectUris.map(redirectHostOf))],
      connectedAt: connectedAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }));
  }

  /** Ends all grants of this user to an app; its tokens are rejected from the next call on. Throws `NotFound`. */
  async disconnect({ userId, user }: Session, clientId: string, request: Request): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      const ended = await transaction.$executeRaw`
        UPDATE oauth_grants g SET revoked_at = now() FROM oauth_clients c
         WHERE c.client_id = ${clientId} AND g.client_id = c.id AND g.user_id = ${userId}::uuid
           AND g.revoked_at IS NULL AND g.expires_at > now()`;
      if (ended === 0) throw new Problem('NotFound');
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
