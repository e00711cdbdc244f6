import { Inject, Injectable } from '@nestjs/common';
import { SESSION_ABSOLUTE_HOURS } from '@foyer/contracts/identity/session';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { hashToken, mintToken } from '../request/secret-token.ts';
import { ownCookie, type OwnCookie } from '../request/cookie-name.ts';
import type { CookieAttributes, RequestContext } from '../request/request-context.ts';

/** A cookie with this prefix needs no look-up in the database. */
const ANONYMOUS = 'anonymous.';
const VALUE = /^(?:anonymous\.)?[\w-]{43}$/;

/**
 * The `sid` cookie. Its value is a session's token, or an anonymous value that identifies a browser without a login.
 */
@Injectable()
export class SessionCookie {
  readonly #cookie: OwnCookie;

  constructor(@Inject(API_ENV) env: ApiEnv) {
    this.#cookie = ownCookie('sid', env.PUBLIC_URL);
  }

  read(request: RequestContext): string | undefined {
    const value = request.cookies.all[this.#cookie.name];
    return value !== undefined && VALUE.test(value) ? value : undefined;
  }

  /** Returns undefined for an anonymous visitor. The session of a token may have ended. */
  readToken(request: RequestContext): string | undefined {
    const value = this.read(request);
    return value?.startsWith(ANONYMOUS) ? undefined : value;
  }

  /**
   * Returns a hash that identifies a browser, for example for its own registration. The hash changes with the `sid`
   * cookie, for example at each login, and when an anonymous visitor closes the browser.
   */
  browserHash(request: RequestContext): Uint8Array<ArrayBuffer> {
    return hashToken(`browser ${this.read(request) ?? mintToken()}`);
  }

  /** The cookie is also visible to the current request. */
  ensure(request: RequestContext): void {
    if (this.read(request) === undefined) this.#set(request, ANONYMOUS + mintToken(), {});
  }

  write(request: RequestContext, token: string): void {
    this.#set(request, token, { maxAge: SESSION_ABSOLUTE_HOURS * 3_600_000 });
  }

  forget(request: RequestContext): void {
    this.#set(request, ANONYMOUS + mintToken(), {});
  }

  #set(request: RequestContext, value: string, life: Pick<CookieAttributes, 'maxAge'>): void {
    request.cookies.write(this.#cookie.name, value, { ...this.#cookie.options, ...life });
    request.onSessionCookie?.();
  }
}
