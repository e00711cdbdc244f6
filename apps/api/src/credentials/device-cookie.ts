import { Inject, Injectable } from '@nestjs/common';
import { DEVICE_LIFE_DAYS } from '@foyer/contracts/session';
import type { CookieOptions, Request, Response } from 'express';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { cookieName } from '../request/cookie-name.ts';

const TOKEN = /^[\w-]{43}$/;

/**
 * The `device` cookie (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a random value by which the
 * users are found who have logged in in this browser. It contains no address, outlives the session and signs nobody
 * in.
 */
@Injectable()
export class DeviceCookie {
  readonly #name: string;
  readonly #options: CookieOptions;

  constructor(@Inject(API_ENV) env: ApiEnv) {
    const isHttps = env.PUBLIC_URL.protocol === 'https:';
    this.#name = cookieName('device', isHttps);
    this.#options = {
      httpOnly: true,
      sameSite: 'lax',
      secure: isHttps,
      path: '/',
      maxAge: DEVICE_LIFE_DAYS * 86_400_000,
    };
  }

  /** The cookie's value, or undefined when there is none that could be ours. */
  read(request: Request): string | undefined {
    const value: unknown = (request.cookies as Record<string, unknown> | undefined)?.[this.#name];
    return typeof value === 'string' && TOKEN.test(value) ? value : undefined;
  }

  write(response: Response, token: string): void {
    response.cookie(this.#name, token, this.#options);
  }
}
