import type { LanguageTag } from '@foyer/catalog/languages';
import type { Logger } from 'pino';

export type CookieAttributes = {
  httpOnly: boolean;
  secure: boolean;
  sameSite: 'lax' | 'strict' | 'none';
  path: string;
  /** Without it the cookie is this host's alone, as ours are. */
  domain?: string;
  /** Milliseconds; without it the cookie ends with the browser. */
  maxAge?: number;
};

/** A browser's cookies. What is written or cleared goes out with the answer, and is read from then on. */
export type Cookies = {
  readonly all: Readonly<Record<string, string>>;
  write(name: string, value: string, attributes: CookieAttributes): void;
  clear(name: string, attributes: CookieAttributes): void;
};

/** A browser in which the user of an address has logged in before. */
export type KnownDevice = { id: string; isTokenOld: boolean; isRemembered: boolean };

/**
 * What a service may know of a request, as plain values without Express (docs/architecture.md 6). `http/request-context.ts` makes it
 * once for each request; services take it as a parameter.
 */
export type RequestContext = {
  /** On the answer, in every log line and in the security log. */
  readonly id: string;
  /** The log that carries the id. */
  readonly log: Logger;
  /** Empty when the caller has hung up. */
  readonly address: string;
  /** At most 400 characters. */
  readonly userAgent: string;
  /** Path and query, as they were sent. */
  readonly url: string;
  /** What the visitor chose, or else the browser wishes. */
  readonly language: LanguageTag;
  readonly cookies: Cookies;
  /** Whose session or token it came with or has begun, once that is known; on the request's line of the log. */
  userId?: string;
  /** By address, what `KnownDevicesService` has found already. */
  readonly knownDevices: Map<string, Promise<KnownDevice | undefined>>;
  /** Called when the session cookie has changed, with the new one readable. */
  onSessionCookie?: () => void;
  header(name: string): string | undefined;
};
