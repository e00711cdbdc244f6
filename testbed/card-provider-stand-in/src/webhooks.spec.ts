import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { startCardProvider, type CardProvider } from './start-card-provider.ts';
import { CARDS, customerWithCard, sdkFor, subscribe, WebhookReceiver } from './test-provider.ts';

let receiver: WebhookReceiver;
let provider: CardProvider;
let stripe: Stripe;

beforeEach(async () => {
  receiver = await WebhookReceiver.start();
  provider = await startCardProvider({ webhookUrl: receiver.url, webhookRetryDelaysMs: [10, 10, 10] });
  stripe = sdkFor(provider);
});
afterEach(async () => {
  await provider.stop();
  await receiver.stop();
});

function typesReceived(): string[] {
  return receiver.received.map(({ body }) => (JSON.parse(body) as Stripe.Event).type);
}

describe('webhooks', () => {
  it('are signed and report a purchase', async () => {
    const { customer } = await customerWithCard(stripe, CARDS.ok);
    const { id } = await subscribe(stripe, customer.id);
    await provider.control.webhooksSettled();
    for (const { body, signature } of receiver.received) {
      stripe.webhooks.constructEvent(body, signature!, provider.webhookSecret);
    }
    expect(typesReceived()).toEqual(
      expect.arrayContaining([
        'customer.created',
        'customer.subscription.created',
        'customer.subscription.updated',
        'invoice.created',
        'invoice.finalized',
        'invoice.paid',
        'payment_intent.created',
        'payment_intent.succeeded',
      ]),
    );
    const [updated] = provider.control.events('customer.subscription.updated');
    expect(updated?.data).toMatchObject({
      object: { id, status: 'active' },
      previous_attributes: { status: 'incomplete' },
    });
    const stored = await stripe.events.retrieve(updated!.id);
    expect(stored).toMatchObject({ type: 'customer.subscription.updated', api_version: '2026-10-28.endive' });
    expect((await stripe.events.list({ type: 'invoice.paid' })).data).toHaveLength(1);
  });

  it('report a failed renewal and 3-D Secure', async () => {
    const { customer, method } = await customerWithCard(stripe, CARDS.ok);
    const { id } = await subscribe(stripe, customer.id);
    provider.control.setCard(method.id, 'declined_after_attaching');
    provider.control.renew(id);
    expect(provider.control.events('invoice.payment_failed')).toHaveLength(1);
    provider.control.setCard(method.id, 'authenticate_always');
    provider.control.renew(id);
    expect(provider.control.events('invoice.payment_action_required')).toHaveLength(1);
  });

  it('are sent again until they are accepted', async () => {
    receiver.status = (count) => [500, 302][count - 1] ?? 200;
    await stripe.customers.create({});
    await provider.control.webhooksSettled();
    expect(provider.control.deliveries().map(({ status }) => status)).toEqual([500, 302, 200]);
  });

  it('are dropped after the last attempt', async () => {
    receiver.status = () => 503;
    await stripe.customers.create({});
    await provider.control.webhooksSettled();
    expect(receiver.received).toHaveLength(4);
  });

  it('can be held back and delivered in any order, many times, and wrongly signed', async () => {
    provider.control.setWebhook({ isHeld: true });
    const { customer } = await customerWithCard(stripe, CARDS.ok);
    await subscribe(stripe, customer.id);
    expect(receiver.received).toEqual([]);
    const [created] = provider.control.events('customer.subscription.created');
    const [updated] = provider.control.events('customer.subscription.updated');
    await provider.control.deliver([updated!.id, created!.id]);
    expect(typesReceived()).toEqual(['customer.subscription.updated', 'customer.subscription.created']);
    expect(await provider.control.deliver([created!.id], { times: 50 })).toHaveLength(50);

    const verify = async (signature: 'none' | 'stale' | 'forged'): Promise<unknown> => {
      await provider.control.deliver([created!.id], { signature });
      const last = receiver.received.at(-1)!;
      return stripe.webhooks.constructEvent(last.body, last.signature ?? '', provider.webhookSecret);
    };
    for (const signature of ['none', 'stale', 'forged'] as const) {
      await expect(verify(signature)).rejects.toThrow();
    }
  });
});

describe('the control over HTTP', () => {
  const call = (method: string, path: string, body?: object, headers = {}): Promise<Response> =>
    fetch(`${provider.url}/_control${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });

  it('does the same as the control in the process', async () => {
    const { customer } = await customerWithCard(stripe, CARDS.ok);
    const { id } = await subscribe(stripe, customer.id);
    const renewed = await call('POST', `/subscriptions/${id}/renew`);
    expect(await renewed.json()).toMatchObject({ id, status: 'active' });
    expect(await (await call('GET', '/counters')).json()).toMatchObject({ charges: { succeeded: 2 } });
    await call('POST', '/faults', { kind: 'error', status: 429 });
    await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 429 });
    const [event] = provider.control.events('invoice.paid');
    const deliveries = await call('POST', '/events/deliver', { events: [event!.id], times: 3 });
    expect(await deliveries.json()).toHaveLength(3);
    await call('POST', '/reset');
    expect(await (await call('GET', '/counters')).json()).toMatchObject({ customers: 0, callCount: 0 });
  });

  it('rejects calls from web pages, and lists its commands', async () => {
    expect((await call('POST', '/reset', undefined, { origin: 'http://evil.test' })).status).toBe(403);
    const unknown = await call('GET', '/nothing');
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ known: expect.arrayContaining(['POST /reset']) });
  });
});
