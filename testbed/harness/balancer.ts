import {
  Agent,
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const HEALTH_EVERY_MS = 100;
const HEALTH_TIMEOUT_MS = 1_000;

/**
 * A load balancer: round robin over ready replicas, with keep-alive connections. It does not retry: a request without a
 * response gets 502, so that tests see every failure.
 */
export class Balancer {
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #targets = new Map<string, boolean>();
  #turn = 0;
  #isClosed = false;

  private constructor() {
    this.#server = createServer((request, response) => this.#forward(request, response));
    this.#server.keepAliveTimeout = 60_000;
  }

  static async start(port: number): Promise<Balancer> {
    const balancer = new Balancer();
    await new Promise<void>((resolve) => balancer.#server.listen(port, '127.0.0.1', resolve));
    return balancer;
  }

  add(url: string): void {
    if (this.#targets.has(url)) return;
    this.#targets.set(url, false);
    void this.#watch(url);
  }

  remove(url: string): void {
    this.#targets.delete(url);
  }

  async stop(): Promise<void> {
    this.#isClosed = true;
    this.#targets.clear();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    this.#agent.destroy();
  }

  async #watch(url: string): Promise<void> {
    while (this.#targets.has(url) && !this.#isClosed) {
      const isReady = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) }).then(
        (reply) => reply.arrayBuffer().then(() => reply.ok),
        () => false,
      );
      if (this.#targets.has(url)) this.#targets.set(url, isReady);
      await wait(HEALTH_EVERY_MS);
    }
  }

  /** Selects a ready replica. If none is ready, selects any, so that tests see its response. */
  #choose(): string | undefined {
    const all = [...this.#targets.keys()];
    const ready = all.filter((url) => this.#targets.get(url));
    const choice = ready.length > 0 ? ready : all;
    return choice[this.#turn++ % choice.length];
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    const target = this.#choose();
    const fail = (): void => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    };
    if (target === undefined) return fail();
    const { hostname, port } = new URL(target);
    const { method, url: path, headers } = request;
    const onward = sendRequest({ hostname, port, method, path, headers, agent: this.#agent }, (reply) => {
      const { connection: _connection, 'keep-alive': _keepAlive, ...others } = reply.headers;
      response.writeHead(reply.statusCode ?? 502, others);
      reply.pipe(response);
      reply.once('error', fail);
    });
    onward.once('error', fail);
    request.pipe(onward);
  }
}
