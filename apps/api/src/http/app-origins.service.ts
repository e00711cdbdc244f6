import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';

/** The maximum time until this replica knows the origin of a newly registered app. */
const UNKNOWN_FOR_MS = 1000;
/** The maximum time until this replica forgets the origin of a removed app. */
const KNOWN_FOR_MS = 10_000;
const MOST_APPS = 10_000;

/** Skips redirect URIs that have no web page (loopback addresses and private schemes) or cannot be parsed. */
export function webOriginsOf(redirectUris: readonly string[]): string[] {
  return redirectUris
    .filter((uri) => uri.startsWith('https://') && URL.canParse(uri))
    .map((uri) => new URL(uri).origin);
}

/**
 * The origins are cached, because any web page can send requests that need them. Reads the database at most once a
 * second.
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
      // If the read fails, the cached origins stay in use. The request's own queries then report the outage.
      await this.#read().catch(() => {});
    return this.#known.has(origin);
  }

  async #read(): Promise<void> {
    this.#reading ??= this.#readOnce().finally(() => (this.#reading = undefined));
    await this.#reading;
  }

  async #readOnce(): Promise<void> {
    // The time is set before the read, so that a failed read is also not repeated for `UNKNOWN_FOR_MS`.
    this.#readAt = performance.now();
    const apps = await this.prisma.oAuthClient.findMany({
      where: { isEnabled: true },
      select: { redirectUris: true },
      take: MOST_APPS,
    });
    this.#known = new Set(apps.flatMap(({ redirectUris }) => webOriginsOf(redirectUris)));
  }
}
