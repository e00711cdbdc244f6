import { PgBoss } from 'pg-boss';
import {
  ACCOUNT_MAIL_QUEUE,
  ADDRESS_CHANGED_QUEUE,
  ADDRESS_LINK_QUEUE,
  BILLING_CHECK_QUEUE,
  BILLING_END_QUEUE,
  BILLING_EVENT_QUEUE,
  BILLING_RECONCILE_QUEUE,
  BILLING_REMINDER_QUEUE,
  DATA_EXPORT_QUEUE,
  ENDED_ACCESS_QUEUE,
  ERASE_QUEUE,
  FACTOR_RECOVERY_QUEUE,
  FAILED_JOB_QUEUE,
  FAILED_MAIL_QUEUE,
  TRANSFER_QUEUE,
  IDENTITY_LINKED_QUEUE,
  IDENTITY_NOTICE_QUEUE,
  INVITATION_MAIL_QUEUE,
  MAIL_QUEUE,
  mailQueueOptions,
  NEW_DEVICE_QUEUE,
  OWNER_NOTICE_QUEUE,
  RETENTION_QUEUE,
  SIGN_UP_MAIL_QUEUE,
  SSO_UPKEEP_QUEUE,
  TEAM_CUSTOMER_QUEUE,
  UNFINISHED_LOGIN_QUEUE,
} from './queues.ts';

/** The size in bytes of the largest index to rebuild. This is also the default of pg-boss. */
const LARGEST_REBUILT = 2 ** 31;

/**
 * Installs or upgrades the job tables and the queues. Part of `npm run db:migrate`. Idempotent. API and worker never
 * change the schema.
 */
async function prepareQueues(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'foyer-migrate',
    supervise: false,
    schedule: false,
    max: 2,
  });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  try {
    for (const queue of [FAILED_MAIL_QUEUE, FAILED_JOB_QUEUE])
      await boss.createQueue(queue, { deleteAfterSeconds: 30 * 86_400, retentionSeconds: 30 * 86_400 });
    const jobQueueOptions = { ...mailQueueOptions, deadLetter: FAILED_JOB_QUEUE, notify: true };
    // These queues have a policy, which pg-boss can set only when it creates a queue.
    for (const queue of [
      BILLING_END_QUEUE,
      INVITATION_MAIL_QUEUE,
      NEW_DEVICE_QUEUE,
      OWNER_NOTICE_QUEUE,
      DATA_EXPORT_QUEUE,
      ENDED_ACCESS_QUEUE,
      UNFINISHED_LOGIN_QUEUE,
      IDENTITY_NOTICE_QUEUE,
    ])
      await boss.createQueue(queue, { policy: 'short' });
    for (const [queue, options] of [
      // The worker polls this queue, without notifications.
      [MAIL_QUEUE, { ...mailQueueOptions, deadLetter: FAILED_MAIL_QUEUE }],
      [ACCOUNT_MAIL_QUEUE, jobQueueOptions],
      [SIGN_UP_MAIL_QUEUE, jobQueueOptions],
      [INVITATION_MAIL_QUEUE, jobQueueOptions],
      [NEW_DEVICE_QUEUE, jobQueueOptions],
      [UNFINISHED_LOGIN_QUEUE, jobQueueOptions],
      [OWNER_NOTICE_QUEUE, jobQueueOptions],
      [IDENTITY_NOTICE_QUEUE, jobQueueOptions],
      [BILLING_EVENT_QUEUE, jobQueueOptions],
      [BILLING_CHECK_QUEUE, jobQueueOptions],
      [BILLING_END_QUEUE, jobQueueOptions],
      [BILLING_RECONCILE_QUEUE, jobQueueOptions],
      [BILLING_REMINDER_QUEUE, jobQueueOptions],
      [TRANSFER_QUEUE, jobQueueOptions],
      [TEAM_CUSTOMER_QUEUE, jobQueueOptions],
      [ADDRESS_CHANGED_QUEUE, jobQueueOptions],
      [ADDRESS_LINK_QUEUE, jobQueueOptions],
      [IDENTITY_LINKED_QUEUE, jobQueueOptions],
      [RETENTION_QUEUE, { ...jobQueueOptions, expireInSeconds: 3_600 }],
      [SSO_UPKEEP_QUEUE, jobQueueOptions],
      [ENDED_ACCESS_QUEUE, jobQueueOptions],
      [DATA_EXPORT_QUEUE, jobQueueOptions],
      // Its jobs wait for days until they are due.
      [FACTOR_RECOVERY_QUEUE, { ...jobQueueOptions, retentionSeconds: 30 * 86_400 }],
      [ERASE_QUEUE, { ...jobQueueOptions, expireInSeconds: 3_600 }],
    ] as const) {
      await boss.createQueue(queue, options);
      await boss.updateQueue(queue, options);
    }
    // Rebuilds bloated indexes. Postgres allows this only to the owner of the tables
    // (docs/flows/accounts-of-the-database.md).
    for (const command of await boss.getReindexCommands({ maxIndexBytes: LARGEST_REBUILT }))
      await boss.getDb().executeSql(command);
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
