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

/** A written or cleared cookie goes out with the response, and later reads of `all` return the new value. */
export type Cookies = {
  readonly all: Readonly<Record<string, string>>;
  write(name: string, value: string, attributes: CookieAttributes): void;
  clear(name: string, attributes: CookieAttributes): void;
};

/** A browser in which the user of an email address has logged in before. */
export type KnownDevice = { id: string; isTokenOld: boolean; isRemembered: boolean };

/**
 * The facts about a request, as plain values without Express (docs/architecture.md 6). Services take it as a parameter.
 */
export type RequestContext = {
  /** Appears in the response, in the request's log lines and in the security log. */
  readonly id: string;
  /** A log whose lines contain the id. */
  readonly log: Logger;
  /** Empty if the client has closed the connection. */
  readonly address: string;
  /** At most 400 characters. */
  readonly userAgent: string;
  /** Path and query as the browser sent them. */
  readonly url: string;
  /** The language that the visitor chose, otherwise the one that the browser prefers. */
  readonly language: LanguageTag;
  readonly cookies: Cookies;
  /** The user of the session or token, set when it is known. Appears in the request's log line. */
  userId?: string;
  /** Cached results of `KnownDevicesService`, by email address. */
  readonly knownDevices: Map<string, Promise<KnownDevice | undefined>>;
  /** Called after a change of the session cookie. Adds the session's new CSRF token to the response. */
  onSessionCookie?: () => void;
  header(name: string): string | undefined;
};
