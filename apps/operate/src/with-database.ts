import type { PrismaClient } from '@foyer/db/client';
import type { Pool } from 'pg';
import { CommandError } from '@foyer/tools/command-error';
import { DATA } from '@foyer/tools/paths';
import { checkDatabaseUrl } from '@foyer/tools/prisma/check-database-url';
import { ownerUrl } from '@foyer/tools/prisma/database-urls';
import { generateClientIfNeeded, requireMigrations } from '@foyer/tools/prisma/run-prisma';
import { findRunningDatabase } from '@foyer/tools/run/open-database';

export interface CommandDatabase {
  pool: Pool;
  prisma: PrismaClient;
}

/**
 * Returns the database URL in MIGRATE_DATABASE_URL or DATABASE_URL, or that of the portal that `npm start` runs. Throws
 * the errors of `checkDatabaseUrl`, and a `CommandError` if there is no URL.
 */
export async function findDatabase(): Promise<string> {
  const given = ownerUrl();
  if (given) await checkDatabaseUrl(given);
  const url = given || (await findRunningDatabase(DATA));
  if (!url)
    throw new CommandError('There is no database. Set MIGRATE_DATABASE_URL, or run `npm start` first.');
  return url;
}

export async function withDatabase<T>(run: (database: CommandDatabase) => Promise<T>): Promise<T> {
  const url = await findDatabase();
  await requireMigrations(url);
  await generateClientIfNeeded();
  const { createPool, createPrismaClient } = await import('@foyer/db/client');
  const pool = createPool(url, 2, (error) => console.error(error.message), {
    applicationName: 'foyer-operate',
    statementTimeoutMs: 0,
    lockTimeoutMs: 0,
    // Also gives a transaction of Prisma two minutes.
    acquireTimeoutMs: 60_000,
  });
  try {
    return await run({ pool, prisma: createPrismaClient(pool) });
  } finally {
    await pool.end();
  }
}
