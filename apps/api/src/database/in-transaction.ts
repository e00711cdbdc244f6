import type { Pool, PoolClient } from 'pg';

/**
 * Runs named queries in one transaction on a connection of the pool. Use it for frequent calls, because a Prisma
 * transaction takes more processor time (decision 56). The callback must not use Prisma or the pool, because a second
 * connection could wait for this one (decision 49).
 */
export async function inTransaction<Result>(
  pool: Pool,
  run: (db: PoolClient) => Promise<Result>,
): Promise<Result> {
  const db = await pool.connect();
  let broken: Error | undefined;
  try {
    await db.query('BEGIN');
    const result = await run(db);
    await db.query('COMMIT');
    return result;
  } catch (error) {
    // If the rollback fails, `release` closes the connection.
    await db.query('ROLLBACK').catch((reason: Error) => (broken = reason));
    throw error;
  } finally {
    db.release(broken);
  }
}
