import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Readiness } from './http/readiness.ts';

const POLL_MS = 50;

/**
 * Stops a replica without failing a request: readiness turns false; requests are accepted for `drainSeconds` more,
 * because load balancers notice with a delay; then no connection is accepted, open requests are answered, and jobs,
 * queue and pool are closed.
 */
export async function drain(app: NestExpressApplication, drainSeconds: number): Promise<void> {
  app.get(Readiness).isDraining = true;
  await sleep(drainSeconds * 1000);
  await closeServer(app.getHttpServer());
  await app.close();
}

/** Kept-alive connections are closed as soon as they are idle, so that none delays the exit. */
async function closeServer(server: Server): Promise<void> {
  const timer = setInterval(() => server.closeIdleConnections(), POLL_MS);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(timer);
}
