import { setTimeout as wait } from 'node:timers/promises';
import { Stripe } from 'stripe';
import { STAND_IN_KEYS } from '@foyer/card-provider-stand-in/start-card-provider';
import { quantile } from '../../harness/traffic.ts';
import { condition, exactly, type Scenario } from '../scenario.ts';
import type { Stage } from '../stage.ts';

const EVENTS = 100;
const RETRY_MS = 500;

export const databaseDown: Scenario = {
  name: `${EVENTS} events of the card provider while Postgres is down`,
  async run(stage) {
    await stage.harness.stopPostgres();
    const first: number[] = [];
    const sending = Array.from({ length: EVENTS }, async (_, number) => {
      for (let tries = 0; tries < 100; tries++) {
        const status = await deliver(stage, `evt_down_${number}`);
        if (tries === 0) first.push(status);
        if (status >= 200 && status < 300) return;
        await wait(RETRY_MS);
      }
    });
    await wait(3_000);
    await stage.harness.startPostgres();
    await Promise.all(sending);
    const stored = await stage.count(`SELECT count(*) FROM webhook_events WHERE id LIKE 'evt_down_%'`);
    const refused = first.filter((status) => status === 503).length;
    return [
      exactly('answered 503 at first, never 2xx', refused, EVENTS),
      exactly('stored when they were sent again', stored, EVENTS),
    ];
  },
};

const FLOOD = 200;
export const workersStopped: Scenario = {
  name: `${FLOOD} events of the card provider while the mail workers are stopped`,
  async run(stage) {
    await stage.setWorkers(0);
    const times: number[] = [];
    let good = 0;
    const queue = Array.from({ length: FLOOD }, (_, number) => `evt_flood_${number}`);
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
          const startedAt = performance.now();
          const status = await deliver(stage, id);
          times.push(performance.now() - startedAt);
          if (status >= 200 && status < 300) good += 1;
        }
      }),
    );
    const p99 = quantile(times, 0.99);
    return [
      exactly('answered 2xx', good, FLOOD),
      condition('p99 under 1 s', `${p99.toFixed(0)} ms`, p99 < 1_000),
    ];
  },
};

/** Sends an event about an unknown customer with a valid signature. Returns the status, 0 without a response. */
async function deliver(stage: Stage, id: string): Promise<number> {
  const payload = JSON.stringify({
    id,
    object: 'event',
    type: 'customer.subscription.updated',
    data: { object: { id: 'sub_unknown', object: 'subscription', customer: 'cus_unknown' } },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: STAND_IN_KEYS.webhookSecret,
  });
  try {
    const reply = await fetch(`${stage.url}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
      signal: AbortSignal.timeout(30_000),
    });
    await reply.arrayBuffer();
    return reply.status;
  } catch {
    return 0;
  }
}
