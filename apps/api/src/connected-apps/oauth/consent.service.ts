import { Inject, Injectable } from '@nestjs/common';
import { oauthRequest } from '@foyer/contracts/connected-apps/oauth';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { AuditService } from '../../audit/audit.service.ts';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { OAuthError } from '../../http/oauth-error.ts';
import type { Session } from '../../identity/session.service.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { hashToken, mintToken } from '../../request/secret-token.ts';
import { answerLocation, requiredPageOf } from './answer-location.ts';
import {
  check,
  NOT_ITS_SCOPE,
  stateOf,
  trust,
  type TrustedRequest,
  type ValidRequest,
} from './authorize-checks.ts';
import { insertTicket, lockSession, takeTicket } from './authorize.queries.ts';
import { ClientsService } from './clients.service.ts';
import { GrantsService } from './grants.service.ts';
import { readParameters, type Parameters } from './parameters.ts';
import { insertCode } from './tokens.queries.ts';

@Injectable()
export class ConsentService {
  readonly #issuer: string;

  constructor(
    @Inject(API_ENV) env: ApiEnv,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly clients: ClientsService,
    private readonly grants: GrantsService,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
  ) {
    this.#issuer = env.PUBLIC_URL.origin;
  }

  /**
   * Returns undefined if there is no live grant with these scopes, or if the app is public, because it cannot
   * authenticate (RFC 6749 10.2).
   */
  async answerRemembered(session: Session, valid: ValidRequest): Promise<string | undefined> {
    const { client, scopes } = valid;
    if (client.secretHash === null) return undefined;
    const grantId = await this.grants.findLive(session, client, scopes);
    return grantId === undefined ? undefined : this.#issueCode(this.prisma, valid, grantId);
  }

  async openTicket(sessionId: string, { client, parameters }: ValidRequest): Promise<string> {
    const ticket = mintToken();
    await this.prisma.$transaction(async (transaction) => {
      await lockSession(transaction, sessionId);
      await insertTicket(transaction, {
        ticketHash: hashToken(ticket),
        sessionId,
        clientId: client.id,
        request: JSON.stringify(parameters),
      });
    });
    return ticket;
  }

  /**
   * Returns the URL of the app, or of the page that the user needs first. Grants access only for `allow`. Throws
   * `InvalidCsrfToken` if the posted request differs from the ticket's, or if the ticket is unknown, used, expired or
   * another session's.
   */
  async decide(session: Session, posted: Record<string, unknown>, request: RequestContext): Promise<string> {
    const { ticket, decision, client_id: clientId } = posted;
    const isForm = typeof ticket === 'string' && typeof clientId === 'string';
    if (!isForm) throw new Problem('InvalidCsrfToken');
    const client = await this.clients.find(clientId);
    return this.prisma.$transaction(async (transaction) => {
      const taken = await takeTicket(transaction, hashToken(ticket), session.id);
      if (!taken) throw new Problem('InvalidCsrfToken');
      const stored = readParameters(taken);
      const trusted = isSame(stored, posted) && trust(client, stored);
      if (!trusted) throw new Problem('InvalidCsrfToken');
      try {
        const valid = check(trusted);
        const requiredPage = requiredPageOf(session, request);
        if (requiredPage !== undefined) return requiredPage;
        if (decision !== 'allow') throw new OAuthError('access_denied', 'The user said no.');
        return await this.#grant(transaction, session, valid, request);
      } catch (error) {
        const location = this.errorLocation(trusted, error);
        const { code: outcome, ...details } = oauthErrorOf(trusted, error);
        const { userId, user } = session;
        await this.audit.record(
          { action: 'oauth.refuse', outcome, userId, email: user.email, details },
          request,
          transaction,
        );
        return location;
      }
    });
  }

  errorLocation(trusted: TrustedRequest, error: unknown): string {
    if (!(error instanceof OAuthError)) throw error;
    return this.#answer(trusted, { error: error.code, error_description: error.message });
  }

  async #grant(
    transaction: Transaction,
    session: Session,
    valid: ValidRequest,
    request: RequestContext,
  ): Promise<string> {
    const { client, scopes } = valid;
    const { userId, user } = session;
    const grantId = await this.grants.create(transaction, session, client, scopes);
    if (grantId === undefined) throw new OAuthError('invalid_scope', NOT_ITS_SCOPE);
    const location = await this.#issueCode(transaction, valid, grantId);
    const { firstName } = await transaction.user.findUniqueOrThrow({
      where: { id: userId },
      select: { firstName: true },
    });
    await this.mails.enqueueMail(transaction, {
      kind: 'app-granted',
      to: user.email,
      content: { firstName, appName: client.name, scopes },
    });
    const details = { client: client.clientId, scopes: scopes.join(' ') };
    await this.audit.recordBy(session, 'oauth.grant', request, transaction, details);
    return location;
  }

  async #issueCode(transaction: Transaction, valid: ValidRequest, grantId: string): Promise<string> {
    const code = mintToken();
    const { redirectUri, codeChallenge, scopes } = valid;
    await insertCode(transaction, { codeHash: hashToken(code), grantId, redirectUri, codeChallenge, scopes });
    return this.#answer(valid, { code });
  }

  #answer({ redirectUri, parameters }: TrustedRequest, answer: Record<string, string>): string {
    return answerLocation(redirectUri, { ...answer, state: stateOf(parameters), iss: this.#issuer });
  }
}

export function oauthErrorOf(
  { client }: TrustedRequest,
  error: unknown,
): { client: string; code: string; reason: string } {
  const { code, message } = error instanceof OAuthError ? error : { code: 'server_error', message: '' };
  return { client: client.clientId, code, reason: message };
}

function isSame(stored: Parameters, posted: Record<string, unknown>): boolean {
  return Object.keys(oauthRequest.shape).every((name) => (posted[name] || undefined) === stored[name]);
}
