import { AsyncResource } from 'node:async_hooks';
import { Pool, type PoolClient, type PoolConfig } from 'pg';

type Callback = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;
type Waiting = { start: () => void; timer: NodeJS.Timeout };

/** How callers share a pool. `kindOf`: the kind of the current call. `mostFor`: the maximum connections of a kind. */
export type Sharing = { kindOf: () => string; mostFor: (kind: string) => number };

/**
 * A pool that limits each kind of caller to its share, so that calls that wait for a locked table delay only their own
 * kind. A call beyond the share waits for its turn, and fails after the pool's timeout. A call that waited runs in its
 * own async context, not in that of the call that released the connection.
 */
export class SharedPool extends Pool {
  readonly #sharing: Sharing;
  readonly #timeoutMs: number;
  /** The number of connections that a kind has or has requested from the pool. */
  readonly #taken = new Map<string, number>();
  readonly #waiting = new Map<string, Set<Waiting>>();
  readonly #holders = new WeakMap<PoolClient, string>();

  constructor(config: PoolConfig & { connectionTimeoutMillis: number }, sharing: Sharing) {
    super(config);
    this.#sharing = sharing;
    this.#timeoutMs = config.connectionTimeoutMillis;
    this.on('release', (_error, client) => this.#free(this.#holders.get(client)));
  }

  /** The number of calls that wait because their kind uses its full share. The pool itself does not count them. */
  get beyondShareCount(): number {
    return [...this.#waiting.values()].reduce((sum, { size }) => sum + size, 0);
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<PoolClient> | undefined {
    if (!callback)
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    const kind = this.#sharing.kindOf();
    // AsyncResource.bind would take many times as long.
    const caller = new AsyncResource('SharedPool', { requireManualDestroy: true });
    const own: Callback = (...answer) => caller.runInAsyncScope(callback, undefined, ...answer);
    if ((this.#taken.get(kind) ?? 0) < this.#sharing.mostFor(kind)) this.#take(kind, own);
    else this.#wait(kind, own);
    return undefined;
  }

  #take(kind: string, callback: Callback): void {
    this.#taken.set(kind, (this.#taken.get(kind) ?? 0) + 1);
    super.connect((error, client, done) => {
      if (client) this.#holders.set(client, kind);
      else this.#free(kind);
      callback(error, client, done);
    });
  }

  #wait(kind: string, callback: Callback): void {
    const queue = this.#waiting.get(kind) ?? new Set();
    this.#waiting.set(kind, queue);
    const waiting: Waiting = {
      start: () => this.#take(kind, callback),
      timer: setTimeout(() => {
        this.#leave(kind, waiting);
        callback(new Error('timeout exceeded when trying to connect'), undefined, () => {});
      }, this.#timeoutMs),
    };
    queue.add(waiting);
  }

  #free(kind: string | undefined): void {
    if (kind === undefined) return;
    const left = (this.#taken.get(kind) ?? 1) - 1;
    if (left > 0) this.#taken.set(kind, left);
    else this.#taken.delete(kind);
    const [next] = this.#waiting.get(kind) ?? [];
    if (!next) return;
    this.#leave(kind, next);
    next.start();
  }

  #leave(kind: string, waiting: Waiting): void {
    clearTimeout(waiting.timer);
    const queue = this.#waiting.get(kind);
    queue?.delete(waiting);
    if (queue?.size === 0) this.#waiting.delete(kind);
  }
}

export function waitingCallers(pool: Pool): number {
  return pool.waitingCount + (pool instanceof SharedPool ? pool.beyondShareCount : 0);
}
