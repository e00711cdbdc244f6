import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';
import { AuditService } from '../../audit/audit.service.ts';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { AppAccessService } from '../app-access.service.ts';
import { hashToken } from '../../request/secret-token.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Client } from './clients.service.ts';
import { GrantsService } from './grants.service.ts';

/** A token's state (RFC 7662 2.2); times in seconds since 1970. */
export type TokenState =
  | { active: false }
  | {
      active: true;
      scope: string;
      client_id: string;
      sub: string;
      iss: string;
      aud: string[];
      iat: number;
      exp: number;
      token_type?: 'Bearer';
    };

@Injectable()
export class TokenStateService {
  readonly #issuer: string;
  readonly #product: string;

  constructor(
    @Inject(API_ENV) env: ApiEnv,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly appAccess: AppAccessService,
    private readonly grants: GrantsService,
    private readonly audit: AuditService,
  ) {
    this.#issuer = env.PUBLIC_URL.origin;
    this.#product = new URL(env.HOME_URL).origin;
  }

  /** Whose calls a token is for (RFC 7662 2.2): the diagramming product's, or the portal's own. A refresh token is for us alone. */
  #audienceOf(scopes: readonly string[]): string[] {
    const isOfProduct = (scope: string): boolean => scope.startsWith('diagrams.');
    return [
      ...(scopes.every(isOfProduct) ? [] : [this.#issuer]),
      ...(scopes.some(isOfProduct) ? [this.#product] : []),
    ];
  }

  /**
   * A token's state. An app (`owner`) sees its own access and refresh tokens; other callers only access tokens, so
   * that a refresh token is not taken for one. All unusable tokens look the same.
   */
  async describe(token: string, owner?: Client): Promise<TokenState> {
    const access = await this.appAccess.find(token);
    const found = access ?? (owner && (await this.appAccess.find(token, 'refresh')));
    if (!found || (owner && found.clientId !== owner.clientId)) return { active: false };
    return {
      active: true,
      scope: found.scopes.join(' '),
      client_id: found.clientId,
      sub: found.user.id,
      iss: this.#issuer,
      aud: access ? this.#audienceOf(found.scopes) : [this.#issuer],
      iat: toSeconds(found.issuedAt),
      exp: toSeconds(found.expiresAt),
      ...(access ? { token_type: 'Bearer' } : {}),
    };
  }

  /** Revokes an access token of this app, or, with a refresh token, used or not, its whole grant (RFC 7009 2.1). */
  async revoke(client: Client, token: string, request: RequestContext): Promise<void> {
    const row = await this.prisma.oAuthToken.findFirst({
      where: { tokenHash: hashToken(token), grant: { clientId: client.id } },
      select: { id: true, kind: true, grantId: true },
    });
    if (row?.kind === 'access') await this.prisma.oAuthToken.deleteMany({ where: { id: row.id } });
    if (row?.kind !== 'refresh') return;
    await this.prisma.$transaction(async (transaction) => {
      const userId = await this.grants.end(transaction, row.grantId);
      if (userId !== undefined)
        await this.audit.record(
          {
            ...{ action: 'oauth.disconnect', outcome: 'ok', userId },
            details: { client: client.clientId, by: 'app' },
          },
          request,
          transaction,
        );
    });
  }
}

const toSeconds = (time: Date) => Math.floor(time.getTime() / 1000);
