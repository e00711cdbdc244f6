import { Prisma, preparedName } from '@foyer/db/client';
import type { Pool } from 'pg';

/** Runs a statement on the pool, prepared once per connection, and returns its rows. */
export async function run<Row extends object>(pool: Pool, statement: Prisma.Sql): Promise<Row[]> {
  const { text, values } = statement;
  const { rows } = await pool.query<Row>({ name: preparedName(text), text, values });
  return rows;
}

/**
 * One statement of several changes that do not build on each other (Postgres, data-modifying WITH): all of them happen
 * or none, as in a transaction, in one round trip. Each sees the database as it was before all of them. Rows and count
 * are the last one's.
 */
export function together(...changes: Prisma.Sql[]): Prisma.Sql {
  const last = changes.pop() ?? Prisma.empty;
  if (changes.length === 0) return last;
  const named = changes.map((change, index) => Prisma.sql`${Prisma.raw(`change_${index}`)} AS (${change})`);
  return Prisma.sql`WITH ${Prisma.join(named)} ${last}`;
}
