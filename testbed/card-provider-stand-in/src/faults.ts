export interface Fault {
  /**
   * `drop` does the work and cuts the connection instead of answering; `error` answers with `status`, where that is a
   * 5xx for every call with that idempotency key, and does the work before only when it `isDone`; `hang` never answers and does nothing; `slow` waits `delayMs`
   * before the work, or `until` it may go on; `late` waits so between the work and the answer.
   */
  kind: 'drop' | 'error' | 'hang' | 'slow' | 'late';
  /** How many calls it hits. */
  count?: number;
  /** Hits only this method, and only paths that begin so. */
  method?: string;
  path?: string;
  status?: number;
  /** Of a 429: another call holds the object, not too many calls, and Stripe asks to try again. */
  code?: 'lock_timeout';
  /** An `error` after the work: Stripe itself does not know how far it came. */
  isDone?: boolean;
  delayMs?: number;
  /** What goes wrong from the first call on that this one hits. */
  then?: Fault | undefined;
  /** Called where a `slow` or `late` call waits. */
  until?: () => Promise<void>;
}

/** What is to go wrong with the next calls, first come, first served. */
export class Faults {
  #waiting: (Fault & { left: number })[] = [];

  add(fault: Fault): void {
    this.#waiting.push({ ...fault, left: fault.count ?? 1 });
  }

  clear(): void {
    this.#waiting = [];
  }

  take(method: string, path: string): Fault | undefined {
    const fault = this.#waiting.find(
      (candidate) =>
        candidate.left > 0 &&
        (candidate.method ?? method) === method &&
        (candidate.path === undefined || path.startsWith(candidate.path)),
    );
    if (!fault) return undefined;
    fault.left -= 1;
    if (fault.then) this.add(fault.then);
    fault.then = undefined;
    return fault;
  }
}
