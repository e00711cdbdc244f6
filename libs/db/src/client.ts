import { PrismaPg } from '@prisma/adapter-pg';
import { Pool } from 'pg';
import { PrismaClient } from './generated/client.ts';

export { PrismaClient };
export type { Prisma } from './generated/client.ts';

/** What a service passes on inside `prisma.$transaction`. */
export type Transaction = Omit<
  PrismaClient,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends' | '$use'
>;

/** Longest a caller waits for a free connection; then the call fails and is answered with 503. */
const ACQUIRE_TIMEOUT_MS = 5_000;

/**
 * A pool that survives a restart of Postgres: a connection that breaks while idle is dropped, and `onError` hears of
 * it. Sessions run in UTC because the driver adapter reads timestamps as UTC. A statement, waiting for a locked row
 * included, fails after `statementTimeoutMs`; 0 is never.
 */
export function createPool(
  databaseUrl: string,
  max: number,
  onError: (error: Error) => void,
  statementTimeoutMs = 0,
): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    max,
    connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    onConnect: async (connection) => {
      await connection.query(`SET timezone TO 'UTC'; SET statement_timeout TO ${statementTimeoutMs}`);
    },
  });
  pool.on('error', onError);
  pool.on('connect', (connection) => connection.on('error', onError));
  return pool;
}

/** A Prisma client on that pool; closing the pool stays the caller's business. */
export function createPrismaClient(pool: Pool): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(pool) });
}
