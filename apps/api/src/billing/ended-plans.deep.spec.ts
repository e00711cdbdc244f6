import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { attachCard, CARDS, subscribe } from '@foyer/card-provider-stand-in/test-provider';
import { BILLING_END_QUEUE } from '@foyer/mail/queues';
import { storeEvents } from '@foyer/operate/handle-events';
import type { Stripe } from 'stripe';
import { signUp } from '../test-support/test-accounts.ts';
import type { TestApi, Visitor } from '../test-support/test-api.ts';
import { TestBilling } from '../test-support/test-billing.ts';
import { SubscriptionsService } from './plans/subscriptions.service.ts';

const EMAIL = 'ada@example.com';

describe('a plan that has ended', () => {
  let billing: TestBilling;
  let provider: CardProvider;
  let stripe: Stripe;
  let api: TestApi;
  let ada: Visitor;
  let customerId: string;
  let subscriptionId: string;

  beforeAll(async () => {
    billing = await TestBilling.start();
    ({ provider, stripe, api } = billing);
  });
  afterAll(() => billing.stop());
  beforeEach(async () => {
    await billing.empty();
    ada = await signUp(api, EMAIL);
    expect((await billing.pay(ada, EMAIL)).status).toBe(200);
    ({ stripeCustomerId: customerId, stripeSubscriptionId: subscriptionId } = await billing.row());
  });

  const sync = () => api.service(SubscriptionsService).sync(customerId);
  const settle = () => api.service(SubscriptionsService).voidOrRefundInvoices(customerId);
  const setCard = async (behaviour: 'insufficient_funds' | 'processing' | 'ok') => {
    const { data } = await stripe.customers.listPaymentMethods(customerId);
    provider.control.setCard(data[0]?.id ?? '', behaviour);
  };
  async function leaveUnpaid(): Promise<string> {
    await setCard('insufficient_funds');
    provider.control.renew(subscriptionId);
    await setCard('ok');
    await sync();
    return (await stripe.invoices.list({ customer: customerId })).data[0]?.id ?? '';
  }
  const statuses = async (): Promise<(string | null)[]> => {
    const { data } = await stripe.invoices.list({ customer: customerId });
    return data.map(({ status }) => status);
  };
  async function untilJobsAreDone(): Promise<void> {
    const waiting = "SELECT FROM pgboss.job WHERE name = $1 AND state < 'completed' AND start_after <= now()";
    while (((await api.pool.query(waiting, [BILLING_END_QUEUE])).rowCount ?? 0) > 0)
      await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const reported = async (): Promise<string[]> => {
    const lines = await api.prisma.auditEvent.findMany({ where: { action: 'plan.unpaid-invoice' } });
    return lines.map(({ outcome }) => outcome);
  };

  const ends: [string, () => Promise<unknown>][] = [
    ['after failed retries', async () => provider.control.end(subscriptionId)],
    [
      'after failed retries that write the debt off',
      async () => provider.control.end(subscriptionId, 'payment_failed', 'uncollectible'),
    ],
    ['by an operator', () => stripe.subscriptions.cancel(subscriptionId)],
    ['by the deletion of its customer', () => stripe.customers.del(customerId)],
  ];
  it.each(ends)('%s leaves no invoice that can be paid', async (_, end) => {
    await leaveUnpaid();
    await end();
    await sync();
    await untilJobsAreDone();
    expect(await statuses()).toEqual(['void', 'paid']);
    expect([await reported(), await billing.mailsOf('late-payment')]).toEqual([[], []]);
    const { invoices } = (await ada.get('/settings/billing/payments')).body as {
      invoices: { status: string; url: string }[];
    };
    expect(invoices[0]).toMatchObject({ status: 'void', url: '' });
  });

  it('leaves no draft invoice', async () => {
    provider.control.setDraftTime(3600);
    provider.control.renew(subscriptionId);
    expect(await statuses()).toEqual(['draft', 'paid']);
    await stripe.subscriptions.cancel(subscriptionId);
    await sync();
    await untilJobsAreDone();
    expect(await statuses()).toEqual(['void', 'paid']);
    provider.control.setDraftTime(0);
  });

  it('has its invoice voided after the event about its end, even if another plan has begun', async () => {
    await leaveUnpaid();
    await stripe.subscriptions.cancel(subscriptionId);
    const { id: method } = await attachCard(stripe, customerId, CARDS.ok);
    await subscribe(stripe, customerId, { default_payment_method: method });
    const event = { id: 'evt_ended', type: 'customer.subscription.deleted', customerId };
    await storeEvents({ pool: api.pool, prisma: api.prisma }, [event], () => Promise.resolve());
    while ((await api.prisma.webhookEvent.count({ where: { handledAt: null } })) > 0) await api.queuedMails();
    expect(await statuses()).toEqual(['paid', 'void', 'paid']);
  });

  it.each([
    ['voids', 'GET', '', (id: string) => stripe.invoices.voidInvoice(id)],
    ['finalizes', 'POST', '/finalize', (id: string) => stripe.invoices.finalizeInvoice(id)],
  ] as const)('causes no report while another job %s its invoice', async (_, method, call, work) => {
    if (call) provider.control.setDraftTime(3600);
    const invoiceId = await leaveUnpaid();
    provider.control.setDraftTime(0);
    provider.control.end(subscriptionId);
    const path = `/v1/invoices/${invoiceId}${call}`;
    provider.control.addFault({
      kind: 'slow',
      method,
      path,
      until: async () => void (await work(invoiceId)),
    });
    await settle();
    expect(await statuses()).toEqual(['void', 'paid']);
    expect(await reported()).toEqual([]);
  });

  it('keeps a partly paid invoice, and reports it once, only to the operator', async () => {
    provider.control.payPart(await leaveUnpaid(), 10_000);
    provider.control.end(subscriptionId);
    await settle();
    await settle();
    expect(await statuses()).toEqual(['open', 'paid']);
    expect([await reported(), await billing.mailsOf('late-payment')]).toEqual([['NotVoided'], []]);
  });

  it('reports an invoice that cannot be voided to the operator once, and voids it later', async () => {
    const path = `/v1/invoices/${await leaveUnpaid()}/void`;
    provider.control.end(subscriptionId);
    provider.control.addFault({ kind: 'error', count: 9, method: 'POST', path, status: 400 });
    await settle();
    expect(await reported()).toEqual(['NotVoided']);
    provider.control.clearFaults();
    await settle();
    expect([await statuses(), await reported()]).toEqual([['void', 'paid'], ['NotVoided']]);
  });

  it('keeps an invoice whose payment is in progress, and reports a success once to owner and operator', async () => {
    const invoiceId = await leaveUnpaid();
    await setCard('processing');
    await stripe.invoices.pay(invoiceId).catch(() => undefined);
    provider.control.end(subscriptionId);
    await settle();
    expect(await reported()).toEqual(['NotVoided']);
    const [intent] = (await stripe.paymentIntents.list()).data;
    provider.control.settle(intent?.id ?? '', 'succeeded');
    await settle();
    await settle();
    expect(await reported()).toEqual(['NotVoided', 'Paid']);
    expect((await billing.mailsOf('late-payment')).map(({ content }) => content)).toMatchObject([
      { amount: 21_666, isRefunded: false },
    ]);
  });

  it('refunds a payment during the cancellation to the card, and reports used credit to the operator', async () => {
    await stripe.customers.createBalanceTransaction(customerId, { amount: -5_000, currency: 'usd' });
    const invoiceId = await leaveUnpaid();
    const path = `/v1/subscriptions/${subscriptionId}`;
    const pay = async () => void (await stripe.invoices.pay(invoiceId));
    provider.control.addFault({ kind: 'slow', method: 'DELETE', path, until: pay });
    await ada.post('/settings/billing/cancel', { ends_as: 'free', may_end_now: true });
    expect((await stripe.refunds.list()).data.map(({ amount }) => amount)).toEqual([16_666]);
    const [line] = await api.prisma.auditEvent.findMany({ where: { action: 'plan.unpaid-invoice' } });
    expect(line).toMatchObject({ outcome: 'Refunded', details: { invoiceId, credit: 5_000 } });
  });

  it('reports an invoice that was paid before it could be voided', async () => {
    const invoiceId = await leaveUnpaid();
    provider.control.end(subscriptionId);
    const path = `/v1/invoices/${invoiceId}/void`;
    const pay = async () => void (await stripe.invoices.pay(invoiceId));
    provider.control.addFault({ kind: 'slow', method: 'POST', path, until: pay });
    await settle();
    await settle();
    expect(await reported()).toEqual(['Paid']);
    expect(await billing.mailsOf('late-payment')).toHaveLength(1);
  });
});

describe('an old plan', () => {
  let billing: TestBilling;
  let provider: CardProvider;
  let stripe: Stripe;
  let api: TestApi;
  let ada: Visitor;
  let customerId: string;
  let subscriptionId: string;

  beforeAll(async () => {
    billing = await TestBilling.start();
    ({ provider, stripe, api } = billing);
  });
  afterAll(() => billing.stop());
  beforeEach(async () => {
    await billing.empty();
    ada = await signUp(api, EMAIL);
    expect((await billing.pay(ada, EMAIL)).status).toBe(200);
    ({ stripeCustomerId: customerId, stripeSubscriptionId: subscriptionId } = await billing.row());
  });

  const sync = () => api.service(SubscriptionsService).sync(customerId);
  const byStatus = () => provider.control.counters().subscriptions.byStatus;

  it('that is paused gives no PRO but has not ended, and a purchase replaces it', async () => {
    provider.control.pause(subscriptionId);
    await sync();
    expect(await billing.team(EMAIL)).toMatchObject({ plan: 'free', subscription: { status: 'paused' } });
    expect((await ada.get('/session')).body).not.toHaveProperty('restrictedTo');
    expect((await billing.pay(ada, EMAIL, CARDS.declined)).status).toBe(402);
    expect((await ada.get('/session')).body).not.toHaveProperty('restrictedTo');
    expect((await billing.pay(ada, EMAIL)).status).toBe(200);
    expect(byStatus()).toEqual({ canceled: 1, active: 1 });
    expect(await billing.team(EMAIL)).toMatchObject({ plan: 'pro', subscription: { status: 'active' } });
  });

  it.each(['open', 'uncollectible'] as const)(
    'that is unpaid, with an invoice that is %s, is ended before a purchase',
    async (invoiceAs) => {
      const { data } = await stripe.customers.listPaymentMethods(customerId);
      provider.control.setCard(data[0]?.id ?? '', 'insufficient_funds');
      provider.control.renew(subscriptionId);
      provider.control.unpay(subscriptionId, invoiceAs);
      await api.prisma.subscription.updateMany({ data: { status: 'unpaid' } });
      expect((await billing.pay(ada, EMAIL)).status).toBe(200);
      expect(byStatus()).toEqual({ canceled: 1, active: 1 });
      const { data: invoices } = await stripe.invoices.list({ customer: customerId });
      expect(invoices.map(({ status }) => status)).toEqual(['paid', 'void', 'paid']);
    },
  );

  it('that is unpaid is not replaced while its invoice is being paid, so that the owner does not pay twice', async () => {
    const { data } = await stripe.customers.listPaymentMethods(customerId);
    const method = data[0]?.id ?? '';
    provider.control.setCard(method, 'insufficient_funds');
    provider.control.renew(subscriptionId);
    provider.control.unpay(subscriptionId, 'open');
    await api.prisma.subscription.updateMany({ data: { status: 'unpaid' } });
    provider.control.setCard(method, 'processing');
    const [open] = (await stripe.invoices.list({ customer: customerId, status: 'open' })).data;
    await stripe.invoices.pay(open?.id ?? '').catch(() => undefined);
    expect((await billing.pay(ada, EMAIL)).status).toBe(503);
    expect(byStatus()).toEqual({ unpaid: 1 });
  });

  it('of any status ends with the deletion of the account', async () => {
    provider.control.pause(subscriptionId);
    const { id: method } = await attachCard(stripe, customerId, CARDS.ok);
    await subscribe(stripe, customerId, { default_payment_method: method });
    await subscribe(stripe, customerId, { default_payment_method: method });
    await sync();
    expect(byStatus()).toEqual({ paused: 1, active: 2 });
    expect((await ada.post('/settings/data/deletion', {})).status).toBe(200);
    expect(byStatus()).toEqual({ canceled: 3 });
  });

  it('that is paused ends only when the team has no owner', async () => {
    const end = () => api.service(SubscriptionsService).finishEnd({ stripeCustomerId: customerId });
    provider.control.pause(subscriptionId);
    await end();
    expect(byStatus()).toEqual({ paused: 1 });
    await sync();
    await api.prisma.team.updateMany({ data: { ownerId: null } });
    await end();
    expect(byStatus()).toEqual({ canceled: 1 });
  });
});
