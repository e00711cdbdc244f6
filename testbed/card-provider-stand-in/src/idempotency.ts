import { createHash } from 'node:crypto';
import { StripeError } from './stripe-error.ts';

export interface StoredAnswer {
  status: number;
  body: string;
  requestId: string;
}

const KEPT_FOR_HOURS = 24;
const HOUR_MS = 60 * 60 * 1000;

interface Entry {
  fingerprint: string;
  begunAt: number;
  answer: StoredAnswer | undefined;
}

export class IdempotencyKeys {
  readonly #entries = new Map<string, Entry>();

  /**
   * Returns the answer to replay. If undefined, the caller executes the call and then calls `keep` or `release`. Throws
   * Stripe's error if the key was used for another call, or its call is still running.
   */
  begin(key: string, method: string, path: string, body: string): StoredAnswer | undefined {
    // A digest, because the body may hold a card number.
    const fingerprint = createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');
    const entry = this.#find(key);
    if (!entry) {
      this.#entries.set(key, { fingerprint, begunAt: Date.now(), answer: undefined });
      return undefined;
    }
    if (entry.fingerprint !== fingerprint) {
      throw new StripeError(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    }
    if (!entry.answer) {
      throw new StripeError(409, {
        type: 'invalid_request_error',
        code: 'idempotency_key_in_use',
        message: `There is currently another in-progress request using this idempotent key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
      });
    }
    return entry.answer;
  }

  keep(key: string, answer: StoredAnswer): void {
    const entry = this.#entries.get(key);
    if (entry) entry.answer = answer;
  }

  release(key: string): void {
    this.#entries.delete(key);
  }

  #find(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    const isOld = entry?.answer && entry.begunAt <= Date.now() - KEPT_FOR_HOURS * HOUR_MS;
    if (isOld) this.#entries.delete(key);
    return isOld ? undefined : entry;
  }

  age(hours: number): void {
    for (const entry of this.#entries.values()) entry.begunAt -= hours * HOUR_MS;
  }

  clear(): void {
    this.#entries.clear();
  }
}
