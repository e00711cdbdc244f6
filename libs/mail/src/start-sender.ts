import { PgBoss } from 'pg-boss';

/** A pool of connections, or whatever else answers statements. */
type Database = { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> };

/** The sending end of the queues: it works no jobs of itself and leaves the upkeep of their tables to others. */
export async function startSender(database: Database, onError: (error: Error) => void): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.query(text, values) },
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', onError);
  return boss.start();
}
