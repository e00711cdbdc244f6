import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';

/** Lends a command the job queues: it puts jobs in and works none. */
export async function withQueues<T>(pool: Pool, work: (boss: PgBoss) => Promise<T>): Promise<T> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) => console.error(error.message));
  await boss.start();
  try {
    return await work(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
}
