import type { LanguageTag } from '@foyer/catalog/languages';
import type { Logger } from 'pino';

export type CookieAttributes = {
  httpOnly: boolean;
  secure: boolean;
  sameSite: 'lax' | 'strict' | 'none';
  path: string;
  /** Without a domain, only the portal's host gets the cookie. The portal's own cookies have no domain. */
  domain?: string;
  /** Milliseconds. If it is missing, the cookie ends when the browser closes. */
  maxAge?: number;
};

/** Writing or clearing also changes `all`. */
export type Cookies = {
  readonly all: Readonly<Record<string, string>>;
  write(name: string, value: string, attributes: CookieAttributes): void;
  clear(name: string, attributes: CookieAttributes): void;
};

export type KnownDevice = { id: string; isTokenOld: boolean; isTrusted: boolean };

/** The facts about a request, without Express (docs/architecture.md 6). */
export type RequestContext = {
  /** Appears in the response, in the request's log lines and in the security log. */
  readonly id: string;
  readonly log: Logger;
  /** Empty if the client has closed the connection. */
  readonly address: string;
  /** At most 400 characters. */
  readonly userAgent: string;
  /** Path and query as the browser sent them. */
  readonly url: string;
  /**
   * The account's language when the session is known. Before, the language that the visitor chose, otherwise the one
   * that the browser prefers.
   */
  language: LanguageTag;
  readonly cookies: Cookies;
  /** Set when the session or token is known. Appears in the request's log line. */
  userId?: string;
  readonly knownDevices: Map<string, Promise<KnownDevice | undefined>>;
  /** Adds the session's new CSRF token to the response. Called after a change of the session cookie. */
  onSessionCookie?: () => void;
  header(name: string): string | undefined;
};
