import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { log, logError } from './log.ts';
import { Metrics } from './metrics.ts';

/** Uses a separate port, which must not be public. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #server: Server;

  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    metrics: Metrics,
  ) {
    const { registry } = metrics;
    this.#server = createServer((request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
      registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        (error: Error) => {
          logError(error, 'the metrics could not be read');
          response.writeHead(503).end();
        },
      );
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async onApplicationBootstrap(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.env.METRICS_PORT, resolve);
    });
    log.info({ port: this.port }, 'metrics are up');
  }

  async onApplicationShutdown(): Promise<void> {
    this.#server.closeAllConnections();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }
}
