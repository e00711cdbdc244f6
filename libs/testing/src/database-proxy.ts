import { connect, createServer, type Server, type Socket } from 'node:net';

export abstract class DatabaseProxy {
  readonly #target: URL;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(databaseUrl: string) {
    this.#target = new URL(databaseUrl);
    this.#server = createServer((near) => this.#pass(near));
  }

  /** Called with every new connection before any traffic. Can reject the connection by destroying `near`. */
  protected abstract meet(near: Socket): void;

  protected async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    const url = new URL(this.#target.href);
    url.hostname = '127.0.0.1';
    url.port = String(address.port);
    return url.href;
  }

  protected breakConnections(how: 'close' | 'reset' = 'close'): void {
    for (const socket of this.#sockets) {
      if (how === 'reset') socket.resetAndDestroy();
      else socket.destroy();
    }
  }

  async stop(): Promise<void> {
    this.breakConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(near: Socket): void {
    this.meet(near);
    if (near.destroyed) return;
    const far = connect(Number(this.#target.port), this.#target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
