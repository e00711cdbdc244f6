import { Inject, Injectable } from '@nestjs/common';
import { SESSION_ABSOLUTE_HOURS } from '@foyer/contracts/identity/session';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { hashToken, mintToken } from '../request/secret-token.ts';
import { ownCookie, type OwnCookie } from '../request/cookie-name.ts';
import type { CookieAttributes, RequestContext } from '../request/request-context.ts';

/** Prefix of an anonymous visitor's cookie, so that it needs no look-up in the database. */
const ANONYMOUS = 'anonymous.';
const VALUE = /^(?:anonymous\.)?[\w-]{43}$/;

/** The `sid` cookie: the token of a session, or an anonymous value that only ties the CSRF token to a browser. */
@Injectable()
export class SessionCookie {
  readonly #cookie: OwnCookie;

  constructor(@Inject(API_ENV) env: ApiEnv) {
    this.#cookie = ownCookie('sid', env.PUBLIC_URL);
  }

  /** The cookie's value, or undefined when there is none that could be ours. */
  read(request: RequestContext): string | undefined {
    const value = request.cookies.all[this.#cookie.name];
    return value !== undefined && VALUE.test(value) ? value : undefined;
  }

  /** The token of a session, or undefined for an anonymous visitor. */
  readToken(request: RequestContext): string | undefined {
    const value = this.read(request);
    return value?.startsWith(ANONYMOUS) ? undefined : value;
  }

  /**
   * Identifies a browser to what it may change without a login, such as its own registration. It changes when the
   * browser closes and at each login or logout.
   */
  browserHash(request: RequestContext): Uint8Array<ArrayBuffer> {
    return hashToken(`browser ${this.read(request) ?? mintToken()}`);
  }

  /** Sets an anonymous cookie for a visitor without one, visible to this request too. */
  ensure(request: RequestContext): void {
    if (this.read(request) === undefined) this.#set(request, ANONYMOUS + mintToken(), {});
  }

  /** Sets the cookie to the token of a new session. */
  write(request: RequestContext, token: string): void {
    this.#set(request, token, { maxAge: SESSION_ABSOLUTE_HOURS * 3_600_000 });
  }

  /** Sets the cookie to an anonymous value. */
  forget(request: RequestContext): void {
    this.#set(request, ANONYMOUS + mintToken(), {});
  }

  #set(request: RequestContext, value: string, life: Pick<CookieAttributes, 'maxAge'>): void {
    request.cookies.write(this.#cookie.name, value, { ...this.#cookie.options, ...life });
    request.onSessionCookie?.();
  }
}
