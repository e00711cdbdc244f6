import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, Response } from 'express';
import { endpointOf, nameOf } from '../http/endpoint-of.ts';

const current = new AsyncLocalStorage<string>();

/** Every job is one kind of caller: a job waits in its queue, a visitor in front of a screen. */
const JOBS = 'jobs';

/** Whom the pool's connections are for: one kind for each endpoint, one for all pages, one for all jobs. */
export function currentCaller(): string {
  return current.getStore() ?? 'the process itself';
}

/** What part of the pool a kind may have at most: with the jobs and one endpoint stuck, some is left for the others. */
export function shareOf(kind: string): number {
  return kind === JOBS ? 0.3 : 0.5;
}

export function asJob<T>(work: () => T): T {
  return current.run(JOBS, work);
}

/** What a request does in the database counts for its endpoint from here on. */
export function asEndpoint(request: Request, _response: Response, next: NextFunction): void {
  const endpoint = endpointOf(request);
  current.run(endpoint ? nameOf(endpoint) : isProbe(request) ? request.path : 'pages', next);
}

/** A replica that is busy with one thing is ready for all others. */
const isProbe = ({ path }: Request): boolean => path === '/readyz';
