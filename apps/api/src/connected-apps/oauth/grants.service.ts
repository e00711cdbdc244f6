import { Inject, Injectable } from '@nestjs/common';
import type { ConnectedAppsReply } from '@foyer/contracts/connected-apps/oauth';
import { redirectHostOf } from '@foyer/contracts/connected-apps/redirect-uri';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { AuditService, type AuditDetails } from '../../audit/audit.service.ts';
import { Clock } from '../../database/clock.ts';
import { findSessionProvider } from '../../identity/step-up.ts';
import type { Session } from '../../identity/session.service.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { hashToken } from '../../request/secret-token.ts';
import type { Client } from './clients.service.ts';
import { insertGrant, listLiveGrants, markReused } from './grants.queries.ts';

type ConnectedApp = ConnectedAppsReply['apps'][number];

/** All codes and tokens of one consent belong to one grant. */
@Injectable()
export class GrantsService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  async create(
    transaction: Transaction,
    session: Session,
    { id: clientId }: Client,
    scopes: string[],
  ): Promise<string | undefined> {
    const dependsOnIdp = await findSessionProvider(transaction, session);
    return insertGrant(transaction, { userId: session.userId, dependsOnIdp, clientId, scopes });
  }

  /**
   * The grant must depend on the same identity provider as the session (or on none), so that it does not outlive a
   * grant that the session could create.
   */
  async findLive(session: Session, { id: clientId }: Client, scopes: string[]): Promise<string | undefined> {
    const dependsOnIdp = await findSessionProvider(this.prisma, session);
    const grant = await this.prisma.oAuthGrant.findFirst({
      where: { ...this.#liveOf(session.userId), dependsOnIdp, clientId, scopes: { hasEvery: scopes } },
      orderBy: { expiresAt: 'desc' },
      select: { id: true },
    });
    return grant?.id;
  }

  async list(userId: string): Promise<ConnectedApp[]> {
    const grants = await listLiveGrants(this.prisma, userId);
    return [...Map.groupBy(grants, ({ clientId }) => clientId)].flatMap(([clientId, ofApp]) => {
      const [first] = ofApp;
      if (!first) return [];
      const uses = ofApp.flatMap(({ lastUsedAt }) => lastUsedAt?.toISOString() ?? []);
      return {
        clientId,
        name: first.name,
        hosts: [...new Set(first.redirectUris.map(redirectHostOf))],
        scopes: [...new Set(ofApp.flatMap(({ scopes }) => scopes))].sort(),
        connectedAt: first.createdAt.toISOString(),
        lastUsedAt: uses.sort().at(-1) ?? null,
      };
    });
  }

  /** The app's tokens are rejected from the next call on. Throws `NotFound`. */
  async disconnect(session: Session, clientId: string, request: RequestContext): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      const { count } = await transaction.oAuthGrant.updateMany({
        where: { ...this.#liveOf(session.userId), client: { clientId } },
        data: { revokedAt: this.clock.now() },
      });
      if (count === 0) throw new Problem('NotFound');
      const details = { client: clientId, by: 'user' };
      await this.audit.recordBy(session, 'oauth.disconnect', request, transaction, details);
    });
  }

  /** For a refresh token, used or not, revokes the whole grant (RFC 7009 2.1). */
  async revokeToken(client: Client, token: string, request: RequestContext): Promise<void> {
    const row = await this.prisma.oAuthToken.findFirst({
      where: { tokenHash: hashToken(token), grant: { clientId: client.id } },
      select: { id: true, kind: true, grantId: true },
    });
    if (row?.kind === 'access') await this.prisma.oAuthToken.deleteMany({ where: { id: row.id } });
    if (row?.kind !== 'refresh') return;
    await this.prisma.$transaction(async (transaction) => {
      const [ended] = await transaction.oAuthGrant.updateManyAndReturn({
        where: { id: row.grantId, revokedAt: null },
        data: { revokedAt: this.clock.now() },
        select: { userId: true },
      });
      if (!ended) return;
      const details = { client: client.clientId, by: 'app' };
      const entry = { action: 'oauth.disconnect', outcome: 'ok', userId: ended.userId, details } as const;
      await this.audit.record(entry, request, transaction);
    });
  }

  /**
   * Called after a reuse of the code or of one of its refresh tokens, which is treated as a theft (RFC 6749 4.1.2,
   * RFC 9700 4.14.2). The user's other grants to the app stay. Does nothing for a code that is unknown, unused or
   * already ended.
   */
  async endTokensOf(
    codeHash: Uint8Array<ArrayBuffer>,
    details: AuditDetails,
    request: RequestContext,
  ): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      const userId = await markReused(transaction, codeHash);
      if (userId === undefined) return;
      await transaction.oAuthToken.deleteMany({ where: { codeHash } });
      const entry = { action: 'oauth.reuse', outcome: 'ok', userId, details } as const;
      await this.audit.record(entry, request, transaction);
    });
  }

  #liveOf(userId: string) {
    return { userId, revokedAt: null, expiresAt: { gt: this.clock.now() } };
  }
}
