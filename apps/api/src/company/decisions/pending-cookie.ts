import { Inject, Injectable } from '@nestjs/common';
import { open, seal } from '@foyer/mail/seal';
import { z } from 'zod';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { ownCookie, type OwnCookie } from '../../request/cookie-name.ts';
import type { RequestContext } from '../../request/request-context.ts';

const PURPOSE = 'foyer pending identity';

const pendingSignIn = z.object({
  id: z.uuid(),
  /**
   * Whether the company's response answers a request of this browser. If not, another site may have made the browser
   * post it, so a login or team switch does not link the identity.
   */
  isAsked: z.boolean(),
  /** On the database's clock. */
  expiresAt: z.coerce.date(),
});
export type PendingSignIn = z.infer<typeof pendingSignIn>;

/**
 * The `pending` cookie: the pending identity that arrived in this browser. A login or team switch links the identity
 * only in this browser, so that no user gets linked to another person's NameID.
 */
@Injectable()
export class PendingCookie {
  readonly #cookie: OwnCookie;

  constructor(@Inject(API_ENV) private readonly env: ApiEnv) {
    this.#cookie = ownCookie('pending', env.PUBLIC_URL);
  }

  read(request: RequestContext): PendingSignIn | undefined {
    const value = request.cookies.all[this.#cookie.name];
    if (value === undefined) return undefined;
    const text = open(value, PURPOSE, this.#cookie.name, this.env.CSRF_SECRET);
    if (text === undefined) return undefined;
    // Another release may have written the cookie in another format.
    const read = pendingSignIn.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  }

  write(request: RequestContext, pending: PendingSignIn): void {
    const value = seal(JSON.stringify(pending), PURPOSE, this.#cookie.name, this.env.CSRF_SECRET[0] ?? '');
    request.cookies.write(this.#cookie.name, value, this.#cookie.options);
  }

  forget(request: RequestContext): void {
    request.cookies.clear(this.#cookie.name, this.#cookie.options);
  }
}
