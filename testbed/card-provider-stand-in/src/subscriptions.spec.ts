import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { addMonths } from './month.ts';
import { attachCard, CARDS, customerWithCard, errorOf, startForSpecs, subscribe } from './test-provider.ts';

const { provider, stripe } = await startForSpecs();

async function activeSubscription(): Promise<{ id: string; customerId: string; methodId: string }> {
  const { customer, method } = await customerWithCard(stripe, CARDS.ok);
  const { id } = await subscribe(stripe, customer.id);
  return { id, customerId: customer.id, methodId: method.id };
}

describe('a subscription', () => {
  it('can be canceled at its period end and resumed, and otherwise ends', async () => {
    const { id } = await activeSubscription();
    const canceling = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    const [item] = canceling.items.data;
    expect(canceling).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: item!.current_period_end,
      cancellation_details: { reason: 'cancellation_requested' },
    });
    const resumed = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(resumed).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    provider.control.renew(id);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' });
    expect(provider.control.events('customer.subscription.deleted')).toHaveLength(1);
  });

  it('renews for a month and charges again', async () => {
    const { id, customerId } = await activeSubscription();
    const before = (await stripe.subscriptions.retrieve(id)).items.data[0]!;
    provider.control.renew(id);
    const after = (await stripe.subscriptions.retrieve(id)).items.data[0]!;
    expect(after.current_period_start).toBe(before.current_period_end);
    expect(after.current_period_end).toBe(addMonths(before.current_period_start, 2));
    const { data } = await stripe.invoices.list({ customer: customerId });
    expect(data.map((invoice) => [invoice.billing_reason, invoice.status])).toEqual([
      ['subscription_cycle', 'paid'],
      ['subscription_create', 'paid'],
    ]);
    const page = await fetch(data[0]!.hosted_invoice_url!);
    expect(await page.text()).toContain('$199.00');
    const pdf = await fetch(data[0]!.invoice_pdf!);
    expect((await pdf.text()).slice(0, 5)).toBe('%PDF-');
  });

  it('is past due when the card fails, and active again when another card pays', async () => {
    const { id, customerId, methodId } = await activeSubscription();
    provider.control.setCard(methodId, 'insufficient_funds');
    provider.control.renew(id);
    const late = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
    expect(late.status).toBe('past_due');
    const invoice = late.latest_invoice as Stripe.Invoice;
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 1 });
    expect(invoice.next_payment_attempt).not.toBeNull();
    expect(provider.control.retryPayment(id).outcome).toBe('declined');
    const method = await attachCard(stripe, customerId, '5555555555554444');
    await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: method.id } });
    await stripe.invoices.pay(invoice.id);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
  });

  it('can become unpaid, end, or expire', async () => {
    const { id } = await activeSubscription();
    expect(provider.control.unpay(id).status).toBe('unpaid');
    expect(provider.control.end(id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
    const { customer } = await customerWithCard(stripe, CARDS.failsLater);
    const incomplete = await subscribe(stripe, customer.id);
    expect(provider.control.expire(incomplete.id).status).toBe('incomplete_expired');
    expect((incomplete.latest_invoice as Stripe.Invoice).status).toBe('open');
    expect((await stripe.invoices.list({ customer: customer.id })).data[0]?.status).toBe('void');
  });

  it('that is canceled cannot be canceled or changed again', async () => {
    const { id, customerId } = await activeSubscription();
    expect((await stripe.subscriptions.cancel(id)).status).toBe('canceled');
    expect(await errorOf(stripe.subscriptions.cancel(id))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    expect(await errorOf(stripe.subscriptions.update(id, { cancel_at_period_end: false }))).toMatchObject({
      statusCode: 400,
    });
    expect((await stripe.subscriptions.list({ customer: customerId })).data).toEqual([]);
    expect((await stripe.subscriptions.list({ customer: customerId, status: 'all' })).data).toHaveLength(1);
  });

  it('previews its renewal, unless it is to end', async () => {
    const { id } = await activeSubscription();
    const preview = await stripe.invoices.createPreview({ subscription: id });
    expect(preview).toMatchObject({ total: 19_900, billing_reason: 'upcoming' });
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(await errorOf(stripe.invoices.createPreview({ subscription: id }))).toMatchObject({
      code: 'invoice_upcoming_none',
    });
  });

  it('needs a card unless it may stay incomplete', async () => {
    const customer = await stripe.customers.create({});
    expect(await errorOf(subscribe(stripe, customer.id))).toMatchObject({ code: 'resource_missing' });
    const subscription = await subscribe(stripe, customer.id, { payment_behavior: 'default_incomplete' });
    expect(subscription.status).toBe('incomplete');
  });
});

describe('a month later', () => {
  it.each([
    ['2027-01-31', '2027-02-28'],
    ['2028-01-31', '2028-02-29'],
    ['2027-03-15', '2027-04-15'],
    ['2027-12-31', '2028-01-31'],
  ])('than %s is %s', (from, to) => {
    const seconds = (day: string): number => Date.parse(`${day}T12:00:00Z`) / 1000;
    expect(addMonths(seconds(from), 1)).toBe(seconds(to));
  });
});
