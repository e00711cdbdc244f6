import type { Db } from '@foyer/db/client';
import { clockTime, typedSql } from '@foyer/db/typed-sql';

/** Reads the database's current time. `now()` would return the time when the transaction started. */
export async function readTime(db: Db): Promise<Date> {
  return (await typedSql(db).selectNoFrom(clockTime().as('time')).executeTakeFirstOrThrow()).time;
}
