import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { UserinfoReply } from '@foyer/contracts/connected-apps/oauth';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { AuthorizationRequest, Connection } from './portal-client.ts';

/** The app's data of one browser. */
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

/** A separate name, because cookies are shared by all ports of a host. */
const COOKIE = 'client-app';
const MOST_VISITS = 1_000;

/** The sessions of the app, in memory. */
export class Visits {
  readonly #visits = new Map<string, Visit>();

  /** The visit of this browser. An empty one, which is not kept yet, if there is none. */
  find(request: IncomingMessage): Visit {
    return this.#visits.get(parseCookie(request.headers.cookie ?? '')[COOKIE] ?? '') ?? {};
  }

  /** Keeps a new visit by a cookie. The oldest one goes when there are too many. */
  keep(visit: Visit, response: ServerResponse): void {
    if ([...this.#visits.values()].includes(visit)) return;
    const [oldest] = this.#visits.keys();
    if (oldest !== undefined && this.#visits.size >= MOST_VISITS) this.#visits.delete(oldest);
    const id = randomBytes(32).toString('base64url');
    this.#visits.set(id, visit);
    // Lax: the portal's page leads back here.
    const cookie = { name: COOKIE, value: id, httpOnly: true, sameSite: 'lax', path: '/' } as const;
    response.setHeader('set-cookie', stringifySetCookie(cookie));
  }
}
