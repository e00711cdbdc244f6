import { createServer } from 'node:http';
import { jobOutcomes, MAIL_QUEUE, type JobOutcome } from '@foyer/mail/queues';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { mailKinds } from './templates/write-message.ts';

/**
 * `failed`: retried, if retries are left. `dead`: retried only by an operator. `late`: not sent, because the mail has
 * expired.
 */
const mailOutcomes = ['sent', 'failed', 'dead', 'late'] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

export class WorkerMetrics {
  readonly registry = new Registry();

  readonly #mails = new Counter({
    name: 'foyer_worker_mails_total',
    help: 'Tries to send a mail: sent, failed (will be retried), dead (will not be retried), late (its link has expired).',
    labelNames: ['kind', 'outcome'],
    registers: [this.registry],
  });
  readonly #jobs = new Counter({
    name: 'foyer_jobs_total',
    help: 'Tries of jobs: completed, retried (failed, tried again), given-up (failed for good).',
    labelNames: ['queue', 'outcome'],
    registers: [this.registry],
  });
  readonly #seconds = new Histogram({
    name: 'foyer_worker_mail_duration_seconds',
    help: 'The duration of one try, including writing the message.',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [this.registry],
  });

  readonly #isServerUp = new Gauge({
    name: 'foyer_worker_mail_server_up',
    help: '1 if the mail server accepted the last mail, 0 while all mail waits for the server.',
    registers: [this.registry],
  });

  constructor() {
    this.#isServerUp.set(1);
    // The counters start at 0, because Prometheus sees no increase if a counter first appears with a count.
    for (const kind of mailKinds) for (const outcome of mailOutcomes) this.#mails.inc({ kind, outcome }, 0);
    for (const outcome of jobOutcomes) this.#jobs.inc({ queue: MAIL_QUEUE, outcome }, 0);
    collectDefaultMetrics({ register: this.registry });
  }

  setMailServer(isUp: boolean): void {
    this.#isServerUp.set(isUp ? 1 : 0);
  }

  countMail(kind: string, outcome: MailOutcome, seconds: number): void {
    this.#mails.inc({ kind, outcome });
    this.#seconds.observe({ outcome }, seconds);
  }

  countJob(outcome: JobOutcome): void {
    this.#jobs.inc({ queue: MAIL_QUEUE, outcome });
  }
}

export async function serveMetrics(port: number, { registry }: WorkerMetrics): Promise<() => void> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    void registry
      .metrics()
      .then((text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
