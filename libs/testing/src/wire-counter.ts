import type { Socket } from 'node:net';
import { DatabaseProxy } from './database-proxy.ts';

/** The application name of pg-boss' own connection, whose polling belongs to no call. */
const QUEUE_APPLICATION = 'pgboss';

/**
 * A proxy to Postgres that reads the traffic (protocol 3.0) and records a statement for each round trip: that of a
 * simple query, or the last one before a Sync. Leaves out the connections of pg-boss.
 */
export class WireCounter extends DatabaseProxy {
  readonly trips: string[] = [];
  readonly statements = new Set<string>();

  static async start(databaseUrl: string): Promise<WireCounter> {
    return new WireCounter(databaseUrl).listen();
  }

  protected override meet(near: Socket): void {
    near.on('data', this.#reader());
  }

  /** The first message of a connection has no type byte. */
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
