import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';

export type Signature = 'valid' | 'none' | 'stale' | 'forged';

export interface Delivery {
  eventId: string;
  type: string;
  status: number | undefined;
}

export interface WebhookTarget {
  url?: string | undefined;
  secret?: string | undefined;
  /** The pauses between the attempts for one event. Stripe retries for three days. */
  retryDelaysMs?: number[] | undefined;
  /** Whether events wait until the control delivers them. */
  isHeld?: boolean | undefined;
}

const RETRY_DELAYS_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 60_000, 60_000];
const ANSWER_TIMEOUT_MS = 10_000;
/** Older than the SDK's tolerance of 300 s. */
const STALE_SECONDS = 600;

/** Sends each event independently of the others. As at Stripe, events can arrive in a different order. */
export class Webhooks {
  readonly deliveries: Delivery[] = [];
  readonly #signer = new Stripe('sk_test_signing_only').webhooks;
  #target: WebhookTarget;
  #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(target: WebhookTarget) {
    this.#target = target;
  }

  setTarget(changes: WebhookTarget): void {
    this.#target = { ...this.#target, ...changes };
  }

  send(event: Stripe.Event): void {
    if (!this.#target.url || this.#target.isHeld) return;
    const run = this.#sendUntilTaken(event, this.#stop.signal).catch(() => {});
    this.#running.add(run);
    void run.finally(() => this.#running.delete(run));
  }

  async #sendUntilTaken(event: Stripe.Event, signal: AbortSignal): Promise<void> {
    for (const delayMs of [...(this.#target.retryDelaysMs ?? RETRY_DELAYS_MS), undefined]) {
      const { status } = await this.deliver(event, 'valid');
      if (signal.aborted) return;
      if (status !== undefined && status >= 200 && status < 300) {
        event.pending_webhooks = 0;
        return;
      }
      if (delayMs !== undefined) await sleep(delayMs, undefined, { signal });
    }
  }

  /** As at Stripe, a redirect is a failure. */
  async deliver(event: Stripe.Event, signature: Signature): Promise<Delivery> {
    if (!this.#target.url) throw new Error('the card provider has no webhook address');
    const payload = JSON.stringify(event, null, 2);
    const header = this.#sign(payload, signature);
    const delivery: Delivery = { eventId: event.id, type: event.type, status: undefined };
    try {
      const answer = await fetch(this.#target.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          ...(header && { 'stripe-signature': header }),
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(ANSWER_TIMEOUT_MS), this.#stop.signal]),
      });
      await answer.arrayBuffer();
      delivery.status = answer.status;
    } catch {
      // The target was unreachable or too slow, or it closed the connection. The next attempt may succeed.
    }
    this.deliveries.push(delivery);
    return delivery;
  }

  #sign(payload: string, signature: Signature): string | undefined {
    if (signature === 'none') return undefined;
    const secret = signature === 'forged' ? 'whsec_of_somebody_else' : (this.#target.secret ?? '');
    const now = Math.floor(Date.now() / 1000);
    return this.#signer.generateTestHeaderString({
      payload,
      secret,
      timestamp: signature === 'stale' ? now - STALE_SECONDS : now,
    });
  }

  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async cancel(): Promise<void> {
    this.#stop.abort();
    await this.settled();
    this.#stop = new AbortController();
    this.deliveries.length = 0;
  }
}
