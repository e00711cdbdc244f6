import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** Until a newly registered app's origin is known here. */
const UNKNOWN_FOR_MS = 1000;
/** Until a removed app's origin is forgotten here. */
const KNOWN_FOR_MS = 10_000;
/** Far more than operators register by hand. */
const MOST_ORIGINS = 10_000;

/**
 * The web origins of an app: those of its https redirect URIs, since loopback addresses and private schemes have no
 * page. A URI that cannot be parsed is skipped.
 */
export function webOriginsOf(redirectUris: readonly string[]): string[] {
  return redirectUris
    .filter((uri) => uri.startsWith('https://') && URL.canParse(uri))
    .map((uri) => new URL(uri).origin);
}

/**
 * The web origins of all apps, cached in memory, because any page may ask as often as it likes. The database is read
 * once a second at most.
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
      // Without a database the cached origins stay in use; the call itself reports the outage.
      await this.#read().catch(() => {});
    return this.#known.has(origin);
  }

  /** One read is shared by all callers who wait for it. */
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
