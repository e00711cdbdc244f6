import { Inject, Injectable } from '@nestjs/common';
import { pages } from '@foyer/contracts/pages';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { canonicalUrlOf } from './canonical-url.ts';

/** Browsers skip some of these characters, and read others as slashes. */
const UNSAFE_CHARACTERS = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/;

/**
 * A visitor may be redirected to our own paths, except `/logout`, and to origins from a list (invariant 10 of
 * docs/security.md).
 */
@Injectable()
export class RedirectTargets {
  readonly #own: URL;
  readonly #home: string;
  readonly #allowedOrigins: Set<string>;

  constructor(@Inject(API_ENV) env: ApiEnv) {
    this.#own = env.PUBLIC_URL;
    this.#home = env.HOME_URL;
    this.#allowedOrigins = new Set(
      [env.PUBLIC_URL.href, env.HOME_URL, env.EARTH_PORTAL_URL]
        .filter((address) => address !== undefined)
        .map((address) => new URL(address).origin),
    );
  }

  decide(wanted: string | undefined): string {
    if (!wanted || UNSAFE_CHARACTERS.test(wanted) || !URL.canParse(wanted, this.#own.href)) return this.#home;
    const isPath = wanted.startsWith('/') && !wanted.startsWith('//');
    const isAbsolute = /^https?:\/\/[^/]/i.test(wanted);
    if (!isPath && !isAbsolute) return this.#home;
    const target = new URL(wanted, this.#own);
    if (target.username || target.password || !this.#allowedOrigins.has(target.origin)) return this.#home;
    if (target.origin !== this.#own.origin) return target.href;
    // The URL parser changes /.//host to //host, which a browser would read as another host.
    if (target.pathname.startsWith('//') || isLogout(target.pathname)) return this.#home;
    return target.pathname + target.search + target.hash;
  }
}

function isLogout(path: string): boolean {
  return (canonicalUrlOf(path) ?? path) === pages.logout;
}
