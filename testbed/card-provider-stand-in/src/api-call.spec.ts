import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { parseForm } from './form.ts';
import {
  CARDS,
  customerWithCard,
  errorOf,
  sdkFor,
  skipRetryPauses,
  startForSpecs,
  subscribe,
} from './test-provider.ts';

const { provider, stripe } = await startForSpecs();
skipRetryPauses();

/** Delays the next call about customers before (`slow`) or after (`late`) its execution, until `open` is called. */
function holdOne(kind: 'slow' | 'late'): { reached: Promise<void>; open: () => void } {
  const [here, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const until = () => {
    here.resolve();
    return gate.promise;
  };
  provider.control.addFault({ kind, until, path: '/v1/customers' });
  return { reached: here.promise, open: gate.resolve };
}

const post = (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${provider.url}${path}`, { method: 'POST', body: new URLSearchParams(body), headers });

describe('a form', () => {
  it('is parsed into objects and lists by its brackets', () => {
    expect(parseForm('a=1&b[c]=2&b[d][]=3&b[d][]=4&e[0][f]=5&e[1][f]=6&g=')).toEqual({
      a: '1',
      b: { c: '2', d: ['3', '4'] },
      e: [{ f: '5' }, { f: '6' }],
      g: '',
    });
  });
});

describe('a call', () => {
  it('without a key, or with a wrong one, is rejected', async () => {
    expect((await post('/v1/customers', '')).status).toBe(401);
    const stranger = sdkFor({ ...provider, secretKey: 'sk_test_of_somebody_else' });
    expect(await errorOf(stranger.customers.list())).toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
  });

  it('from a page may create tokens, but not customers', async () => {
    const key = `key=${provider.publishableKey}`;
    const card = `card[number]=${CARDS.ok}&card[exp_month]=12&card[exp_year]=40&card[cvc]=123`;
    const token = await post('/v1/tokens', `${card}&${key}`, { origin: 'http://localhost:3000' });
    expect(token.status).toBe(200);
    expect(token.headers.get('access-control-allow-origin')).toBe('*');
    const text = await token.text();
    expect(text).not.toContain(CARDS.ok);
    expect((await post('/v1/customers', key)).status).toBe(403);
  });

  it('returns its request ID and API version', async () => {
    const answer = await stripe.customers.create({});
    expect(answer.lastResponse.requestId).toMatch(/^req_/);
    expect(answer.lastResponse.apiVersion).toBe('2026-10-28.endive');
  });

  it('with an unknown address, object, parameter or expand path fails as at Stripe', async () => {
    const headers = { authorization: `Bearer ${provider.secretKey}` };
    const unknown = await fetch(`${provider.url}/v1/no_such_things`, { headers });
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
    expect(await errorOf(stripe.customers.retrieve('cus_none'))).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      code: 'resource_missing',
    });
    expect(await errorOf(stripe.customers.create({ invoice_prefix: 'ABC' }))).toMatchObject({
      code: 'parameter_unknown',
      param: 'invoice_prefix',
    });
    expect(await errorOf(stripe.customers.create({ expand: ['nothing'] }))).toMatchObject({
      param: 'expand',
    });
  });

  it('returns a list page by page', async () => {
    for (let count = 0; count < 25; count++) await stripe.customers.create({ name: String(count) });
    const names: (string | null | undefined)[] = [];
    for await (const customer of stripe.customers.list({ limit: 10 })) names.push(customer.name);
    expect(names).toHaveLength(25);
    expect(names[0]).toBe('24');
  });
});

describe('an idempotency key', () => {
  it('returns the first answer again', async () => {
    const options = { idempotencyKey: 'one' };
    const first = await stripe.customers.create({ name: 'Ada' }, options);
    const second = await stripe.customers.create({ name: 'Ada' }, options);
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(provider.control.counters()).toMatchObject({ customers: 1, replayCount: 1 });
  });

  it('repeats a decline, but a new key tries the payment again', async () => {
    const { customer, method } = await customerWithCard(stripe, CARDS.failsLater);
    const pay = (key: string): Promise<Stripe.Subscription> =>
      subscribe(stripe, customer.id, { payment_behavior: 'error_if_incomplete' }, { idempotencyKey: key });
    expect(await errorOf(pay('first'))).toMatchObject({ code: 'card_declined' });
    provider.control.setCard(method.id, 'ok');
    expect(await errorOf(pay('first'))).toMatchObject({ code: 'card_declined' });
    expect((await pay('second')).status).toBe('active');
    expect(provider.control.counters().charges).toMatchObject({ succeeded: 1, failed: 1 });
  });

  it('is rejected with another request', async () => {
    await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'one' });
    const error = await errorOf(stripe.customers.create({ name: 'Bob' }, { idempotencyKey: 'one' }));
    expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  it('that is in use is rejected, and the SDK’s retry gets the first call’s answer', async () => {
    const gate = holdOne('slow');
    const options = { idempotencyKey: 'one' };
    const slow = stripe.customers.create({}, options);
    await gate.reached;
    expect(await errorOf(stripe.customers.create({}, options))).toMatchObject({
      statusCode: 409,
      code: 'idempotency_key_in_use',
    });
    const retrying = sdkFor(provider, { maxNetworkRetries: 3 }).customers.create({}, options);
    const refused = () => provider.control.calls().filter(({ status }) => status === 409);
    while (refused().length < 2) await sleep(5);
    gate.open();
    expect((await retrying).id).toBe((await slow).id);
    expect(provider.control.counters().customers).toBe(1);
  });
});

describe('a fault', () => {
  it('drops the answer after the work, and the same key returns it', async () => {
    const { customer } = await customerWithCard(stripe, CARDS.ok);
    // Twice, because the SDK retries once after a reset connection.
    provider.control.addFault({ kind: 'drop', method: 'POST', path: '/v1/subscriptions', count: 2 });
    const options = { idempotencyKey: 'purchase' };
    expect(await errorOf(subscribe(stripe, customer.id, {}, options))).toMatchObject({
      type: 'StripeConnectionError',
    });
    expect((await subscribe(stripe, customer.id, {}, options)).status).toBe('active');
    expect(provider.control.counters()).toMatchObject({
      subscriptions: { total: 1 },
      charges: { succeeded: 1 },
    });
  });

  it('answers 500 the configured number of times', async () => {
    provider.control.addFault({ kind: 'error', count: 2 });
    expect(await errorOf(stripe.customers.create({}))).toMatchObject({
      type: 'StripeAPIError',
      statusCode: 500,
    });
    expect(await errorOf(stripe.customers.create({}))).toMatchObject({ statusCode: 500 });
    await stripe.customers.create({});
    expect(provider.control.counters().customers).toBe(1);
  });

  it('delays an answer, and a repeated call gets the same answer meanwhile', async () => {
    const gate = holdOne('late');
    const late = stripe.customers.create({}, { idempotencyKey: 'one' });
    await gate.reached;
    const replayed = await stripe.customers.create({}, { idempotencyKey: 'one' });
    gate.open();
    expect(replayed.id).toBe((await late).id);
    expect(provider.control.counters()).toMatchObject({ customers: 1, replayCount: 1 });
  });

  it('hangs until the caller gives up', async () => {
    provider.control.addFault({ kind: 'hang' });
    expect(await errorOf(sdkFor(provider, { timeout: 100 }).customers.create({}))).toMatchObject({
      type: 'StripeConnectionError',
    });
    expect(provider.control.counters().customers).toBe(0);
  });
});
