import type { Db } from '@foyer/db/client';
import { clockTime, typedSql } from '@foyer/db/typed-sql';

/** Reads the database's time during the statement, not at the start of its transaction. */
export async function readTime(db: Db): Promise<Date> {
  return (await typedSql(db).selectNoFrom(clockTime().as('time')).executeTakeFirstOrThrow()).time;
}
