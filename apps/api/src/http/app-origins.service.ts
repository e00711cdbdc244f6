import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** A new app's pages may have to wait so long for the first answer they can read. */
const UNKNOWN_FOR_MS = 1000;
/** So long a removed app's pages can still read that they may not. */
const KNOWN_FOR_MS = 10_000;
/** Far more than operators register by hand. */
const MOST_ORIGINS = 10_000;

/**
 * The origins of an app's pages: of its https addresses. Loopback and private schemes are those of no page. An address
 * that cannot be read is none, and keeps nobody from the others.
 */
export function webOriginsOf(redirectUris: readonly string[]): string[] {
  return redirectUris
    .filter((uri) => uri.startsWith('https://') && URL.canParse(uri))
    .map((uri) => new URL(uri).origin);
}

/**
 * The origins of all apps' pages, held in memory: anybody may ask, as often as they like and with what they like. The
 * database is asked once a second at most, whatever comes.
 */
@Injectable()
export class AppOrigins {
  #known: ReadonlySet<string> = new Set();
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(@Inject(Pool) private readonly pool: Pool) {}

  async has(origin: string): Promise<boolean> {
    if (!origin.startsWith('https://')) return false;
    const isOlderThan = (ms: number): boolean => performance.now() - this.#readAt >= ms;
    if (isOlderThan(this.#known.has(origin) ? KNOWN_FOR_MS : UNKNOWN_FOR_MS))
      // Without a database what was known goes on; the call itself then says what is the matter.
      await this.#read().catch(() => {});
    return this.#known.has(origin);
  }

  /** Once for all who wait. */
  async #read(): Promise<void> {
    this.#reading ??= this.#readOnce().finally(() => (this.#reading = undefined));
    await this.#reading;
  }

  async #readOnce(): Promise<void> {
    // Also when it fails: a database in trouble is not asked more often.
    this.#readAt = performance.now();
    const { rows } = await this.pool.query<{ origin: string }>({
      name: 'read-app-origins',
      text: READ_ORIGINS,
      values: [MOST_ORIGINS],
    });
    this.#known = new Set(webOriginsOf(rows.map(({ origin }) => origin)));
  }
}

const READ_ORIGINS = `
  SELECT DISTINCT substring(uri FROM '^https://[^/]+') AS origin
    FROM oauth_clients, unnest(redirect_uris) AS uri
   WHERE is_enabled AND uri LIKE 'https://%'
   LIMIT $1`;
