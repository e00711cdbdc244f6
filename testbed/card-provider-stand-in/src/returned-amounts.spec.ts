import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { CARDS, customerWithCard, errorOf, startForSpecs, subscribe } from './test-provider.ts';

const { provider, stripe } = await startForSpecs();

async function pay(card: string = CARDS.ok): Promise<{ invoice: string; intent: string; customer: string }> {
  const { customer } = await customerWithCard(stripe, card);
  const { latest_invoice: latest } = await subscribe(stripe, customer.id);
  const invoice = latest as Stripe.Invoice;
  const intent = invoice.payments?.data[0]?.payment.payment_intent as string;
  return { invoice: invoice.id, intent, customer: customer.id };
}

async function chargeOf(invoice: string): Promise<Stripe.Charge> {
  const { data } = await stripe.invoicePayments.list({
    invoice,
    expand: ['data.payment.payment_intent.latest_charge'],
  });
  return (data[0]?.payment.payment_intent as Stripe.PaymentIntent).latest_charge as Stripe.Charge;
}

describe('a refund', () => {
  it('of a part is shown on the charge, not on the invoice', async () => {
    const { invoice, intent, customer } = await pay();
    const refund = await stripe.refunds.create({ payment_intent: intent, amount: 5_000 });
    expect(refund).toMatchObject({ object: 'refund', amount: 5_000, status: 'succeeded', reason: null });
    expect(await chargeOf(invoice)).toMatchObject({
      amount: 19_900,
      amount_refunded: 5_000,
      refunded: false,
    });
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject({ status: 'paid', amount_paid: 19_900 });
    const [event] = provider.control.events('charge.refunded');
    expect(event?.data).toMatchObject({
      object: { object: 'charge', amount_refunded: 5_000, customer },
      previous_attributes: { amount_refunded: 0 },
    });
    expect(provider.control.events('refund.created')[0]?.data.object).toMatchObject({ id: refund.id });
  });

  it('without an amount is for the rest, by intent or charge, and is listed newest first', async () => {
    const { invoice, intent } = await pay();
    const { id: charge } = await chargeOf(invoice);
    const one = await stripe.refunds.create({ payment_intent: intent, amount: 900 });
    const two = await stripe.refunds.create({ charge, reason: 'requested_by_customer' });
    expect(two).toMatchObject({ amount: 19_000, charge, payment_intent: intent });
    expect(await chargeOf(invoice)).toMatchObject({ amount_refunded: 19_900, refunded: true });
    for (const filter of [{ charge }, { payment_intent: intent }]) {
      const { data } = await stripe.refunds.list(filter);
      expect(data.map(({ id }) => id)).toEqual([two.id, one.id]);
    }
    const expanded = await stripe.charges.retrieve(charge, { expand: ['refunds'] });
    expect(expanded.refunds?.data).toHaveLength(2);
  });

  it('is rejected above the rest, after a full refund, and without a payment', async () => {
    const { intent } = await pay();
    const refused = async (params: Stripe.RefundCreateParams) => {
      const { code, statusCode } = await errorOf(stripe.refunds.create(params));
      return [statusCode, code];
    };
    expect(await refused({ payment_intent: intent, amount: 19_901 })).toEqual([400, undefined]);
    await stripe.refunds.create({ payment_intent: intent });
    expect(await refused({ payment_intent: intent })).toEqual([400, 'charge_already_refunded']);
    const { customer } = await customerWithCard(stripe, CARDS.failsLater);
    const unpaid = (await subscribe(stripe, customer.id)).latest_invoice as Stripe.Invoice;
    const open = unpaid.payments?.data[0]?.payment.payment_intent as string;
    expect(await refused({ payment_intent: open })).toEqual([400, 'payment_intent_unexpected_state']);
  });

  it('may fail later, which reverts it', async () => {
    const { invoice, intent } = await pay();
    const { id } = await stripe.refunds.create({ payment_intent: intent });
    provider.control.failRefund(id);
    expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: 'failed' });
    expect(await chargeOf(invoice)).toMatchObject({ amount_refunded: 0, refunded: false });
    expect(provider.control.events('refund.failed')).toHaveLength(1);
  });
});

describe('a dispute', () => {
  it('marks the charge as disputed, and names charge and payment but no customer', async () => {
    const { invoice, intent } = await pay();
    const { id, amount } = provider.control.dispute(invoice);
    const charge = await chargeOf(invoice);
    expect([amount, charge.disputed, charge.amount_refunded]).toEqual([19_900, true, 0]);
    const [event] = provider.control.events('charge.dispute.created');
    expect(event?.data.object).toMatchObject({
      object: 'dispute',
      charge: charge.id,
      payment_intent: intent,
      status: 'needs_response',
      reason: 'fraudulent',
    });
    expect(event?.data.object).not.toHaveProperty('customer');
    expect((await stripe.disputes.list({ payment_intent: intent })).data.map((one) => one.id)).toEqual([id]);
    expect((await errorOf(stripe.refunds.create({ payment_intent: intent }))).code).toBe('charge_disputed');
    expect((await stripe.invoices.retrieve(invoice)).status).toBe('paid');
  });

  it.each([
    ['won', ['charge.dispute.funds_reinstated']],
    ['lost', []],
  ] as const)('that is %s is closed', async (status, more) => {
    const { id } = provider.control.dispute((await pay()).invoice);
    provider.control.closeDispute(id, status);
    expect((await stripe.disputes.retrieve(id)).status).toBe(status);
    expect(provider.control.events('charge.dispute.closed')).toHaveLength(1);
    const reinstated = provider.control.events('charge.dispute.funds_reinstated');
    expect(reinstated.map(({ type }) => type)).toEqual(more);
  });

  it('is opened by a payment with Stripe’s test card for disputes', async () => {
    const { invoice } = await pay(CARDS.disputes);
    expect((await chargeOf(invoice)).disputed).toBe(true);
    expect((await stripe.disputes.list()).data).toHaveLength(1);
  });
});
