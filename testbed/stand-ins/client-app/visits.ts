import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { UserinfoReply } from '@foyer/contracts/connected-apps/oauth';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { AuthorizationRequest, Connection } from './portal-client.ts';

/** What the app knows of one browser. */
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

/** Of its own: cookies are the same for all ports of a host. */
const COOKIE = 'client-app';
const MOST_VISITS = 1_000;

/** The sessions of the app, in memory: they end with it. */
export class Visits {
  readonly #visits = new Map<string, Visit>();

  /** The visit of this browser; an empty one, which is kept nowhere yet, when there is none. */
  find(request: IncomingMessage): Visit {
    return this.#visits.get(parseCookie(request.headers.cookie ?? '')[COOKIE] ?? '') ?? {};
  }

  /** Keeps a new visit, by a cookie of the browser; the oldest one goes when there are too many. */
  keep(visit: Visit, response: ServerResponse): void {
    if ([...this.#visits.values()].includes(visit)) return;
    const [oldest] = this.#visits.keys();
    if (oldest !== undefined && this.#visits.size >= MOST_VISITS) this.#visits.delete(oldest);
    const id = randomBytes(32).toString('base64url');
    this.#visits.set(id, visit);
    // Lax: the portal leads back to us from a page of its own.
    const cookie = { name: COOKIE, value: id, httpOnly: true, sameSite: 'lax', path: '/' } as const;
    response.setHeader('set-cookie', stringifySetCookie(cookie));
  }
}
