import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { hashToken, mintToken } from '../../credentials/secret-token.ts';
import { cookieName } from '../../http/cookies.ts';
import { REQUEST_LIFE_MS } from './saml-library.ts';

const VALUE = /^[\w-]{43}$/;

/**
 * The `saml` cookie: ties a sign-in to the browser that asked for it, so that nobody can be signed in with somebody
 * else's assertion (SECURITY.md 3.2, "Login CSRF"). The identity provider's page posts from another site, which only a
 * SameSite=None cookie survives.
 */
@Injectable()
export class BindingCookie {
  readonly #name: string;
  readonly #isHttps: boolean;

  constructor(@Inject(API_ENV) env: ApiEnv) {
    this.#isHttps = env.PUBLIC_URL.protocol === 'https:';
    this.#name = cookieName('saml', this.#isHttps);
  }

  /** The hash of the browser's value, if it has one. */
  readHash(request: Request): Uint8Array<ArrayBuffer> | undefined {
    const value = this.#read(request);
    return value === undefined ? undefined : hashToken(value);
  }

  /** Gives the browser a value, or its own for longer: several tabs share it. Returns the value's hash. */
  ensure(request: Request, response: Response): Uint8Array<ArrayBuffer> {
    const value = this.#read(request) ?? mintToken();
    response.cookie(this.#name, value, {
      httpOnly: true,
      secure: this.#isHttps,
      sameSite: this.#isHttps ? 'none' : 'lax',
      path: '/',
      maxAge: REQUEST_LIFE_MS,
    });
    return hashToken(value);
  }

  #read(request: Request): string | undefined {
    const value: unknown = (request.cookies as Record<string, unknown>)[this.#name];
    return typeof value === 'string' && VALUE.test(value) ? value : undefined;
  }
}
