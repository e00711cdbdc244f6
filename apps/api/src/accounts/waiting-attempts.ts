import { setTimeout as sleep } from 'node:timers/promises';
import { WRONG_PASSWORDS_TO_LOCK } from '@foyer/contracts/login';
import { Problem } from '../request/problem.ts';
import { keyOf, type LockoutKey, type LockoutState } from './login-attempts.ts';

/** How often the state of all counts is read, in one statement for this process. */
const POLL_MS = 25;
/** By then the process that was checking the earlier attempts is gone, perhaps crashed. */
const MAX_WAIT_MS = 10_000;
/** Bounds of the queue, per count and per process. */
export const MAX_WAITING_AT_COUNT = 200;
export const MAX_WAITING = 1_000;
const RETRY_AFTER_SECONDS = 2;

type Waiter = { since: number; goOn: () => void; refuse: (reason: unknown) => void };
type Queue = { count: LockoutKey; waiters: Waiter[] };

/** Reads and locks the counts at which attempts wait. */
export type Counts = {
  /** States by `keyOf`; a count that is missing has all its attempts left. */
  read: (counts: LockoutKey[]) => Promise<Map<string, LockoutState>>;
  lock: (count: LockoutKey) => Promise<unknown>;
};

/** The problem for an attempt at a locked count. */
export function lockedProblem(lockedForMs: number): Problem {
  return new Problem('Locked', {
    retryAfterSeconds: Math.ceil(lockedForMs / 1000),
    details: { lockedForMs },
  });
}

/**
 * Attempts of this process that wait for the outcome of earlier ones. However many wait, they cost the database one
 * statement per poll.
 */
export class WaitingAttempts {
  readonly #queues = new Map<string, Queue>();
  readonly #counts: Counts;
  #waiting = 0;
  #isPolling = false;

  constructor(counts: Counts) {
    this.#counts = counts;
  }

  /**
   * Resolves when an attempt waiting `since` may be made again, first come, first served. Throws `Locked` when its
   * count is locked meanwhile, `Unavailable` when too many wait already.
   */
  async wait(count: LockoutKey, since: number): Promise<void> {
    const queue = this.#queues.get(keyOf(count)) ?? { count, waiters: [] };
    if (queue.waiters.length >= MAX_WAITING_AT_COUNT || this.#waiting >= MAX_WAITING)
      throw new Problem('Unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.#queues.set(keyOf(count), queue);
    this.#waiting++;
    const waited = new Promise<void>((goOn, refuse) => queue.waiters.push({ since, goOn, refuse }));
    if (!this.#isPolling) void this.#poll();
    return waited;
  }

  async #poll(): Promise<void> {
    this.#isPolling = true;
    while (this.#waiting > 0) {
      await sleep(POLL_MS);
      const queues = [...this.#queues.values()];
      try {
        const states = await this.#counts.read(queues.map(({ count }) => count));
        for (const queue of queues) await this.#serve(queue, states.get(keyOf(queue.count)));
      } catch (error) {
        for (const queue of queues) for (const waiter of this.#take(queue, Infinity)) waiter.refuse(error);
      }
    }
    this.#isPolling = false;
  }

  async #serve(queue: Queue, state: LockoutState | undefined): Promise<void> {
    const { lockedForMs, free } = state ?? { lockedForMs: null, free: WRONG_PASSWORDS_TO_LOCK };
    if (lockedForMs !== null)
      for (const waiter of this.#take(queue, Infinity)) waiter.refuse(lockedProblem(lockedForMs));
    else if (free > 0) for (const waiter of this.#take(queue, free)) waiter.goOn();
    // Fail closed. The next look finds it locked.
    else if (queue.waiters.some(({ since }) => performance.now() - since > MAX_WAIT_MS))
      await this.#counts.lock(queue.count);
  }

  /** Removes the `most` longest-waiting from their queue. */
  #take(queue: Queue, most: number): Waiter[] {
    queue.waiters.sort((one, other) => one.since - other.since);
    const taken = queue.waiters.splice(0, most);
    this.#waiting -= taken.length;
    // An emptied queue may have been replaced by a new one of the same count.
    if (taken.length > 0 && queue.waiters.length === 0) this.#queues.delete(keyOf(queue.count));
    return taken;
  }
}
