import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** All jobs share one kind of caller: jobs can wait, visitors cannot. */
const JOBS = 'jobs';

/** The kinds of callers that share the pool: one per endpoint, one for all pages, one for all jobs. */
export function currentCaller(): string {
  return current.getStore() ?? 'the process itself';
}

/**
 * Returns the maximum number of connections for one kind of caller. If jobs and one endpoint are stuck, the rest still gets
 * connections.
 */
export function shareOf(kind: string): number {
  return kind === JOBS ? 0.3 : 0.5;
}

export function asJob<T>(work: () => T): T {
  return current.run(JOBS, work);
}

/** Counts the queries of `work` for a kind of caller. */
export function asCaller<T>(kind: string, work: () => T): T {
  return current.run(kind, work);
}
