import { Inject, Injectable } from '@nestjs/common';
import { DEVICE_LIFE_DAYS } from '@foyer/contracts/identity/session';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { cookieName } from '../../request/cookie-name.ts';
import type { CookieAttributes, RequestContext } from '../../request/request-context.ts';

const TOKEN = /^[\w-]{43}$/;

/**
 * The `device` cookie (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a random value by which the
 * users are found who have logged in in this browser. It contains no address, outlives the session and signs nobody
 * in.
 */
@Injectable()
export class DeviceCookie {
  readonly #name: string;
  readonly #options: CookieAttributes;

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
  read(request: RequestContext): string | undefined {
    const value = request.cookies.all[this.#name];
    return value !== undefined && TOKEN.test(value) ? value : undefined;
  }

  write(request: RequestContext, token: string): void {
    request.cookies.write(this.#name, token, this.#options);
  }
}
