export interface LoggedCall {
  method: string;
  path: string;
  /** The path with `:id` for ids. */
  route: string;
  isFromPage: boolean;
  idempotencyKey: string | undefined;
  /** Undefined until the call is answered, and if the connection was cut. */
  status: number | undefined;
  isReplayed: boolean;
}

/** Log of calls without their bodies, which may hold card numbers. */
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

  /** How often the server called each route, as in `{'POST /v1/customers': 1}`. */
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
