import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import type { Limit } from '../config/limits.ts';
import { countCall } from './rate-limiter.queries.ts';

/** Limits the memory. For a key that is not remembered, each refused call needs a query. */
const MAX_REMEMBERED_KEYS = 10_000;

/**
 * Counts calls in Postgres with the database's clock, for all replicas together. `RATE_LIMIT_FACTOR` raises all limits
 * for specs and benchmarks, which send all calls from one address.
 */
@Injectable()
export class RateLimiter {
  readonly #factor: number;
  /**
   * Keys over their limit, oldest first, each with the time (`performance.now()`) until which its calls are refused
   * without a query.
   */
  readonly #refusedUntil = new Map<string, number>();

  constructor(
    @Inject(API_ENV) env: ApiEnv,
    @Inject(Pool) private readonly pool: Pool,
  ) {
    this.#factor = env.RATE_LIMIT_FACTOR;
  }

  /** Returns the seconds to wait if the call is over the limit. Calls of a key in `#refusedUntil` are not counted. */
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

  #remember(key: string, until: number): void {
    const [oldest] = this.#refusedUntil.keys();
    if (this.#refusedUntil.size >= MAX_REMEMBERED_KEYS && oldest !== undefined)
      this.#refusedUntil.delete(oldest);
    this.#refusedUntil.set(key, until);
  }
}

const toSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));
