import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../config/env.ts';

/** A fixed window that begins with the first call. */
export type RateLimit = { calls: number; seconds: number };

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
  async count(key: string, { calls, seconds }: RateLimit): Promise<number | undefined> {
    const until = this.#refusedUntil.get(key);
    if (until !== undefined) {
      const left = until - performance.now();
      if (left > 0) return toSeconds(left);
      this.#refusedUntil.delete(key);
    }
    const most = calls * this.#factor;
    const { rows } = await this.pool.query<{ points: number; msLeft: number }>({
      name: 'count-call',
      text: COUNT_CALL,
      values: [key, seconds * 1000, most],
    });
    const [row] = rows;
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

/** `expire` is the end of the window in milliseconds since 1970. */
const COUNT_CALL = `
  WITH clock AS (SELECT floor(extract(epoch FROM now()) * 1000)::bigint AS ms)
  INSERT INTO rate_limits AS r (key, points, expire) SELECT $1, 1, ms + $2::int FROM clock
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN r.expire > (SELECT ms FROM clock) THEN least(r.points, $3::int) + 1 ELSE 1 END,
    expire = CASE WHEN r.expire > (SELECT ms FROM clock) THEN r.expire ELSE excluded.expire END
  RETURNING points, (expire - (SELECT ms FROM clock))::int AS "msLeft"`;
