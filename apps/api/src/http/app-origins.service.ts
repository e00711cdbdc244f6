import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';

/** The time until this replica knows the origin of a newly registered app. */
const UNKNOWN_FOR_MS = 1000;
/** The time until this replica forgets the origin of a removed app. */
const KNOWN_FOR_MS = 10_000;
/** This is far more than operators register by hand. */
const MOST_APPS = 10_000;

/**
 * Returns the web origins of an app. They are the origins of its https redirect URIs, because loopback addresses and private
 * schemes have no page. Skips a URI that cannot be parsed.
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

  constructor(@Inject(PrismaClient) private readonly prisma: PrismaClient) {}

  async has(origin: string): Promise<boolean> {
    if (!origin.startsWith('https://')) return false;
    const isOlderThan = (ms: number): boolean => performance.now() - this.#readAt >= ms;
    if (isOlderThan(this.#known.has(origin) ? KNOWN_FOR_MS : UNKNOWN_FOR_MS))
      // Without a database the cached origins stay in use; the call itself reports the outage.
      await this.#read().catch(() => {});
    return this.#known.has(origin);
  }

  /** Reads the origins. All callers who wait share one read. */
  async #read(): Promise<void> {
    this.#reading ??= this.#readOnce().finally(() => (this.#reading = undefined));
    await this.#reading;
  }

  async #readOnce(): Promise<void> {
    // This happens after a failed read, too: more frequent reads would burden a database in trouble.
    this.#readAt = performance.now();
    const apps = await this.prisma.oAuthClient.findMany({
      where: { isEnabled: true },
      select: { redirectUris: true },
      take: MOST_APPS,
    });
    this.#known = new Set(apps.flatMap(({ redirectUris }) => webOriginsOf(redirectUris)));
  }
}
