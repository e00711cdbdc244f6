import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import type { Limit } from '../config/limits.ts';
import { countCall } from './rate-limiter.queries.ts';

/** Beyond so many keys, only the database remembers. */
const REMEMBERED_AT_MOST = 10_000;

/**
 * Counts calls in Postgres, for all replicas together and by the database's clock. `RATE_LIMIT_FACTOR` multiplies
 * every limit: specs and benches send all their calls from one address.
 */
@Injectable()
export class RateLimiter {
  readonly #factor: number;
  /** Keys over their limit and until when, by this process' clock; they are refused without a query. Oldest first. */
  readonly #refusedUntil = new Map<string, number>();

  constructor(
    @Inject(API_ENV) env: ApiEnv,
    @Inject(Pool) private readonly pool: Pool,
  ) {
    this.#factor = env.RATE_LIMIT_FACTOR;
  }

  /** Counts a call. Above the limit it returns the seconds to wait, otherwise undefined. */
  async count(key: string, { size, seconds }: Limit): Promise<number | undefined> {
    const until = this.#refusedUntil.get(key);
    if (until !== undefined) {
      const left = until - performance.now();
      if (left > 0) return toSeconds(left);
      this.#refusedUntil.delete(key);
    }
    const most = size * this.#factor;
    const row = await countCall(this.pool, { key, most, windowMs: seconds * 1000 });
    if (!row || row.points <= most) return undefined;
    this.#remember(key, performance.now() + row.msLeft);
    return toSeconds(row.msLeft);
  }

  /** Keeps a flood away from the database. A key that is dropped here is refused by the database again. */
  #remember(key: string, until: number): void {
    const [oldest] = this.#refusedUntil.keys();
    if (this.#refusedUntil.size >= REMEMBERED_AT_MOST && oldest !== undefined)
      this.#refusedUntil.delete(oldest);
    this.#refusedUntil.set(key, until);
  }
}

const toSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));
