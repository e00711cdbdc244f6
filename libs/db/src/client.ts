import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, type ClientBase, type PoolClient } from 'pg';
import { Prisma, PrismaClient } from './generated/client.ts';
import { SharedPool, type Sharing } from './shared-pool.ts';

export { Prisma, PrismaClient };

export type Transaction = Omit<
  PrismaClient,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends' | '$use'
>;

/** A place to run statements: the pool, or a transaction of `inTransaction` or Prisma. */
export type Db = Pool | PoolClient | Transaction;

const ACQUIRE_TIMEOUT_MS = 5_000;

export interface PoolLimits {
  /** 0 means no timeout. */
  statementTimeoutMs: number;
  lockTimeoutMs: number;
  acquireTimeoutMs?: number;
  sharing?: Sharing;
  applicationName?: string;
}

/**
 * Creates a pool that survives a restart of Postgres. It drops broken connections and reports their errors to
 * `onError`. Sessions run in UTC because the driver adapter reads timestamps as UTC.
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

/** The caller closes the pool. */
export function createPrismaClient(pool: Pool): PrismaClient {
  const waitMs = pool.options.connectionTimeoutMillis ?? ACQUIRE_TIMEOUT_MS;
  return new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => preparedName(sql) }),
    // Prisma's defaults of two and five seconds are too short. A transaction must wait for a connection as long as the
    // pool allows, and may then wait for locks: members who join a team take seats one after the other, and a whole
    // company may join at 9 a.m.
    transactionOptions: { maxWait: waitMs, timeout: 2 * waitMs },
  });
}

/** The maximum number of statements that this process prepares. Further ones run unprepared. */
const MAX_PREPARED = 500;
const preparedNames = new Map<string, string>();

/**
 * Returns the name under which each connection prepares this text, so that Postgres need not parse and plan it for
 * every call. Returns an empty name if `MAX_PREPARED` other texts have one.
 */
export function preparedName(text: string): string {
  const known = preparedNames.get(text);
  if (known !== undefined) return known;
  if (preparedNames.size >= MAX_PREPARED) return '';
  const name = `s${preparedNames.size}`;
  preparedNames.set(text, name);
  return name;
}
