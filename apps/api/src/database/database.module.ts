import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { createPool, createPrismaClient, PrismaClient } from '@foyer/db/client';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { log } from '../http/request-log.ts';

/** One pool; Prisma and the few hand-written statements share it. */
@Global()
@Module({
  providers: [
    {
      provide: Pool,
      inject: [API_ENV],
      useFactory: (env: ApiEnv) =>
        createPool(env.DATABASE_URL, env.DATABASE_POOL_SIZE, (error) =>
          log.warn({ err: error }, 'lost a database connection'),
        ),
    },
    { provide: PrismaClient, inject: [Pool], useFactory: (pool: Pool) => createPrismaClient(pool) },
  ],
  exports: [Pool, PrismaClient],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(Pool) private readonly pool: Pool) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
