import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import type { Limit } from '../config/limits.ts';
import { countCall } from './rate-limiter.queries.ts';

/** If more keys than this are over their limit, only the database knows the others. */
const REMEMBERED_AT_MOST = 10_000;

/**
 * Counts calls in Postgres, for all replicas together and by the database's clock. `RATE_LIMIT_FACTOR` multiplies
 * every limit: specs and benches send all their calls from one address.
 */
@Injectable()
export class RateLimiter {
  readonly #factor: number;
  /**
   * Keys over their limit, each with the end of the limit by this process's clock. Their calls are refused without a query.
   * Oldest first.
   */
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

  /** Remembers a key, to keep a flood away from the database. If a key is dropped here, the database refuses its calls again. */
  #remember(key: string, until: number): void {
    const [oldest] = this.#refusedUntil.keys();
    if (this.#refusedUntil.size >= REMEMBERED_AT_MOST && oldest !== undefined)
      this.#refusedUntil.delete(oldest);
    this.#refusedUntil.set(key, until);
  }
}

const toSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));
