export interface Fault {
  /**
   * `drop` does the work and cuts the connection instead of answering. `error` answers with `status`: a 5xx for every call with
   * that idempotency key, after the work only if it `isDone`. `hang` never answers and does nothing. `slow` waits `delayMs`, or
   * for `until`, before the work. `late` waits the same way between the work and the answer.
   */
  kind: 'drop' | 'error' | 'hang' | 'slow' | 'late';
  /** How many calls it affects. */
  count?: number;
  /** Affects only this method, and only paths that begin with `path`. */
  method?: string;
  path?: string;
  status?: number;
  /** For a 429: another call holds the object, and Stripe asks the caller to retry. Without it, the cause is too many calls. */
  code?: 'lock_timeout';
  /** An `error` after the work: Stripe itself does not know how far the call came. */
  isDone?: boolean;
  delayMs?: number;
  /** The next fault, from the first call that this one affects. */
  then?: Fault | undefined;
  /** Called where a `slow` or `late` call waits. */
  until?: () => Promise<void>;
}

/** Faults of the next calls, in order. */
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
