export interface LoggedCall {
  method: string;
  path: string;
  /** The path with `:id` for ids. */
  route: string;
  isFromPage: boolean;
  idempotencyKey: string | undefined;
  status: number | undefined;
  isReplayed: boolean;
}

/** Omits bodies, which may contain card numbers. */
export class CallLog {
  #calls: LoggedCall[] = [];

  add(call: Omit<LoggedCall, 'status' | 'isReplayed'>): LoggedCall {
    const logged: LoggedCall = { ...call, status: undefined, isReplayed: false };
    this.#calls.push(logged);
    return logged;
  }

  all(): readonly LoggedCall[] {
    return this.#calls;
  }

  clear(): void {
    this.#calls = [];
  }

  counts(isFromPage: boolean): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const call of this.#calls) {
      if (call.isFromPage !== isFromPage) continue;
      const name = `${call.method} ${call.route}`;
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }
}
