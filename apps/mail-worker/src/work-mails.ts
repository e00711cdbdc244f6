import { linkLifeHours } from '@foyer/contracts/password';
import type { MailJob } from '@foyer/mail/mail-kinds';
import { MAIL_QUEUE } from '@foyer/mail/queues';
import { PgBoss, type JobResult, type JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import { deliverMail } from './deliver-mail.ts';
import type { WorkerEnv } from './env.ts';
import { MailServer } from './mail-server.ts';
import type { MailOutcome, WorkerMetrics } from './metrics.ts';
import { AnswerLost, faultOf } from './smtp-fault.ts';

/** Mails in hand at once, each on a connection of its own. One that takes long holds up its batch, and no other. */
const BATCH_SIZE = 10;
const BATCHES = 4;
/** Where the database cannot notify us, jobs are looked for this often; those that are to be tried again, too. */
const POLL_SECONDS = 1;
const RETRY_POLL_SECONDS = 2;
const SUPERVISE_SECONDS = 10;
/** Mails in hand when the worker is told to stop have so long; what is not sent then is sent by another worker. */
const STOP_TIMEOUT_MS = 22_000;

/**
 * Works the mail queue until `stop` is called. Each mail succeeds or fails by itself: an address the mail server
 * refuses for good goes to the failed queue at once, anything else is tried again later. A mail whose answer was
 * lost is sent once more, and not a third time. One whose link has died is not sent: it would promise what is not true.
 */
export async function workMails(
  env: WorkerEnv,
  log: Logger,
  metrics: WorkerMetrics,
): Promise<{ stop: () => Promise<void> }> {
  const server = new MailServer(env.SMTP_URL, log, (isUp) => metrics.setMailServer(isUp));
  const boss = new PgBoss({
    // Notifications do not pass a pooler that lends connections for one transaction.
    connectionString: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
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
      localConcurrency: BATCHES,
      // With its last failure, and since when it waits.
      includeMetadata: true,
      // A full batch means that more are waiting: without this a burst would be sent at ten mails per poll.
      burstWhenBatchFull: true,
      pollingIntervalSeconds: POLL_SECONDS,
      notifyPollingIntervalSeconds: RETRY_POLL_SECONDS,
      perJobResults: true,
    },
    (jobs: JobWithMetadata<MailJob>[]) => Promise.all(jobs.map(work)),
  );

  async function work(job: JobWithMetadata<MailJob>): Promise<JobResult> {
    const { id, data, signal } = job;
    const about = { jobId: id, kind: data.kind };
    const startedAt = performance.now();
    const count = (outcome: MailOutcome): void =>
      metrics.countMail(data.kind, outcome, (performance.now() - startedAt) / 1000);
    if (isLinkDead(job)) {
      count('late');
      log.warn(about, 'mail not sent: its link has died meanwhile');
      return { id, status: 'completed' };
    }
    try {
      await deliverMail(id, data, env, server, signal);
      count('sent');
      log.info(about, 'mail sent');
      return { id, status: 'completed' };
    } catch (error) {
      const wasAnswerLost = hasLostAnswer(job);
      const isAnswerLost = error instanceof AnswerLost;
      const isFinal = faultOf(error) === 'final' || (isAnswerLost && wasAnswerLost);
      count(isFinal ? 'dead' : 'failed');
      log.warn({ ...about, err: error, isFinal }, 'mail not sent');
      const message = error instanceof Error ? error.message : 'unknown';
      return {
        id,
        status: isFinal ? 'deadletter' : 'failed',
        output: { message, isAnswerLost: isAnswerLost || wasAnswerLost },
      };
    }
  }

  return {
    stop: async () => {
      server.stop();
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
      server.close();
    },
  };
}

/** Mails that are good for nothing without their link, and what it is for. */
const linkPurposes: Partial<Record<MailJob['kind'], keyof typeof linkLifeHours>> = {
  'verify-email': 'create_password',
  'reset-password': 'reset_password',
};

function isLinkDead({ data, createdOn }: JobWithMetadata<MailJob>): boolean {
  const purpose = linkPurposes[data.kind];
  return purpose !== undefined && Date.now() > createdOn.getTime() + linkLifeHours[purpose] * 3_600_000;
}

/** Whether the mail server had it once already and did not say what it did with it. */
function hasLostAnswer({ output }: JobWithMetadata<MailJob>): boolean {
  return output !== null && 'isAnswerLost' in output && output.isAnswerLost === true;
}
