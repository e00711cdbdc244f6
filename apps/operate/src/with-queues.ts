import { startSender } from '@foyer/mail/start-sender';
import type { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';

/** Calls `work` with a `boss` that can add jobs to the queues but processes none. */
export async function withQueues<T>(pool: Pool, work: (boss: PgBoss) => Promise<T>): Promise<T> {
  const boss = await startSender(pool, (error) => console.error(error.message));
  try {
    return await work(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
}
