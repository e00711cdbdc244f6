import { clockTime, typedSql } from '@foyer/db/typed-sql';
import type { Pool } from 'pg';

/** The database's time at this very moment. */
export async function readTime(db: Pool): Promise<Date> {
  return (await typedSql(db).selectNoFrom(clockTime().as('time')).executeTakeFirstOrThrow()).time;
}
