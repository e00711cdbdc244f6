import { PgBoss } from 'pg-boss';

type Database = { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> };

/** Starts pg-boss for sending only. It runs no jobs and does not maintain the job tables. */
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
