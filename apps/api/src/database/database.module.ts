import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { createPool, createPrismaClient, PrismaClient } from '@foyer/db/client';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { log } from '../observe/log.ts';
import { Metrics } from '../observe/metrics.ts';
import { observePool } from '../observe/observe-pool.ts';
import { Tracing } from '../observe/tracing.ts';
import { currentCaller, shareOf } from './callers.ts';
import { Clock } from './clock.ts';

/** A call that waits longer gets 503. */
const CONNECTION_WAIT_SECONDS = 5;

/**
 * The maximum wait for a locked row or table. This is longer than the 0.7 seconds that a call waits at most behind a
 * waiting migration.
 */
const LOCK_WAIT_SECONDS = 3;

/**
 * The maximum run time of a statement, besides its wait for a lock. The two add up to 15 seconds. This is shorter than
 * the timeouts of proxies, so that visitors get the API's 503.
 */
const STATEMENT_SECONDS = 12;

@Global()
@Module({
  providers: [
    {
      provide: Pool,
      inject: [API_ENV, Metrics, Tracing],
      useFactory: (env: ApiEnv, metrics: Metrics, tracing: Tracing) => {
        const lockWaitSeconds = env.DATABASE_WAIT_SECONDS ?? LOCK_WAIT_SECONDS;
        return observePool(
          createPool(
            env.DATABASE_URL,
            env.DATABASE_POOL_SIZE,
            (error) => log.warn({ err: error }, 'lost a database connection'),
            {
              applicationName: 'foyer-api',
              statementTimeoutMs: (STATEMENT_SECONDS + lockWaitSeconds) * 1000,
              lockTimeoutMs: lockWaitSeconds * 1000,
              acquireTimeoutMs: (env.DATABASE_WAIT_SECONDS ?? CONNECTION_WAIT_SECONDS) * 1000,
              sharing: {
                kindOf: currentCaller,
                mostFor: (kind) => Math.max(1, Math.floor(env.DATABASE_POOL_SIZE * shareOf(kind))),
              },
            },
          ),
          metrics,
          tracing,
        );
      },
    },
    { provide: PrismaClient, inject: [Pool], useFactory: (pool: Pool) => createPrismaClient(pool) },
    Clock,
  ],
  exports: [Pool, PrismaClient, Clock],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(Pool) private readonly pool: Pool) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
