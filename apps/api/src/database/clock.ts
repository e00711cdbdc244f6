import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Pool } from 'pg';
import { readTime } from './clock.queries.ts';

const ASK_EVERY_MS = 10_000;
const ROUND_TRIPS = 3;

/**
 * Gives the database's time without a statement, for expiries in Prisma calls. It reads the time periodically and adds the time
 * that the monotonic clock has measured since then. Use `now()` in SQL for times that must equal the transaction's own time.
 */
@Injectable()
export class Clock implements OnModuleInit, OnModuleDestroy {
  /** The database's time at 0 of the monotonic clock, in milliseconds. */
  #origin = performance.timeOrigin;
  #timer: NodeJS.Timeout | undefined;

  constructor(@Inject(Pool) private readonly pool: Pool) {}

  async onModuleInit(): Promise<void> {
    await this.ask();
    // Without a database, the last reading stays in use.
    this.#timer = setInterval(() => void this.ask().catch(() => undefined), ASK_EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.#timer);
  }

  now(): Date {
    return new Date(this.#origin + performance.now());
  }

  /** Reads the time. The shortest of several round trips gives the most accurate time. */
  async ask(): Promise<void> {
    let shortestMs = Number.POSITIVE_INFINITY;
    for (let trip = 0; trip < ROUND_TRIPS; trip++) {
      const askedAt = performance.now();
      const time = await readTime(this.pool);
      const ms = performance.now() - askedAt;
      if (ms >= shortestMs) continue;
      shortestMs = ms;
      this.#origin = time.getTime() - (askedAt + ms / 2);
    }
  }
}
