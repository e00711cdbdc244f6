import { createServer } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { mailKinds } from './templates/write-message.ts';

/** How one try to send a mail ended: tried again later, given up, or not made because its link has died. */
const mailOutcomes = ['sent', 'failed', 'dead', 'late'] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

/** What the worker counts, in the Prometheus format; never an address. */
export class WorkerMetrics {
  readonly registry = new Registry();

  readonly #mails = new Counter({
    name: 'foyer_worker_mails_total',
    help: 'Tries to send a mail: sent, failed (it is tried again), dead (it is not), late (its link has died).',
    labelNames: ['kind', 'outcome'],
    registers: [this.registry],
  });
  readonly #seconds = new Histogram({
    name: 'foyer_worker_mail_duration_seconds',
    help: 'How long one try took, writing the message included.',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [this.registry],
  });

  readonly #isServerUp = new Gauge({
    name: 'foyer_worker_mail_server_up',
    help: 'Whether the mail server took the last mail; 0 while all mail waits for it.',
    registers: [this.registry],
  });

  constructor() {
    this.#isServerUp.set(1);
    // A counter that first appears with its first count has not grown, for those who ask how many more there are.
    for (const kind of mailKinds) for (const outcome of mailOutcomes) this.#mails.inc({ kind, outcome }, 0);
    collectDefaultMetrics({ register: this.registry });
  }

  /** Notes that the mail server went away or came back. */
  setMailServer(isUp: boolean): void {
    this.#isServerUp.set(isUp ? 1 : 0);
  }

  /** Counts one try. */
  countMail(kind: string, outcome: MailOutcome, seconds: number): void {
    this.#mails.inc({ kind, outcome });
    this.#seconds.observe({ outcome }, seconds);
  }
}

/** Answers `GET /metrics` on a port that nobody publishes. Rejects when the port is taken. */
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
