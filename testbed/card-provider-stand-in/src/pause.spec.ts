/** A paused subscription, and one whose collection is paused (docs/stripe.md). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { startCardProvider, type CardProvider } from './start-card-provider.ts';
import { attachCard, CARDS, customerWithCard, errorOf, sdkFor, subscribe } from './test-provider.ts';

let provider: CardProvider;
let stripe: Stripe;
let id: string;
let customerId: string;
let methodId: string;

beforeAll(async () => {
  provider = await startCardProvider();
  stripe = sdkFor(provider);
});
afterAll(() => provider.stop());
beforeEach(async () => {
  await provider.control.reset();
  const { customer, method } = await customerWithCard(stripe, CARDS.ok);
  [customerId, methodId] = [customer.id, method.id];
  id = (await subscribe(stripe, customer.id)).id;
});

const status = async () => (await stripe.subscriptions.retrieve(id)).status;
const invoices = async () =>
  (await stripe.invoices.list({ subscription: id })).data.map((invoice) => invoice.status);
const latest = async () => (await stripe.invoices.list({ subscription: id, limit: 1 })).data[0]!;

describe('a paused subscription', () => {
  const pause = () => stripe.subscriptions.pause(id, { bill_for: { unused_time_from: { type: 'none' } } });

  it('ends its period, makes no invoices, and says why', async () => {
    const before = Math.floor(Date.now() / 1000);
    const paused = await pause();
    expect(paused).toMatchObject({
      status: 'paused',
      status_details: { paused: { type: 'subscription', subscription: { type: 'pause_requested' } } },
    });
    expect(paused.items.data[0]!.current_period_end - before).toBeLessThan(60);
    expect(() => provider.control.renew(id)).toThrow('does not renew');
    expect(await errorOf(stripe.invoices.createPreview({ subscription: id }))).toMatchObject({
      code: 'invoice_upcoming_none',
    });
    expect(await errorOf(pause())).toMatchObject({ statusCode: 400 });
    expect((await stripe.subscriptions.list({ customer: customerId })).data).toHaveLength(1);
    expect((await stripe.subscriptions.list({ customer: customerId, status: 'active' })).data).toEqual([]);
    expect(provider.control.events('customer.subscription.paused')).toHaveLength(1);
    expect((await stripe.subscriptions.cancel(id)).status).toBe('canceled');
  });

  it('stays so when an invoice of before is paid, which is still collected', async () => {
    provider.control.setCard(methodId, 'insufficient_funds');
    provider.control.renew(id);
    provider.control.pause(id, 'first_payment_failure');
    provider.control.setCard(methodId, 'ok');
    expect(provider.control.retryPayment(id).outcome).toBe('succeeded');
    expect([await status(), await invoices()]).toEqual(['paused', ['paid', 'paid']]);
  });

  it('is resumed by the payment of its invoice, and by nothing else', async () => {
    await pause();
    expect((await stripe.subscriptions.resume(id)).status).toBe('paused');
    expect(await latest()).toMatchObject({ status: 'open', auto_advance: false, attempted: false });
    await stripe.invoices.voidInvoice((await latest()).id);
    expect(await status()).toBe('paused');
    await stripe.subscriptions.resume(id);
    await stripe.invoices.pay((await latest()).id);
    const resumed = await stripe.subscriptions.retrieve(id);
    expect([resumed.status, resumed.status_details]).toEqual(['active', undefined]);
    expect(resumed.items.data[0]!.current_period_end).toBeGreaterThan(Date.now() / 1000 + 27 * 86_400);
    expect(provider.control.events('customer.subscription.resumed')).toHaveLength(1);
    expect(await errorOf(stripe.subscriptions.resume(id))).toMatchObject({ statusCode: 400 });
  });

  it.each([
    ['resume_on_payment_attempt', 'past_due'],
    ['resume_on_payment_success', 'paused'],
  ])('whose payment fails at `%s` is %s, and active when it is paid', async (behaviour, after) => {
    await pause();
    provider.control.setCard(methodId, 'insufficient_funds');
    await stripe.subscriptions.resume(id, { payment_behavior: behaviour });
    const { id: invoice } = await latest();
    if (behaviour === 'resume_on_payment_attempt') await errorOf(stripe.invoices.pay(invoice));
    expect(await status()).toBe(after);
    const { id: other } = await attachCard(stripe, customerId, CARDS.ok);
    await stripe.invoices.pay(invoice, { payment_method: other });
    expect([await status(), await invoices()]).toEqual(['active', ['paid', 'paid']]);
  });

  it('is resumed by a write-off, or without an invoice in the old period', async () => {
    await pause();
    await stripe.subscriptions.resume(id);
    await stripe.invoices.markUncollectible((await latest()).id);
    expect(await status()).toBe('active');
    await pause();
    const resumed = await stripe.subscriptions.resume(id, {
      billing_cycle_anchor: { type: 'unchanged' },
      proration_behavior: 'none',
    });
    expect([resumed.status, await invoices()]).toEqual(['active', ['uncollectible', 'paid']]);
  });
});

describe('a paused collection', () => {
  it.each([
    ['keep_as_draft', 'draft'],
    ['mark_uncollectible', 'uncollectible'],
    ['void', 'void'],
  ])('leaves the subscription active, and with `%s` its next invoice is %s', async (behavior, as) => {
    await stripe.subscriptions.update(id, { pause_collection: { behavior } });
    provider.control.renew(id);
    provider.control.endDraftTime(id);
    expect([await status(), await invoices()]).toEqual(['active', [as, 'paid']]);
    expect((await latest()).auto_advance).toBe(false);
    await stripe.subscriptions.update(id, { pause_collection: '' });
    provider.control.renew(id);
    expect(await invoices()).toEqual(['paid', as, 'paid']);
  });

  it('collects what was made before, and goes on at the time it was given', async () => {
    provider.control.setDraftTime(3_600);
    provider.control.renew(id);
    const { items } = await stripe.subscriptions.retrieve(id);
    const resumes_at = items.data[0]!.current_period_end;
    await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void', resumes_at } });
    provider.control.endDraftTime(id);
    expect(await invoices()).toEqual(['paid', 'paid']);
    provider.control.renew(id);
    const { pause_collection: pause } = await stripe.subscriptions.retrieve(id);
    expect([pause, await invoices()]).toEqual([null, ['draft', 'paid', 'paid']]);
  });
});
