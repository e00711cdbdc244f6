import { Inject, Injectable } from '@nestjs/common';
import { SESSION_ABSOLUTE_HOURS } from '@foyer/contracts/session';
import type { CookieOptions, Request, Response } from 'express';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { hashToken, mintToken } from '../credentials/secret-token.ts';
import { cookieName } from '../http/cookies.ts';

/** Begins the value of a visitor who is not signed in: no look-up in the database is needed for those. */
const ANONYMOUS = 'anonymous.';
const VALUE = /^(?:anonymous\.)?[\w-]{43}$/;

/** The `sid` cookie: the token of a session, or an anonymous value that only ties the CSRF token to a browser. */
@Injectable()
export class SessionCookie {
  readonly #name: string;
  readonly #options: CookieOptions;

  constructor(@Inject(API_ENV) env: ApiEnv) {
    const isHttps = env.PUBLIC_URL.protocol === 'https:';
    this.#name = cookieName('sid', isHttps);
    this.#options = { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' };
  }

  /** The cookie's value, or undefined when there is none of ours. */
  read(request: Request): string | undefined {
    const value: unknown = (request.cookies as Record<string, unknown> | undefined)?.[this.#name];
    return typeof value === 'string' && VALUE.test(value) ? value : undefined;
  }

  /** The token of a session, or undefined for an anonymous visitor. */
  readToken(request: Request): string | undefined {
    const value = this.read(request);
    return value?.startsWith(ANONYMOUS) ? undefined : value;
  }

  /**
   * What a browser is known by to whatever it may change without having logged in, its own registration for example. It
   * lasts as long as the cookie: until the browser closes, or somebody logs in or out.
   */
  browserHash(request: Request): Uint8Array<ArrayBuffer> {
    return hashToken(`browser ${this.read(request) ?? mintToken()}`);
  }

  /** Gives a visitor without a cookie an anonymous one, in this request too. */
  ensure(request: Request, response: Response): void {
    if (this.read(request) === undefined) this.#set(request, response, ANONYMOUS + mintToken(), {});
  }

  /** Replaces whatever was there by the token of a new session. */
  write(request: Request, response: Response, token: string): void {
    this.#set(request, response, token, { maxAge: SESSION_ABSOLUTE_HOURS * 3_600_000 });
  }

  /** Replaces a session's token by an anonymous value. */
  forget(request: Request, response: Response): void {
    this.#set(request, response, ANONYMOUS + mintToken(), {});
  }

  #set(request: Request, response: Response, value: string, life: CookieOptions): void {
    response.cookie(this.#name, value, { ...this.#options, ...life });
    (request.cookies as Record<string, string>)[this.#name] = value;
  }
}
