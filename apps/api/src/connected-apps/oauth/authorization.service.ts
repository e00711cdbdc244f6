import { Inject, Injectable } from '@nestjs/common';
import { oauthRequest } from '@foyer/contracts/connected-apps/oauth';
import { pages } from '@foyer/contracts/pages';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { limits } from '../../config/limits.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { RateLimiter } from '../../http/rate-limiter.ts';
import { OAuthError } from '../../http/oauth-error.ts';
import { Problem } from '../../request/problem.ts';
import { SessionCookie } from '../../identity/session-cookie.ts';
import { SessionService, type Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { answerLocation } from './answer-location.ts';
import {
  check,
  NOT_ITS_SCOPE,
  stateOf,
  trust,
  type ValidRequest,
  type TrustedRequest,
} from './authorize-checks.ts';
import { ClientsService } from './clients.service.ts';
import { CodesService } from './codes.service.ts';
import { ConsentTicketsService } from './consent-tickets.service.ts';
import { FreshLogins, withMark } from './fresh-logins.service.ts';
import { GrantsService } from './grants.service.ts';
import { readParameters, type Parameters } from './parameters.ts';

/** How an authorization request is answered: with the consent page, a redirect, or a rejection. */
export type Answer =
  | {
      ask: ValidRequest;
      ticket: string;
      /** The app asked for `prompt=select_account`. */
      choosesAccount: boolean;
      /** URL to log in with another account and return. */
      otherAccount: string;
    }
  | { location: string; ask?: never }
  | { isRefused: true; ask?: never };

/** The authorization endpoint (RFC 6749 4.1.1, 4.1.2). */
@Injectable()
export class AuthorizationService {
  readonly #issuer: string;

  constructor(
    @Inject(API_ENV) env: ApiEnv,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly counts: RateLimiter,
    private readonly clients: ClientsService,
    private readonly grants: GrantsService,
    private readonly tickets: ConsentTicketsService,
    private readonly logins: FreshLogins,
    private readonly codes: CodesService,
    private readonly sessions: SessionService,
    private readonly sessionCookie: SessionCookie,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
  ) {
    this.#issuer = env.PUBLIC_URL.origin;
  }

  /** Answers `GET /oauth/authorize`. */
  async begin(query: unknown, request: RequestContext): Promise<Answer> {
    const trusted = await this.#readTrusted(query);
    if (!trusted) return { isRefused: true };
    try {
      const asked = check(trusted);
      const session = await this.#findSession(request);
      if (!session) return { location: await this.#askToLogIn(asked, request) };
      const { isDue, hasBegunSince } = await this.logins.judge(asked, session);
      const requiredPage = requiredPageOf(session, request);
      if (requiredPage !== undefined)
        return { location: stop(asked, 'interaction_required') ?? requiredPage };
      if (isDue && hasBegunSince)
        throw new OAuthError('login_required', 'The company of the user did not ask them to log in again.');
      if (isDue) return { location: await this.#askToLogIn(asked, request) };
      await this.#count(session);
      const choosesAccount = asked.prompts.values.has('select_account') && !hasBegunSince;
      const isAsked = choosesAccount || asked.prompts.values.has('consent');
      const grantId = isAsked ? undefined : await this.#findRemembered(session, asked);
      if (grantId !== undefined) return { location: await this.#issueCode(this.prisma, asked, grantId) };
      stop(asked, 'consent_required');
      const ticket = await this.tickets.open(session.id, asked);
      const otherAccount = loginThenBack(request, await this.logins.mark(asked));
      return { ask: asked, ticket, choosesAccount, otherAccount };
    } catch (error) {
      const location = this.#errorLocation(trusted, error);
      request.log.warn({ oauth: oauthErrorOf(trusted, error) }, 'authorization refused');
      return { location };
    }
  }

  /** The name of the app whose request, an address of ours, waits for a login; empty if we would refuse it. */
  async nameOfApp(waiting: string): Promise<string> {
    const { searchParams } = new URL(waiting, this.#issuer);
    return (await this.#readTrusted(Object.fromEntries(searchParams)))?.client.name ?? '';
  }

  /**
   * Handles the posted consent form and returns the redirect. Only `allow` grants. The request stored with the ticket
   * counts, and the posted one must equal it. Throws `InvalidCsrfToken`.
   */
  async decide(session: Session, posted: Record<string, unknown>, request: RequestContext): Promise<string> {
    const { ticket, decision, client_id: clientId } = posted;
    const isForm = typeof ticket === 'string' && typeof clientId === 'string';
    if (!isForm) throw new Problem('InvalidCsrfToken');
    const client = await this.clients.find(clientId);
    return this.prisma.$transaction(async (transaction) => {
      const stored = await this.tickets.consume(transaction, ticket, session.id);
      const trusted = isSame(stored, posted) && trust(client, stored);
      if (!trusted) throw new Problem('InvalidCsrfToken');
      try {
        const asked = check(trusted);
        const requiredPage = requiredPageOf(session, request);
        if (requiredPage !== undefined) return requiredPage;
        if (decision !== 'allow') throw new OAuthError('access_denied', 'The user said no.');
        return await this.#grant(transaction, session, asked, request);
      } catch (error) {
        const location = this.#errorLocation(trusted, error);
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

  /** The request, if it may be answered by a redirect. */
  async #readTrusted(query: unknown): Promise<TrustedRequest | undefined> {
    const parameters = readOnce(query);
    return parameters && trust(await this.clients.find(parameters['client_id']), parameters);
  }

  async #findSession(request: RequestContext): Promise<Session | undefined> {
    const token = this.sessionCookie.readToken(request);
    return token === undefined ? undefined : this.sessions.find(token, request);
  }

  /** Redirects to the login and back, with a mark of when it was asked for. */
  async #askToLogIn(asked: ValidRequest, request: RequestContext): Promise<string> {
    stop(asked, 'login_required');
    return loginThenBack(request, await this.logins.mark(asked));
  }

  /** From here on a row is written (a ticket or a code), so the session's limit applies. */
  async #count({ id }: Session): Promise<void> {
    const retryAfterSeconds = await this.counts.count(
      `GET ${pages.oauthAuthorize} of session ${id}`,
      limits.authorizeCalls,
    );
    if (retryAfterSeconds !== undefined)
      throw new OAuthError('temporarily_unavailable', 'Too many requests of this user. Try again later.');
  }

  /** An existing grant needs no new consent if the app can authenticate (RFC 6749 10.2). */
  async #findRemembered(session: Session, { client, scopes }: ValidRequest): Promise<string | undefined> {
    return client.secretHash === null ? undefined : this.grants.findLive(session, client, scopes);
  }

  async #grant(
    transaction: Transaction,
    session: Session,
    asked: ValidRequest,
    request: RequestContext,
  ): Promise<string> {
    const { client, scopes } = asked;
    const { userId, user } = session;
    const grantId = await this.grants.create(transaction, session, client, scopes);
    if (grantId === undefined) throw new OAuthError('invalid_scope', NOT_ITS_SCOPE);
    const location = await this.#issueCode(transaction, asked, grantId);
    const { firstName } = await transaction.user.findUniqueOrThrow({
      where: { id: userId },
      select: { firstName: true },
    });
    await this.mails.enqueueMail(transaction, {
      kind: 'app-granted',
      to: user.email,
      content: { firstName, appName: client.name, scopes },
    });
    await this.audit.record(
      {
        ...{ action: 'oauth.grant', outcome: 'ok', userId, email: user.email },
        details: { client: client.clientId, scopes: scopes.join(' ') },
      },
      request,
      transaction,
    );
    return location;
  }

  async #issueCode(transaction: Transaction, asked: ValidRequest, grantId: string): Promise<string> {
    const code = await this.codes.issue(transaction, asked, grantId);
    return this.#answer(asked, { code });
  }

  /** The redirect with an OAuth error. Other errors are rethrown. */
  #errorLocation(trusted: TrustedRequest, error: unknown): string {
    if (!(error instanceof OAuthError)) throw error;
    return this.#answer(trusted, { error: error.code, error_description: error.message });
  }

  #answer({ redirectUri, parameters }: TrustedRequest, answer: Record<string, string>): string {
    return answerLocation(redirectUri, { ...answer, state: stateOf(parameters), iss: this.#issuer });
  }
}

/** The app, code and reason, for the security log. */
function oauthErrorOf(
  { client }: TrustedRequest,
  error: unknown,
): { client: string; code: string; reason: string } {
  const { code, message } = error instanceof OAuthError ? error : { code: 'server_error', message: '' };
  return { client: client.clientId, code, reason: message };
}

function readOnce(query: unknown): Parameters | undefined {
  try {
    return readParameters(query);
  } catch {
    return undefined;
  }
}

const SILENT = {
  consent_required: 'The user has to be asked, and prompt=none forbids it.',
  interaction_required: 'The user has something to do first, and prompt=none forbids it.',
  login_required: 'The user has to log in, and prompt=none forbids it.',
} as const;

/** Throws the error for `prompt=none` where a page would have to be shown. */
function stop({ prompts }: ValidRequest, code: keyof typeof SILENT): undefined {
  if (prompts.values.has('none')) throw new OAuthError(code, SILENT[code]);
}

/** The login page with the whole request to return to, its mark replaced. */
function loginThenBack(request: RequestContext, mark?: string): string {
  // A redirect target must not contain a backslash.
  const asked = request.url.replaceAll('\\', '%5C');
  const back = mark === undefined ? asked : withMark(asked, mark);
  return `${pages.login}?redirect=${encodeURIComponent(back)}`;
}

/** Where a visitor who still has to pay must go first; the login page explains an ended subscription. */
function requiredPageOf(session: Session, request: RequestContext): string | undefined {
  if (session.restrictedTo) return loginThenBack(request);
  return session.hasIncompleteBilling ? pages.proUpgrade : undefined;
}

/** Whether a form has exactly the parameters of the stored request. */
function isSame(stored: Parameters, posted: Record<string, unknown>): boolean {
  return Object.keys(oauthRequest.shape).every((name) => (posted[name] || undefined) === stored[name]);
}
