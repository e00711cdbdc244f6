import type { MailJob } from '@foyer/mail/mail-kinds';
import { MAIL_QUEUE } from '@foyer/mail/queues';
import { PgBoss, type Job, type JobResult } from 'pg-boss';
import type { Logger } from 'pino';
import { deliverMail } from './deliver-mail.ts';
import type { WorkerEnv } from './env.ts';
import type { MailOutcome, WorkerMetrics } from './metrics.ts';
import { isPermanentRefusal, openSmtp } from './smtp.ts';

/** Mails taken at once, and so the connections to the mail server. */
const BATCH_SIZE = 10;
/** Where the database cannot notify us, jobs are looked for this often; crashed workers are looked for as often. */
const POLL_SECONDS = 1;
const SUPERVISE_SECONDS = 10;
/** Mails in hand when the worker is told to stop have so long; what is not sent then is sent by another worker. */
const STOP_TIMEOUT_MS = 22_000;

/**
 * Works the mail queue until `stop` is called. Each mail of a batch succeeds or fails by itself: an address the mail
 * server refuses for good goes to the failed queue at once, anything else is tried again later.
 */
export async function workMails(
  env: WorkerEnv,
  log: Logger,
  metrics: WorkerMetrics,
): Promise<{ stop: () => Promise<void> }> {
  const smtp = openSmtp(env.SMTP_URL, BATCH_SIZE);
  const boss = new PgBoss({
    connectionString: env.DATABASE_URL,
    max: 4,
    migrate: false,
    createSchema: false,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'queue error'));
  await boss.start();
  await boss.work(
    MAIL_QUEUE,
    {
      batchSize: BATCH_SIZE,
      // A full batch means that more are waiting: without this a burst would be sent at ten mails per poll.
      burstWhenBatchFull: true,
      pollingIntervalSeconds: POLL_SECONDS,
      notifyPollingIntervalSeconds: SUPERVISE_SECONDS,
      perJobResults: true,
    },
    (jobs: Job<MailJob>[]) =>
      Promise.all(
        jobs.map(async (job): Promise<JobResult> => {
          const startedAt = performance.now();
          const count = (outcome: MailOutcome): void =>
            metrics.countMail(job.data.kind, outcome, (performance.now() - startedAt) / 1000);
          try {
            await deliverMail(job.id, job.data, env, smtp);
            count('sent');
            log.info({ jobId: job.id, kind: job.data.kind }, 'mail sent');
            return { id: job.id, status: 'completed' };
          } catch (error) {
            const isFinal = isPermanentRefusal(error);
            count(isFinal ? 'dead' : 'failed');
            log.warn({ jobId: job.id, kind: job.data.kind, err: error, isFinal }, 'mail not sent');
            return {
              id: job.id,
              status: isFinal ? 'deadletter' : 'failed',
              output: { message: error instanceof Error ? error.message : 'unknown' },
            };
          }
        }),
      ),
  );
  return {
    stop: async () => {
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
      smtp.close();
    },
  };
}
