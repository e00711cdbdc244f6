import { setTimeout as wait } from 'node:timers/promises';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { Visitor } from './visitor.ts';

const WRITE_EVERY = 4;

/**
 * A call and its outcome. `status` is missing if there was no response. `ms` is the duration in milliseconds, `at` the
 * start in milliseconds since the epoch.
 */
export type Call = { email?: string; at: number; ms: number; status?: number };

/**
 * Makes calls at a constant rate, independent of responses. One of four calls signs up, the others read the session.
 */
export class Traffic {
  readonly calls: Call[] = [];
  readonly #visitor: Visitor;
  readonly #prefix: string;
  readonly #sending = new Set<Promise<void>>();
  #isStopped = false;
  #loop: Promise<void> | undefined;

  private constructor(visitor: Visitor, prefix: string) {
    this.#visitor = visitor;
    this.#prefix = prefix;
  }

  static async start(url: string, perSecond: number, prefix: string): Promise<Traffic> {
    const traffic = new Traffic(await Visitor.open(url), prefix);
    traffic.#loop = traffic.#run(perSecond);
    return traffic;
  }

  async stop(): Promise<Call[]> {
    this.#isStopped = true;
    await this.#loop;
    await Promise.all(this.#sending);
    return this.calls;
  }

  async #run(perSecond: number): Promise<void> {
    const startedAt = performance.now();
    for (let sent = 0; !this.#isStopped;) {
      const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
      for (; sent < due; sent++) {
        const sending = this.#send(sent).finally(() => this.#sending.delete(sending));
        this.#sending.add(sending);
      }
      await wait(5);
    }
  }

  async #send(number: number): Promise<void> {
    const email = number % WRITE_EVERY === 0 ? `${this.#prefix}-${number}@harness.test` : undefined;
    const startedAt = performance.now();
    const call: Call = { at: Date.now(), ms: 0, ...(email && { email }) };
    this.calls.push(call);
    try {
      const reply = email
        ? await this.#visitor.post('/register-by-email', signUpBody({ email }))
        : await this.#visitor.get('/session');
      call.status = reply.status;
    } catch {
      // The call failed and keeps no status.
    }
    call.ms = performance.now() - startedAt;
  }
}

export const isFailed = ({ status }: Call): boolean => status === undefined || status >= 500;

export function acknowledged(calls: Call[]): string[] {
  return calls.flatMap(({ email, status }) => (email !== undefined && status === 201 ? [email] : []));
}

export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
