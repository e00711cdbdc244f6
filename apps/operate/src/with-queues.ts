import { startSender } from '@foyer/mail/start-sender';
import type { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';

export async function withQueues<T>(pool: Pool, work: (boss: PgBoss) => Promise<T>): Promise<T> {
  const boss = await startSender(pool, (error) => console.error(error.message));
  try {
    return await work(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
}
