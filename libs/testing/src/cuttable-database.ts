import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a database that a spec can cut, as a broken network or a restart would. */
export class CuttableDatabase {
  readonly #target: URL;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(databaseUrl: string) {
    this.#target = new URL(databaseUrl);
    this.#server = createServer((near) => {
      if (this.#isCut) return void near.destroy();
      const far = connect(Number(this.#target.port), this.#target.hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
  }

  static async start(databaseUrl: string): Promise<CuttableDatabase> {
    const database = new CuttableDatabase(databaseUrl);
    await new Promise<void>((resolve) => database.#server.listen(0, '127.0.0.1', resolve));
    return database;
  }

  /** The database's address by this way. */
  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    const url = new URL(this.#target.href);
    url.hostname = '127.0.0.1';
    url.port = String(address.port);
    return url.href;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
