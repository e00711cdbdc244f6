import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** All jobs are one kind of caller, so they share one limit of connections. Jobs can wait, but visitors cannot. */
const JOBS = 'jobs';

/** Returns the kind of the current caller, for example the name of an endpoint, `pages` or `jobs`. */
export function currentCaller(): string {
  return current.getStore() ?? 'the process itself';
}

/**
 * Returns the maximum share of the pool's connections for one kind of caller. If the jobs and one endpoint are stuck,
 * other callers still get connections.
 */
export function shareOf(kind: string): number {
  return kind === JOBS ? 0.3 : 0.5;
}

export function asJob<T>(work: () => T): T {
  return current.run(JOBS, work);
}

export function asCaller<T>(kind: string, work: () => T): T {
  return current.run(kind, work);
}
