import { Inject, Injectable } from '@nestjs/common';
import { endpoints, type Endpoint } from '@foyer/contracts/endpoints';
import { doubleCsrf } from 'csrf-csrf';
import type { NextFunction, Request, Response } from 'express';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { SessionCookie } from './session-cookie.ts';
import { cookieName } from '../request/cookie-name.ts';
import { Problem } from '../request/problem.ts';

const FIELD = '_csrf';
const HEADER = 'csrf-token';

/** Calls that need no CSRF token: they authenticate in another way or are CSP reports (docs/security.md 5.3). */
const EXEMPT = new Set<Endpoint | undefined>([
  endpoints.stripeWebhook,
  endpoints.inviteToEvent,
  endpoints.samlAcs,
  endpoints.oauthToken,
  endpoints.oauthRevoke,
  endpoints.oauthIntrospect,
  endpoints.oauthUserinfoByPost,
  endpoints.cspReport,
]);

/**
 * CSRF protection (docs/security.md 5.3). The token is bound to the session cookie, which anonymous visitors also have.
 * The client returns the token as `_csrf` in the body or in the `csrf-token` header.
 */
@Injectable()
export class Csrf {
  readonly #csrf;
  readonly #origin: string;

  constructor(
    @Inject(API_ENV) env: ApiEnv,
    private readonly sessionCookie: SessionCookie,
  ) {
    const isHttps = env.PUBLIC_URL.protocol === 'https:';
    this.#origin = env.PUBLIC_URL.origin;
    this.#csrf = doubleCsrf({
      getSecret: () => env.CSRF_SECRET,
      getSessionIdentifier: (request) => this.sessionCookie.read(request.context) ?? '',
      cookieName: cookieName('csrf', isHttps),
      cookieOptions: { httpOnly: true, sameSite: 'strict', secure: isHttps, path: '/' },
      getCsrfTokenFromRequest: tokenOf,
    });
  }

  tokenFor(request: Request, response: Response): string {
    this.sessionCookie.ensure(request.context);
    return this.#csrf.generateCsrfToken(request, response, { validateOnReuse: false });
  }

  /**
   * Runs before the rate limits. Otherwise, a foreign page that people in a company open could exhaust the limits of
   * the company's network.
   */
  readonly rejectCrossOrigin = (request: Request, _response: Response, next: NextFunction): void => {
    next(isProtected(request) && this.#isForeign(request) ? new Problem('InvalidCsrfToken') : undefined);
  };

  readonly protect = (request: Request, response: Response, next: NextFunction): void => {
    if (!isProtected(request)) return next();
    if (!this.sessionCookie.read(request.context) || !this.#csrf.validateRequest(request))
      return next(new Problem('InvalidCsrfToken'));
    const body: unknown = request.body;
    if (typeof body === 'object' && body !== null && FIELD in body) delete body[FIELD];
    // If the session cookie changes, the response carries a new token.
    request.context.onSessionCookie = () => response.setHeader(HEADER, this.tokenFor(request, response));
    next();
  };

  /** The `no-referrer` policy makes our own forms send the origin `null`. Only for `null`, `Sec-Fetch-Site` decides. */
  #isForeign(request: Request): boolean {
    const origin = request.get('origin');
    const site = request.get('sec-fetch-site');
    const isOwn =
      origin === undefined || origin === this.#origin || (origin === 'null' && site === 'same-origin');
    return !isOwn || site === 'cross-site';
  }
}

function isProtected(request: Request): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(request.method) && !EXEMPT.has(request.endpoint);
}

function tokenOf(request: Request): string | undefined {
  const header = request.get(HEADER);
  const body: unknown = request.body;
  const field = typeof body === 'object' && body !== null && FIELD in body ? body[FIELD] : undefined;
  if (field !== undefined && typeof field !== 'string') return undefined;
  if (header !== undefined && field !== undefined && header !== field) return undefined;
  return header ?? field;
}
