import { connect, createServer, type Server, type Socket } from 'node:net';

/** What a connection of pg-boss's own says it is; its polling is nobody's call. */
const QUEUE_APPLICATION = 'pgboss';

/**
 * A way to Postgres that reads what passes (protocol 3.0) and notes every round trip: a simple query, or a Sync after a
 * prepared one. Each is known by its statement.
 */
export class WireCounter {
  readonly trips: string[] = [];
  /** Every distinct statement that was prepared. */
  readonly statements = new Set<string>();
  readonly #target: URL;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(databaseUrl: string) {
    this.#target = new URL(databaseUrl);
    this.#server = createServer((near) => this.#pass(near));
  }

  static async start(databaseUrl: string): Promise<WireCounter> {
    const counter = new WireCounter(databaseUrl);
    await new Promise<void>((resolve) => counter.#server.listen(0, '127.0.0.1', resolve));
    return counter;
  }

  /** The database's address by this way. */
  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    const url = new URL(this.#target.href);
    url.port = String(address.port);
    return url.href;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(near: Socket): void {
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
    }
    far.pipe(near);
    const read = this.#reader();
    near.on('data', (chunk) => {
      read(chunk);
      far.write(chunk);
    });
  }

  /** Reads the messages of one connection, whose first has no type. */
  #reader(): (chunk: Buffer) => void {
    let buffer = Buffer.alloc(0);
    let isFirst = true;
    let isQueue = false;
    let statement = '';
    const named = new Map<string, string>();
    return (chunk) => {
      buffer = Buffer.concat([buffer, chunk]);
      for (;;) {
        const typeLength = isFirst ? 0 : 1;
        if (buffer.length < typeLength + 4) return;
        const length = buffer.readInt32BE(typeLength) + typeLength;
        if (buffer.length < length) return;
        const type = isFirst ? '' : String.fromCharCode(buffer[0] ?? 0);
        const body = buffer.subarray(typeLength + 4, length);
        buffer = buffer.subarray(length);
        if (isFirst) isQueue = body.toString('latin1').includes(QUEUE_APPLICATION);
        isFirst = false;
        const parts = body.toString('utf8').split('\0');
        if (type === 'P') {
          statement = parts[1] ?? '';
          named.set(parts[0] ?? '', statement);
          if (!isQueue) this.statements.add(statement);
        }
        if (type === 'B') statement = named.get(parts[1] ?? '') ?? statement;
        if (type === 'Q') statement = parts[0] ?? '';
        if (!isQueue && (type === 'Q' || type === 'S')) this.trips.push(statement);
      }
    };
  }
}
