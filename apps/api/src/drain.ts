import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Readiness } from './http/readiness.ts';

const POLL_MS = 50;

/** A load balancer notices a stopping replica late, so the replica accepts requests until none came for `quietMs`. */
const DRAIN = { quietMs: 5_000, longestMs: 15_000 };

/**
 * Stops a replica without failing a request. Except in development, first waits until requests cease (`untilQuiet`).
 */
export async function drain(app: NestExpressApplication, isDevelopment: boolean): Promise<void> {
  const readiness = app.get(Readiness);
  readiness.isDraining = true;
  if (!isDevelopment) await untilQuiet(() => readiness.lastRequestAt, DRAIN);
  await closeServer(app.getHttpServer());
  await app.close();
}

/**
 * Resolves `quietMs` after the last request, but at the latest after `longestMs`. `lastRequestAt` returns a time of
 * `performance.now()`.
 */
export async function untilQuiet(
  lastRequestAt: () => number,
  { quietMs, longestMs }: typeof DRAIN,
): Promise<void> {
  const startedAt = performance.now();
  const end = (): number => Math.min(startedAt + longestMs, Math.max(startedAt, lastRequestAt()) + quietMs);
  for (let left = quietMs; left > 0; left = end() - performance.now()) await sleep(left);
}

/** Keep-alive connections are closed as soon as they are idle, so that none delays the exit. */
async function closeServer(server: Server): Promise<void> {
  const timer = setInterval(() => server.closeIdleConnections(), POLL_MS);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(timer);
}
