import { PgBoss } from 'pg-boss';
import { FAILED_MAIL_QUEUE, MAIL_QUEUE, mailQueueOptions } from './queues.ts';

/**
 * Installs or upgrades the job tables and the queues. Part of `npm run db:migrate`; safe to run again.
 * Processes that only send or work never change the schema.
 */
export async function prepareQueues(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false, max: 2 });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  try {
    await boss.createQueue(FAILED_MAIL_QUEUE, {
      deleteAfterSeconds: 30 * 86_400,
      retentionSeconds: 30 * 86_400,
    });
    const options = { ...mailQueueOptions, deadLetter: FAILED_MAIL_QUEUE, notify: true };
    await boss.createQueue(MAIL_QUEUE, options);
    await boss.updateQueue(MAIL_QUEUE, options);
  } finally {
    await boss.stop({ graceful: false });
  }
}

if (import.meta.main) {
  const databaseUrl = process.env['DATABASE_URL'];
  if (!databaseUrl) {
    console.error('DATABASE_URL is not set.');
    process.exit(1);
  }
  await prepareQueues(databaseUrl);
}
