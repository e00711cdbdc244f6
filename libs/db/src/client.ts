import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, type ClientBase, type PoolClient } from 'pg';
import { Prisma, PrismaClient } from './generated/client.ts';
import { SharedPool, type Sharing } from './shared-pool.ts';

export { Prisma, PrismaClient };

/** What a service passes on inside `prisma.$transaction`. */
export type Transaction = Omit<
  PrismaClient,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends' | '$use'
>;

/** Where a named query runs: on the pool, or in a transaction of `inTransaction` or of Prisma. */
export type Db = Pool | PoolClient | Transaction;

const ACQUIRE_TIMEOUT_MS = 5_000;

export interface PoolLimits {
  /** Longest a statement takes; 0 is as long as it likes. */
  statementTimeoutMs: number;
  /** Longest it waits for a row or a table that others have locked. */
  lockTimeoutMs: number;
  /** Longest a caller waits for a free connection; 5 seconds unless set. */
  acquireTimeoutMs?: number;
  /** How many connections one kind of caller may have at once. */
  sharing?: Sharing;
  /** Whose connections `pg_stat_activity` says they are. */
  applicationName?: string;
}

/**
 * A pool that survives a restart of Postgres: a connection that breaks while idle is dropped, and `onError` hears of
 * it. Sessions run in UTC because the driver adapter reads timestamps as UTC.
 */
export function createPool(
  databaseUrl: string,
  max: number,
  onError: (error: Error) => void,
  {
    statementTimeoutMs,
    lockTimeoutMs,
    acquireTimeoutMs = ACQUIRE_TIMEOUT_MS,
    sharing,
    applicationName,
  }: PoolLimits = {
    statementTimeoutMs: 0,
    lockTimeoutMs: 0,
  },
): Pool {
  const config = {
    connectionString: databaseUrl,
    application_name: applicationName,
    max,
    connectionTimeoutMillis: acquireTimeoutMs,
    onConnect: async (connection: ClientBase) => {
      await connection.query(
        `SET timezone TO 'UTC'; SET statement_timeout TO ${statementTimeoutMs}; SET lock_timeout TO ${lockTimeoutMs}`,
      );
    },
  };
  const pool = sharing ? new SharedPool(config, sharing) : new Pool(config);
  pool.on('error', onError);
  pool.on('connect', (connection) => connection.on('error', onError));
  return pool;
}

/** A Prisma client on that pool; closing the pool stays the caller's business. */
export function createPrismaClient(pool: Pool): PrismaClient {
  const waitMs = pool.options.connectionTimeoutMillis ?? ACQUIRE_TIMEOUT_MS;
  return new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => preparedName(sql) }),
    // Prisma's own two seconds would end a transaction's wait before the pool does. A transaction may wait for others that do
    // the same: new members of a team take seats one after the other, and a whole company may arrive at nine o'clock.
    transactionOptions: { maxWait: waitMs, timeout: 2 * waitMs },
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
