import { Injectable } from '@nestjs/common';
import { pages } from '@foyer/contracts/pages';
import { limits } from '../../config/limits.ts';
import { RateLimiter } from '../../http/rate-limiter.ts';
import { OAuthError } from '../../http/oauth-error.ts';
import { SessionService, type Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { loginThenBack, requiredPageOf } from './answer-location.ts';
import { check, trust, type TrustedRequest, type ValidRequest } from './authorize-checks.ts';
import { ClientsService } from './clients.service.ts';
import { ConsentService, oauthErrorOf } from './consent.service.ts';
import { FreshLogins } from './fresh-logins.service.ts';
import { readParameters, type Parameters } from './parameters.ts';

export type Answer =
  | {
      request: ValidRequest;
      ticket: string;
      /** The app asked for `prompt=select_account`, and the user has not chosen yet. */
      choosesAccount: boolean;
      otherAccount: string;
    }
  | { location: string };

/** The authorization endpoint (RFC 6749 4.1.1, 4.1.2). */
@Injectable()
export class AuthorizationService {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly clients: ClientsService,
    private readonly consents: ConsentService,
    private readonly logins: FreshLogins,
    private readonly sessions: SessionService,
  ) {}

  /** Returns undefined if no redirect to an app is allowed (`trust`). */
  async begin(query: unknown, request: RequestContext): Promise<Answer | undefined> {
    const trusted = await this.#readTrusted(query);
    if (!trusted) return undefined;
    try {
      const valid = check(trusted);
      const session = await this.sessions.find(request);
      if (!session) return { location: await this.#sendToLogin(valid, request) };
      const { isDue, isSessionAfterRequest } = await this.logins.checkLogin(valid, session);
      const requiredPage = requiredPageOf(session, request);
      if (requiredPage !== undefined) {
        refuseIfSilent(valid, 'interaction_required');
        return { location: requiredPage };
      }
      if (isDue && isSessionAfterRequest)
        throw new OAuthError('login_required', 'The company of the user did not ask them to log in again.');
      if (isDue) return { location: await this.#sendToLogin(valid, request) };
      await this.#countCall(session);
      const choosesAccount = valid.prompts.values.has('select_account') && !isSessionAfterRequest;
      if (!choosesAccount && !valid.prompts.values.has('consent')) {
        const location = await this.consents.answerRemembered(session, valid);
        if (location !== undefined) return { location };
      }
      refuseIfSilent(valid, 'consent_required');
      const ticket = await this.consents.openTicket(session.id, valid);
      const otherAccount = loginThenBack(request, await this.logins.signRequestTime(valid));
      return { request: valid, ticket, choosesAccount, otherAccount };
    } catch (error) {
      const location = this.consents.errorLocation(trusted, error);
      request.log.warn({ oauth: oauthErrorOf(trusted, error) }, 'authorization refused');
      return { location };
    }
  }

  /** Returns an empty string if the app is not enabled or has not registered the redirect URI. */
  async nameOfApp(waiting: string): Promise<string> {
    const { searchParams } = new URL(waiting, 'https://portal');
    return (await this.#readTrusted(Object.fromEntries(searchParams)))?.client.name ?? '';
  }

  async #readTrusted(query: unknown): Promise<TrustedRequest | undefined> {
    const parameters = readOnce(query);
    return parameters && trust(await this.clients.find(parameters['client_id']), parameters);
  }

  async #sendToLogin(valid: ValidRequest, request: RequestContext): Promise<string> {
    refuseIfSilent(valid, 'login_required');
    return loginThenBack(request, await this.logins.signRequestTime(valid));
  }

  /** Limits the calls of a session, because each call may write a ticket or a code. */
  async #countCall({ id }: Session): Promise<void> {
    const retryAfterSeconds = await this.limiter.count(
      `GET ${pages.oauthAuthorize} of session ${id}`,
      limits.authorizeCalls,
    );
    if (retryAfterSeconds !== undefined)
      throw new OAuthError('temporarily_unavailable', 'Too many requests of this user. Try again later.');
  }
}

function readOnce(query: unknown): Parameters | undefined {
  try {
    return readParameters(query);
  } catch {
    return undefined;
  }
}

const SILENT_ERRORS = {
  consent_required: 'The user has to be asked, and prompt=none forbids it.',
  interaction_required: 'The user has something to do first, and prompt=none forbids it.',
  login_required: 'The user has to log in, and prompt=none forbids it.',
} as const;

/** Call this when the portal has to show a page, which `prompt=none` forbids. */
function refuseIfSilent({ prompts }: ValidRequest, code: keyof typeof SILENT_ERRORS): void {
  if (prompts.values.has('none')) throw new OAuthError(code, SILENT_ERRORS[code]);
}
