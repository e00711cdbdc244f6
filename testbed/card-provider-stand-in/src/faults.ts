export interface Fault {
  /**
   * `drop` executes the call and cuts the connection without an answer. `error` answers with `status`. It executes the
   * call only if `isDone` is set and `status` is 5xx. Such an answer is stored for the idempotency key, so retries get
   * it too. `hang` neither executes nor answers. `slow` waits for `delayMs` or `until` before the execution, `late`
   * after it.
   */
  kind: 'drop' | 'error' | 'hang' | 'slow' | 'late';
  count?: number;
  /** Affects only this method, and only paths that begin with `path`. */
  method?: string;
  path?: string;
  status?: number;
  /** For status 429: another call has locked the object. Without a code, a 429 means the rate limit. */
  code?: 'lock_timeout';
  isDone?: boolean;
  delayMs?: number;
  /** The next fault, added when this one affects its first call. */
  then?: Fault | undefined;
  until?: () => Promise<void>;
}

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
