import { setTimeout as sleep } from 'node:timers/promises';

/** Less than the timeouts of the readiness probe (3 s in the Helm chart) and of scrapes (10 s). */
const LIMIT_MS = 2_500;

/** Resolves with undefined after the limit, so that a database that hangs does not block the metrics. */
export function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  return Promise.race([work, sleep(LIMIT_MS, undefined, { ref: false })]);
}
