import { endpoints } from '@foyer/contracts/endpoints';
import { ssoChecks } from '@foyer/contracts/company/saml';
import { jobOutcomes, type JobOutcome } from '@foyer/mail/queues';
import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const rejections = ['rights', 'csrf', 'rate', 'webhook', 'client', 'session', 'token'] as const;
export type Rejection = (typeof rejections)[number];

/**
 * Outcomes that alerts use. Their counters start at 0, because a counter that first appears with the value 1 shows no
 * increase.
 */
const WATCHED_EVENTS: Record<string, readonly string[]> = {
  'access.refused': rejections,
  login: ['ok', 'Unauthorized', 'Locked'],
  lockout: ['ok'],
  'sso.login': ['ok', 'InternalError', ...ssoChecks],
  'oauth.reuse': ['ok'],
  'plan.upgrade': ['ok', 'RequiresAction', 'Pending', 'PaymentUnavailable'],
  'plan.former-card': ['Charged'],
  'plan.unpaid-invoice': ['Refunded', 'Paid', 'NotVoided'],
};
const WATCHED_JOURNEYS = [
  endpoints.login,
  endpoints.registerByEmail,
  endpoints.resetPassword,
  endpoints.forgotPassword,
  endpoints.oauthToken,
  endpoints.upgradePlan,
];
const WATCHED_ANSWERS = WATCHED_JOURNEYS.flatMap(({ method, path }) =>
  [500, 503].map((status) => ({ method, route: path, status })),
);

/**
 * Labels have only a few known values: a route's pattern instead of a URL, and an outcome's code instead of a person.
 */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly #requestSeconds = new Histogram({
    name: 'foyer_http_request_duration_seconds',
    help: 'From the first line of a request to the last byte of its answer.',
    labelNames: ['method', 'route', 'status_class'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });
  readonly #requests = new Counter({
    name: 'foyer_http_requests_total',
    help: 'Answered requests by exact status: 409 is a refused seat, 402 a declined card, 423 a locked address.',
    labelNames: ['method', 'route', 'status'],
    registers: [this.registry],
  });
  readonly #querySeconds = new Histogram({
    name: 'foyer_database_query_duration_seconds',
    help: 'From sending a statement to its answer; waiting for a connection is not in it.',
    labelNames: ['outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15],
    registers: [this.registry],
  });
  readonly #securityEvents = new Counter({
    name: 'foyer_security_events_total',
    help: 'Lines of the security log: log-ins, lockouts, payments, single sign-on, apps.',
    labelNames: ['action', 'outcome'],
    registers: [this.registry],
  });
  readonly #jobs = new Counter({
    name: 'foyer_jobs_total',
    help: 'Tries of jobs: completed, retried (failed, tried again), given-up (failed for good).',
    labelNames: ['queue', 'outcome'],
    registers: [this.registry],
  });
  readonly #retentionRows = new Counter({
    name: 'foyer_retention_deleted_rows_total',
    help: 'Rows that were deleted because their time is over.',
    labelNames: ['table'],
    registers: [this.registry],
  });

  readonly #retentionRuns = new Counter({
    name: 'foyer_retention_runs_total',
    help: 'Nights on which everything past its time was deleted.',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    for (const [action, outcomes] of Object.entries(WATCHED_EVENTS))
      for (const outcome of outcomes) this.#securityEvents.inc({ action, outcome }, 0);
    for (const answer of WATCHED_ANSWERS) this.#requests.inc(answer, 0);
  }

  countRequest(request: { method: string; route: string; status: number; seconds: number }): void {
    const { method, route, status, seconds } = request;
    this.#requests.inc({ method, route, status });
    this.#requestSeconds.observe({ method, route, status_class: `${Math.floor(status / 100)}xx` }, seconds);
  }

  countQuery(seconds: number, outcome: 'ok' | 'failed'): void {
    this.#querySeconds.observe({ outcome }, seconds);
  }

  countSecurityEvent(action: string, outcome: string): void {
    this.#securityEvents.inc({ action, outcome });
  }

  watchQueue(queue: string): void {
    for (const outcome of jobOutcomes) this.#jobs.inc({ queue, outcome }, 0);
  }

  countJob(queue: string, outcome: JobOutcome): void {
    this.#jobs.inc({ queue, outcome });
  }

  countDeleted(table: string, rows: number): void {
    this.#retentionRows.inc({ table }, rows);
  }

  watch(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  countRetention(): void {
    this.#retentionRuns.inc();
  }
}
