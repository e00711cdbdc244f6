import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { UserinfoReply } from '@foyer/contracts/connected-apps/oauth';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { AuthorizationRequest, Connection } from './portal-client.ts';

export interface Visit {
  asked?: AuthorizationRequest;
  connection?: Connection;
  user?: UserinfoReply;
  /** Shown once, on the next page. */
  notice?: Notice;
}

export interface Notice {
  text: string;
  isError: boolean;
}

/** Differs from the portal's cookie, because all ports of a host share cookies. */
const COOKIE = 'client-app';
const MOST_VISITS = 1_000;

export class Visits {
  readonly #visits = new Map<string, Visit>();

  /** Returns the visit of this browser, or a new empty visit, which is not stored yet. */
  find(request: IncomingMessage): Visit {
    return this.#visits.get(parseCookie(request.headers.cookie ?? '')[COOKIE] ?? '') ?? {};
  }

  keep(visit: Visit, response: ServerResponse): void {
    if ([...this.#visits.values()].includes(visit)) return;
    const [oldest] = this.#visits.keys();
    if (oldest !== undefined && this.#visits.size >= MOST_VISITS) this.#visits.delete(oldest);
    const id = randomBytes(32).toString('base64url');
    this.#visits.set(id, visit);
    // `lax`, because the portal redirects the browser back to the app, and `strict` would then withhold the cookie.
    const cookie = { name: COOKIE, value: id, httpOnly: true, sameSite: 'lax', path: '/' } as const;
    response.setHeader('set-cookie', stringifySetCookie(cookie));
  }
}
