import { PrismaPg } from '@prisma/adapter-pg';
import { Pool } from 'pg';
import { Prisma, PrismaClient } from './generated/client.ts';

export { Prisma, PrismaClient };

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
  return new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => preparedName(sql) }),
    // Prisma's own two seconds would end a transaction's wait before the pool does.
    transactionOptions: { maxWait: ACQUIRE_TIMEOUT_MS },
  });
}

/** Each connection keeps what it has prepared; statements beyond these, which vary with their values, are not kept. */
const MAX_PREPARED = 500;
const preparedNames = new Map<string, string>();

/**
 * The name under which a connection prepares this text once, so that Postgres need not parse and plan it for every
 * call; empty for one that is not to be kept.
 */
export function preparedName(text: string): string {
  const known = preparedNames.get(text);
  if (known !== undefined) return known;
  if (preparedNames.size >= MAX_PREPARED) return '';
  const name = `s${preparedNames.size}`;
  preparedNames.set(text, name);
  return name;
}
