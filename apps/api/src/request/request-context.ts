import type { LanguageTag } from '@foyer/catalog/languages';
import type { Logger } from 'pino';

export type CookieAttributes = {
  httpOnly: boolean;
  secure: boolean;
  sameSite: 'lax' | 'strict' | 'none';
  path: string;
  /** Without it, only this host gets the cookie. The portal's cookies have none. */
  domain?: string;
  /** Milliseconds. Without it, the cookie ends with the browser. */
  maxAge?: number;
};

/** A browser's cookies. A written or cleared cookie goes out with the response and is read from then on. */
export type Cookies = {
  readonly all: Readonly<Record<string, string>>;
  write(name: string, value: string, attributes: CookieAttributes): void;
  clear(name: string, attributes: CookieAttributes): void;
};

/** A browser in which the address's user has logged in before. */
export type KnownDevice = { id: string; isTokenOld: boolean; isRemembered: boolean };

/**
 * The part of a request that services may know, as plain values without Express (docs/architecture.md 6).
 * `http/request-context.ts` makes it once per request. Services take it as a parameter.
 */
export type RequestContext = {
  /** In the response, every log line and the security log. */
  readonly id: string;
  /** The log that carries the id. */
  readonly log: Logger;
  /** Empty if the client has closed the connection. */
  readonly address: string;
  /** At most 400 characters. */
  readonly userAgent: string;
  /** Path and query, as sent. */
  readonly url: string;
  /** The visitor's choice, else the browser's preference. */
  readonly language: LanguageTag;
  readonly cookies: Cookies;
  /** The user of the session or token, once it is known. In the request's log line. */
  userId?: string;
  /** Results of `KnownDevicesService`, by address. */
  readonly knownDevices: Map<string, Promise<KnownDevice | undefined>>;
  /** Called when the session cookie has changed, after the new one is readable. */
  onSessionCookie?: () => void;
  header(name: string): string | undefined;
};
