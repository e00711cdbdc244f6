import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { attachCard, CARDS, errorOf, startWithSubscription } from './test-provider.ts';

const { provider, stripe, ids, status, invoices, latest } = await startWithSubscription();
const answerTo = async (call: Promise<unknown>) => {
  const { statusCode, type } = await errorOf(call);
  return [statusCode, type];
};
const REFUSED = [400, 'StripeInvalidRequestError'];

async function owe(): Promise<Stripe.Invoice> {
  provider.control.setCard(ids.method, 'insufficient_funds');
  provider.control.renew(ids.subscription);
  return latest();
}

async function draft(): Promise<Stripe.Invoice> {
  provider.control.setDraftTime(3_600);
  provider.control.renew(ids.subscription);
  return latest();
}

describe('an open invoice', () => {
  it.each([
    ['after the last retry', () => provider.control.end(ids.subscription), 'canceled'],
    [
      'by an operator',
      () => stripe.subscriptions.cancel(ids.subscription, { invoice_now: false, prorate: false }),
      'canceled',
    ],
    ['as unpaid', () => provider.control.unpay(ids.subscription), 'active'],
  ])('stays payable but is not collected when its subscription ends %s', async (_how, end, after) => {
    const { id: invoice } = await owe();
    await end();
    expect(await latest()).toMatchObject({ status: 'open', auto_advance: false, next_payment_attempt: null });
    const { id: other } = await attachCard(stripe, ids.customer, CARDS.ok);
    expect((await stripe.invoices.pay(invoice, { payment_method: other })).status).toBe('paid');
    expect([await status(), provider.control.counters().charges.succeeded]).toEqual([after, 2]);
  });

  it('is collected only while `auto_advance` is on', async () => {
    const { id: invoice } = await owe();
    const stopped = await stripe.invoices.update(invoice, { auto_advance: false });
    expect(stopped).toMatchObject({ auto_advance: false, next_payment_attempt: null });
    expect(() => provider.control.retryPayment(ids.subscription)).toThrow('no open invoice');
    await stripe.invoices.update(invoice, { auto_advance: true });
    expect(provider.control.retryPayment(ids.subscription).outcome).toBe('declined');
  });

  it('that is uncollectible leaves the subscription active, and can be paid or voided', async () => {
    const { id: invoice } = await owe();
    expect(await stripe.invoices.markUncollectible(invoice)).toMatchObject({
      status: 'uncollectible',
      auto_advance: false,
    });
    expect(await status()).toBe('active');
    expect(await answerTo(stripe.invoices.update(invoice, { auto_advance: true }))).toEqual(REFUSED);
    expect(await answerTo(stripe.invoices.markUncollectible(invoice))).toEqual(REFUSED);
    provider.control.setCard(ids.method, 'ok');
    expect((await stripe.invoices.pay(invoice)).status).toBe('paid');
    expect(await answerTo(stripe.invoices.voidInvoice(invoice))).toEqual(REFUSED);
    const { id: next } = await owe();
    provider.control.end(ids.subscription, 'payment_failed', 'uncollectible');
    expect(
      (await stripe.invoices.list({ subscription: ids.subscription, status: 'uncollectible' })).data,
    ).toHaveLength(1);
    expect((await stripe.invoices.voidInvoice(next)).status).toBe('void');
    expect(await answerTo(stripe.invoices.voidInvoice(next))).toEqual(REFUSED);
    expect(await answerTo(stripe.invoices.pay(next))).toEqual(REFUSED);
  });

  it('that is voided no longer counts, so that the status follows the invoice before it', async () => {
    await stripe.invoices.voidInvoice((await owe()).id);
    expect(await status()).toBe('active');
  });
});

describe('a payment', () => {
  const intentId = async (invoice: string) => {
    const { data } = await stripe.invoicePayments.list({ invoice });
    return data[0]!.payment.payment_intent as string;
  };

  it.each([
    ['succeeded', 'paid', 'active'],
    ['failed', 'open', 'past_due'],
  ] as const)('that is processing changes nothing until it has %s', async (outcome, as, after) => {
    provider.control.setCard(ids.method, 'processing');
    provider.control.renew(ids.subscription);
    const { id: invoice } = await latest();
    expect([await invoices(), await status()]).toEqual([['open', 'paid'], 'active']);
    expect((await stripe.paymentIntents.retrieve(await intentId(invoice))).status).toBe('processing');
    expect(await answerTo(stripe.invoices.voidInvoice(invoice))).toEqual(REFUSED);
    expect(await answerTo(stripe.invoices.pay(invoice))).toEqual(REFUSED);
    provider.control.settle(await intentId(invoice), outcome);
    expect([await invoices(), await status()]).toEqual([[as, 'paid'], after]);
  });

  it('of a part of an invoice leaves the rest open', async () => {
    const { id: invoice, amount_due: due } = await owe();
    provider.control.setCard(ids.method, 'ok');
    provider.control.payPart(invoice, 5_000);
    expect(await latest()).toMatchObject({
      status: 'open',
      amount_due: due,
      amount_paid: 5_000,
      amount_remaining: due - 5_000,
    });
    expect(await answerTo(stripe.invoices.voidInvoice(invoice))).toEqual(REFUSED);
    expect((await stripe.invoices.pay(invoice)).amount_paid).toBe(due);
    const { data } = await stripe.invoicePayments.list({ invoice, status: 'paid' });
    expect(data.map(({ amount_paid: paid }) => paid)).toEqual([5_000, due - 5_000]);
    expect([await status(), provider.control.counters().charges.amount]).toEqual(['active', 2 * due]);
  });
});

describe('a draft', () => {
  it('is finalized and paid at the end of its draft time, even if the subscription is to end', async () => {
    const { id: invoice, automatically_finalizes_at: at, created } = await draft();
    expect([await invoices(), await status()]).toEqual([['draft', 'paid'], 'active']);
    expect((at ?? 0) - created).toBe(3_600);
    await stripe.subscriptions.update(ids.subscription, { cancel_at_period_end: true });
    provider.control.endDraftTime(ids.subscription);
    expect(await invoices()).toEqual(['paid', 'paid']);
    const paid = await stripe.invoices.retrieve(invoice);
    expect(paid).toMatchObject({ auto_advance: false, automatically_finalizes_at: null });
    expect(paid.number).toEqual(expect.any(String));
  });

  it('cannot be deleted, voided, paid or written off', async () => {
    const { id: invoice, number, hosted_invoice_url: page } = await draft();
    expect([number, page]).toEqual([null, undefined]);
    for (const call of ['del', 'voidInvoice', 'pay', 'markUncollectible'] as const)
      expect(await answerTo(stripe.invoices[call](invoice))).toEqual(REFUSED);
    expect(await invoices()).toEqual(['draft', 'paid']);
  });

  it('of a canceled subscription stays a draft, and can be finalized and voided', async () => {
    const { id: invoice } = await draft();
    await stripe.subscriptions.cancel(ids.subscription);
    expect(await latest()).toMatchObject({ auto_advance: false, automatically_finalizes_at: null });
    provider.control.endDraftTime(ids.subscription);
    expect(await invoices()).toEqual(['draft', 'paid']);
    expect(await stripe.invoices.finalizeInvoice(invoice, { auto_advance: false })).toMatchObject({
      status: 'open',
      attempted: false,
    });
    expect(await answerTo(stripe.invoices.finalizeInvoice(invoice))).toEqual(REFUSED);
    expect((await stripe.invoices.voidInvoice(invoice)).status).toBe('void');
    expect(provider.control.counters().charges.succeeded).toBe(1);
  });

  it('is created by the renewal of an unpaid subscription', async () => {
    const { id: first } = await owe();
    provider.control.unpay(ids.subscription);
    provider.control.renew(ids.subscription);
    expect([await invoices(), await status()]).toEqual([['draft', 'open', 'paid'], 'unpaid']);
    provider.control.setCard(ids.method, 'ok');
    await stripe.invoices.pay(first);
    expect(await status()).toBe('unpaid');
    await stripe.invoices.finalizeInvoice((await latest()).id, { auto_advance: true });
    expect([await invoices(), await status()]).toEqual([['paid', 'paid', 'paid'], 'active']);
  });
});

describe('a canceled subscription', () => {
  it('rejects metadata, but accepts a comment on the cancellation', async () => {
    await stripe.subscriptions.cancel(ids.subscription);
    expect(
      await answerTo(stripe.subscriptions.update(ids.subscription, { metadata: { endsAs: 'free' } })),
    ).toEqual(REFUSED);
    const { cancellation_details: details } = await stripe.subscriptions.update(ids.subscription, {
      cancellation_details: { comment: 'too dear' },
    });
    expect(details?.comment).toBe('too dear');
  });

  it.each(['invoice_now', 'prorate'])(
    'is not created by a call with `%s`, which the stand-in rejects',
    async (name) => {
      expect(await answerTo(stripe.subscriptions.cancel(ids.subscription, { [name]: true }))).toEqual(
        REFUSED,
      );
      expect(await status()).toBe('active');
    },
  );
});

describe('a list', () => {
  it('is rejected for a status that Stripe does not know', async () => {
    expect(await answerTo(stripe.invoices.list({ status: 'unpaid' as 'open' }))).toEqual(REFUSED);
    expect(await answerTo(stripe.subscriptions.list({ status: 'open' as 'active' }))).toEqual(REFUSED);
  });

  it('is read page by page', async () => {
    for (let month = 0; month < 3; month++) provider.control.renew(ids.subscription);
    const first = await stripe.invoices.list({ subscription: ids.subscription, limit: 2 });
    expect([first.data.length, first.has_more]).toEqual([2, true]);
    const all = await stripe.invoices
      .list({ subscription: ids.subscription, limit: 2 })
      .autoPagingToArray({ limit: 100 });
    expect(new Set(all.map((invoice) => invoice.id)).size).toBe(4);
  });
});
