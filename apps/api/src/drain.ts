import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Readiness } from './http/health.controller.ts';

const POLL_MS = 50;

/**
 * Stops a replica without a failed call: readiness goes first, requests are taken for `drainSeconds` more, because load
 * balancers need a while to notice; then no connection is taken, what is in hand is answered, and jobs, queue and pool
 * are closed. Settles when nothing is left.
 */
export async function drain(app: NestExpressApplication, drainSeconds: number): Promise<void> {
  app.get(Readiness).isDraining = true;
  await sleep(drainSeconds * 1000);
  await closeServer(app.getHttpServer());
  await app.close();
}

/** Connections that are kept alive are closed as soon as they are idle, so none of them holds the process up. */
async function closeServer(server: Server): Promise<void> {
  const timer = setInterval(() => server.closeIdleConnections(), POLL_MS);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(timer);
}
