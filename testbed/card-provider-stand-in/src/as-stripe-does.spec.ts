/** Behavior of Stripe that the portal relies on (docs/stripe.md). */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
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
beforeEach(() => provider.control.clearFaults());

describe('an idempotency key', () => {
  const options = { idempotencyKey: 'one' };
  const status = async (work: Promise<Stripe.Customer>) =>
    work.then(
      () => 200,
      (error: Stripe.errors.StripeError) => error.statusCode,
    );

  it('stores and repeats a 500, whether the work was done or not', async () => {
    for (const isDone of [false, true]) {
      await provider.control.reset();
      provider.control.addFault({ kind: 'error', isDone });
      expect(await status(stripe.customers.create({}, options))).toBe(500);
      const again = await errorOf(stripe.customers.create({}, options));
      expect([again.statusCode, again.headers?.['idempotent-replayed']]).toEqual([500, 'true']);
      expect(provider.control.counters().customers).toBe(isDone ? 1 : 0);
      expect(await status(stripe.customers.create({}, { idempotencyKey: 'two' }))).toBe(200);
    }
  });

  it('stores nothing for a call that was rejected before its execution', async () => {
    for (const turnedAway of [429, 401]) {
      provider.control.addFault({ kind: 'error', status: turnedAway });
      expect(await status(stripe.customers.create({}, options))).toBe(turnedAway);
    }
    expect(await status(stripe.customers.create({ invoice_prefix: 'ABC' }, options))).toBe(400);
    expect(await status(stripe.customers.create({}, options))).toBe(200);
  });

  it('can be reused after a day', async () => {
    const first = await stripe.customers.create({}, options);
    provider.control.ageIdempotencyKeys(23);
    expect((await stripe.customers.create({}, options)).id).toBe(first.id);
    provider.control.ageIdempotencyKeys(1);
    expect((await stripe.customers.create({}, options)).id).not.toBe(first.id);
  });
});

it('a call for a locked object gets 429 `lock_timeout`, which the SDK retries with the same key', async () => {
  const patient = sdkFor(provider, { maxNetworkRetries: 2 });
  const fault = { kind: 'error', status: 429, code: 'lock_timeout', path: '/v1/customers' } as const;
  provider.control.addFault({ ...fault, count: 2 });
  await patient.customers.create({});
  const keys = provider.control.calls().map(({ idempotencyKey }) => idempotencyKey);
  expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
  provider.control.addFault(fault);
  expect(await errorOf(stripe.customers.create({}))).toMatchObject({
    type: 'StripeRateLimitError',
    code: 'lock_timeout',
  });
  provider.control.addFault({ kind: 'error', status: 429 });
  expect(await errorOf(patient.customers.create({}))).toMatchObject({ code: 'rate_limit' });
  expect(provider.control.counters().customers).toBe(1);
});

it('paying a paid invoice is an error without a code, and charges nothing', async () => {
  const { customer } = await customerWithCard(stripe, CARDS.ok);
  const { latest_invoice: invoice } = await subscribe(stripe, customer.id);
  const id = typeof invoice === 'string' ? invoice : (invoice?.id ?? '');
  const error = await errorOf(stripe.invoices.pay(id));
  expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, code: undefined });
  expect((await stripe.invoices.retrieve(id)).status).toBe('paid');
  expect(provider.control.counters().charges.succeeded).toBe(1);
});

it('a payment method has the name and address of its own call, not those of its token', async () => {
  const token = await stripe.tokens.create({
    card: { number: CARDS.ok, exp_month: '12', exp_year: '2040', name: 'Ada', address_country: 'US' },
  });
  const made = await stripe.paymentMethods.create({ type: 'card', card: { token: token.id } });
  expect([made.billing_details.name, made.billing_details.address?.country]).toEqual([null, null]);
  const { card } = await stripe.tokens.retrieve(token.id);
  expect([card?.name, card?.address_country]).toEqual(['Ada', 'US']);
});

it('a renewal without a card leaves the subscription past due and its invoice open', async () => {
  const { customer, method } = await customerWithCard(stripe, CARDS.ok);
  const { id } = await subscribe(stripe, customer.id);
  await stripe.paymentMethods.detach(method.id);
  provider.control.renew(id);
  const renewed = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  expect(renewed).toMatchObject({
    status: 'past_due',
    latest_invoice: { status: 'open', attempted: true, attempt_count: 1 },
  });
  expect(provider.control.events('invoice.payment_failed')).toHaveLength(1);
  expect(provider.control.counters().charges).toMatchObject({ succeeded: 1, failed: 0 });
});

describe('a scheduled end', () => {
  let id: string;
  let periodEnd: number | undefined;
  const shown = async () => {
    const { cancel_at, cancel_at_period_end, cancellation_details, status } =
      await stripe.subscriptions.retrieve(id);
    return [status, cancel_at_period_end, cancel_at, cancellation_details?.reason];
  };

  beforeEach(async () => {
    const { customer } = await customerWithCard(stripe, CARDS.ok);
    const subscription = await subscribe(stripe, customer.id);
    id = subscription.id;
    periodEnd = subscription.items.data[0]?.current_period_end;
  });

  it('by `cancel_at_period_end` sets `cancel_at` too, and is removed with the flag', async () => {
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(await shown()).toEqual(['active', true, periodEnd, 'cancellation_requested']);
    await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(await shown()).toEqual(['active', false, null, null]);
  });

  it('by the customer portal sets only `cancel_at`, and takes effect at the renewal', async () => {
    provider.control.cancelAtPeriodEnd(id);
    expect(await shown()).toEqual(['active', false, periodEnd, 'cancellation_requested']);
    await stripe.subscriptions.update(id, { cancel_at: '' });
    expect(await shown()).toEqual(['active', false, null, null]);
    provider.control.cancelAtPeriodEnd(id);
    provider.control.renew(id);
    expect((await shown())[0]).toBe('canceled');
  });

  it('rejects both parameters together, and a past time', async () => {
    const update = (params: Stripe.SubscriptionUpdateParams) =>
      errorOf(stripe.subscriptions.update(id, params));
    expect((await update({ cancel_at: 1, cancel_at_period_end: true })).statusCode).toBe(400);
    expect((await update({ cancel_at: 1 })).statusCode).toBe(400);
  });

  it('shows the reason of the end', async () => {
    provider.control.end(id, 'payment_failed');
    expect((await shown())[3]).toBe('payment_failed');
  });
});
