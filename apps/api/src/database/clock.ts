import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Pool } from 'pg';
import { readTime } from './clock.queries.ts';

const ASK_EVERY_MS = 10_000;
const ROUND_TRIPS = 3;

/**
 * Returns the database's time without a query, for Prisma calls. Reads the time periodically and adds the monotonic
 * clock's time since then. Use `now()` in SQL for times that must equal the transaction's own time.
 */
@Injectable()
export class Clock implements OnModuleInit, OnModuleDestroy {
  /** The database's time, in milliseconds, when the monotonic clock was 0. */
  #origin = performance.timeOrigin;
  #timer: NodeJS.Timeout | undefined;

  constructor(@Inject(Pool) private readonly pool: Pool) {}

  async onModuleInit(): Promise<void> {
    await this.ask();
    // If the database does not answer, the clock continues from the last reading.
    this.#timer = setInterval(() => void this.ask().catch(() => undefined), ASK_EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.#timer);
  }

  now(): Date {
    return new Date(this.#origin + performance.now());
  }

  /** Asks for the time several times and keeps the result of the shortest round trip, which is the most accurate. */
  async ask(): Promise<void> {
    let shortestMs = Number.POSITIVE_INFINITY;
    for (let trip = 0; trip < ROUND_TRIPS; trip++) {
      const startedAt = performance.now();
      const time = await readTime(this.pool);
      const ms = performance.now() - startedAt;
      if (ms >= shortestMs) continue;
      shortestMs = ms;
      this.#origin = time.getTime() - (startedAt + ms / 2);
    }
  }
}
