import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { preparedName, PrismaClient, type Db, type Transaction } from '@foyer/db/client';
import { inTrace, traceIdOf, type Traced } from '@foyer/mail/carry-trace';
import { outcomeOfFailure } from '@foyer/mail/queues';
import { fromPrisma, PgBoss, type Job, type JobWithMetadata } from 'pg-boss';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { log, logError } from '../observe/log.ts';
import { Metrics } from '../observe/metrics.ts';
import { Tracing } from '../observe/tracing.ts';
import { asJob } from './callers.ts';

/** The polling interval of a queue without notifications. */
const POLL_SECONDS = 1;
const SUPERVISE_SECONDS = 10;
const BATCH_SIZE = 10;
const CONNECTIONS = 3;
const STOP_TIMEOUT_MS = 20_000;

/** Enqueues jobs in the transaction of a change, and runs them on any replica. A separate worker sends mails. */
@Injectable()
export class Jobs implements OnModuleDestroy {
  readonly #boss: Promise<PgBoss>;

  constructor(
    @Inject(API_ENV) env: ApiEnv,
    @Inject(PgBoss) private readonly sender: PgBoss,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly tracing: Tracing,
    private readonly metrics: Metrics,
  ) {
    const boss = new PgBoss({
      connectionString: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
      application_name: 'foyer-api',
      max: CONNECTIONS,
      migrate: false,
      createSchema: false,
      useListenNotify: true,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
    });
    boss.on('error', (error) => logError(error, 'queue error'));
    this.#boss = boss.start();
  }

  /** If the queue's policy is `short`, drops the job when a job with the same `key` already waits. */
  async send(db: Db, queue: string, data: object, startAfterSeconds = 0, key?: string): Promise<void> {
    await this.sender.send(queue, inTrace(data), {
      db: executorOf(db),
      startAfter: startAfterSeconds,
      ...(key === undefined ? {} : { singletonKey: key }),
    });
  }

  /** If the handler throws, the job is retried according to the queue's options. */
  async work<Data extends object>(queue: string, handle: (job: Job<Data>) => Promise<void>): Promise<void> {
    const boss = await this.#boss;
    this.metrics.watchQueue(queue);
    await boss.work(
      queue,
      {
        includeMetadata: true,
        batchSize: BATCH_SIZE,
        // After a full batch, fetches the next one immediately instead of at the next poll.
        burstWhenBatchFull: true,
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: SUPERVISE_SECONDS,
        perJobResults: true,
      },
      (jobs: JobWithMetadata<Data & Traced>[]) =>
        Promise.all(
          jobs.map(async (job) => {
            try {
              await this.tracing.traceJob(queue, job.data, () => asJob(() => handle(job)));
              this.metrics.countJob(queue, 'completed');
              return { id: job.id, status: 'completed' as const };
            } catch (error) {
              this.metrics.countJob(queue, outcomeOfFailure(job));
              log.warn({ err: error, queue, jobId: job.id, ...traceIdOf(job.data) }, 'job failed');
              const message = error instanceof Error ? error.message : 'unknown';
              return { id: job.id, status: 'failed' as const, output: { message } };
            }
          }),
        ),
    );
  }

  async workInTransaction<Data extends object>(
    queue: string,
    handle: (transaction: Transaction, data: Data) => Promise<void>,
  ): Promise<void> {
    await this.work<Data>(queue, (job) =>
      this.prisma.$transaction(async (transaction) => {
        await handle(transaction, job.data);
        await this.complete(transaction, job);
      }),
    );
  }

  /** One replica runs each repetition. `cron` is in UTC. */
  async repeat(queue: string, cron: string): Promise<void> {
    const boss = await this.#boss;
    await boss.schedule(queue, cron);
  }

  async complete(transaction: Transaction, job: Job<unknown> & { name: string }): Promise<void> {
    await this.sender.complete(job.name, job.id, null, { db: fromPrisma(transaction) });
  }

  async onModuleDestroy(): Promise<void> {
    const boss = await this.#boss;
    await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
  }
}

function executorOf(db: Db) {
  if ('$executeRawUnsafe' in db) return fromPrisma(db);
  const executeSql = (text: string, values: unknown[] = []) =>
    db.query<Record<string, unknown>>({ name: preparedName(text), text, values });
  return { executeSql };
}
