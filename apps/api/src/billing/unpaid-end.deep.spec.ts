import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import type { Stripe } from 'stripe';
import { signUp } from '../test-support/test-accounts.ts';
import type { TestApi, Visitor } from '../test-support/test-api.ts';
import { TestBilling } from '../test-support/test-billing.ts';
import { SubscriptionsService } from './plans/subscriptions.service.ts';

const EMAIL = 'ada@example.com';

/** The calls that end an unpaid plan, in order. A payment or a crash can come before each. */
const steps = ['stop', 'read', 'note', 'cancel', 'void'] as const;
type Step = (typeof steps)[number];

describe('canceling an unpaid plan', () => {
  let billing: TestBilling;
  let provider: CardProvider;
  let stripe: Stripe;
  let api: TestApi;
  let ada: Visitor;
  let customerId: string;
  let subscriptionId: string;
  let invoiceId: string;

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
    const { data } = await stripe.customers.listPaymentMethods(customerId);
    provider.control.setCard(data[0]?.id ?? '', 'insufficient_funds');
    provider.control.renew(subscriptionId);
    provider.control.setCard(data[0]?.id ?? '', 'ok');
    await api.service(SubscriptionsService).sync(customerId);
    const [open] = (await stripe.invoices.list({ customer: customerId, status: 'open' })).data;
    invoiceId = open?.id ?? '';
  });

  const cancel = () =>
    ada.post('/settings/billing/cancel', { ends_as: 'free', may_end_now: true }).then((reply) => reply);
  const finish = () =>
    api.service(SubscriptionsService).finishEnd({ stripeCustomerId: customerId, subscriptionId });
  const retryPays = async () => void (await stripe.invoices.pay(invoiceId));

  const callOf: Record<Step, { method: string; path: () => string }> = {
    stop: { method: 'POST', path: () => `/v1/invoices/${invoiceId}` },
    read: { method: 'GET', path: () => `/v1/subscriptions/${subscriptionId}` },
    note: { method: 'POST', path: () => `/v1/subscriptions/${subscriptionId}` },
    cancel: { method: 'DELETE', path: () => `/v1/subscriptions/${subscriptionId}` },
    void: { method: 'POST', path: () => `/v1/invoices/${invoiceId}/void` },
  };
  const before = (step: Step, work: () => Promise<void>) =>
    provider.control.addFault({
      kind: 'slow',
      method: callOf[step].method,
      path: callOf[step].path(),
      until: work,
    });
  const crashBefore = (step: Step) =>
    provider.control.addFault({
      kind: 'error',
      count: 99,
      method: callOf[step].method,
      path: callOf[step].path(),
      status: 500,
    });

  async function outcome() {
    const { status, cancel_at_period_end: isScheduled } = await stripe.subscriptions.retrieve(subscriptionId);
    const invoice = await stripe.invoices.retrieve(invoiceId);
    const refunds = (await stripe.refunds.list()).data.map(({ amount }) => amount);
    const team = await billing.team(EMAIL);
    const kinds = ['plan-cancelled', 'subscription-ended', 'grace-over', 'late-payment'] as const;
    const mails = await Promise.all(kinds.map((kind) => billing.mailsOf(kind)));
    const reported = await api.prisma.auditEvent.findMany({ where: { action: 'plan.unpaid-invoice' } });
    return {
      status,
      isScheduled,
      invoice: invoice.status,
      refunds,
      copy: [team.plan, team.subscription?.status, team.subscription?.endsAs],
      mails: mails.flat().map(({ kind }) => kind),
      reported: reported.map((line) => line.outcome),
      left: await api.prisma.unpaidInvoice.count({ where: { outcome: null } }),
    };
  }
  const scheduled = {
    status: 'active',
    isScheduled: true,
    invoice: 'paid',
    refunds: [],
    copy: ['pro', 'active', 'free'],
    mails: ['plan-cancelled'],
    reported: [],
    left: 0,
  };
  const ended = {
    status: 'canceled',
    isScheduled: false,
    invoice: 'void',
    refunds: [],
    copy: ['free', 'canceled', 'free'],
    mails: ['subscription-ended'],
    reported: [],
    left: 0,
  };
  const refunded = {
    ...ended,
    invoice: 'paid',
    refunds: [21_666],
    mails: ['subscription-ended', 'late-payment'],
    reported: ['Refunded'],
  };

  it('ends the plan immediately, and then no charge is possible', async () => {
    expect((await cancel()).body).toMatchObject({ outcome: 'ended' });
    expect(await outcome()).toEqual(ended);
    const [mail] = await billing.mailsOf('subscription-ended');
    expect(mail?.content).toMatchObject({ endsAs: 'free', wasUnpaid: true });
    await expect(retryPays()).rejects.toThrow();
    await finish();
    expect(await outcome()).toEqual(ended);
  });

  it('changes nothing if the page announced the end of the month', async () => {
    const reply = await ada.post('/settings/billing/cancel', { ends_as: 'free', may_end_now: false });
    expect(reply.body).toMatchObject({ outcome: 'unchanged' });
    const unchanged = { status: 'past_due', isScheduled: false, invoice: 'open', mails: [], left: 0 };
    expect(await outcome()).toMatchObject(unchanged);
  });

  it.each([
    ['stop', 'scheduled', scheduled],
    ['read', 'scheduled', scheduled],
    ['note', 'refunded', refunded],
    ['cancel', 'refunded', refunded],
    ['void', 'refunded', refunded],
  ] as const)('with a retry that pays before "%s" has the outcome "%s"', async (step, answer, expected) => {
    before(step, retryPays);
    expect((await cancel()).body).toMatchObject({ outcome: answer });
    expect(await outcome()).toEqual(expected);
    await finish();
    expect(await outcome()).toEqual(expected);
  });

  it.each(steps)('is completed by the job if the process crashes before "%s"', async (step) => {
    crashBefore(step);
    await cancel();
    provider.control.clearFaults();
    await finish();
    expect(await outcome()).toEqual(ended);
  });

  it.each([
    ['stop', scheduled],
    ['read', scheduled],
    ['note', scheduled],
    ['cancel', scheduled],
    ['void', refunded],
  ] as const)('is correct if the process crashes before "%s" and a retry pays', async (step, expected) => {
    crashBefore(step);
    await cancel();
    provider.control.clearFaults();
    await retryPays();
    await finish();
    expect(await outcome()).toEqual(expected);
    await finish();
    expect(await outcome()).toEqual(expected);
  });

  async function payWithNewCard() {
    const { body } = await ada.post('/settings/billing/card-setup', {});
    const [intentId = ''] = (body as { clientSecret: string }).clientSecret.split('_secret');
    await stripe.setupIntents.confirm(intentId, { payment_method: 'pm_card_visa' });
    return ada.post('/settings/billing/card', { setup_intent: intentId }).then((reply) => reply);
  }
  const untilPaying = async () => {
    while ((await api.prisma.subscription.count({ where: { payingUntil: { not: null } } })) === 0)
      await sleep(10);
  };

  it('is rejected while a new card pays', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const path = `/v1/invoices/${invoiceId}/pay`;
    provider.control.addFault({ kind: 'slow', method: 'POST', path, until: () => promise });
    const paying = payWithNewCard();
    await untilPaying();
    const reply = await cancel();
    expect([reply.status, reply.body]).toMatchObject([409, { code: 'PaymentUnderWay' }]);
    resolve();
    expect((await paying).body).toMatchObject({ payment: { state: 'paid' } });
    expect(await outcome()).toMatchObject({ status: 'active', isScheduled: false, invoice: 'paid', left: 0 });
    expect((await cancel()).body).toMatchObject({ outcome: 'scheduled' });
  });

  it('is rejected while a payment waits for the bank', async () => {
    const { data } = await stripe.customers.listPaymentMethods(customerId);
    provider.control.setCard(data[0]?.id ?? '', 'processing');
    await retryPays().catch(() => undefined);
    expect((await cancel()).body).toMatchObject({ code: 'PaymentUnderWay' });
    expect(await outcome()).toMatchObject({ status: 'past_due', invoice: 'open', left: 0 });
  });

  it('prevents a payment by a new card after the cancellation has begun', async () => {
    crashBefore('cancel');
    await cancel();
    expect((await payWithNewCard()).body).toMatchObject({ code: 'PlanEnded' });
    provider.control.clearFaults();
    await finish();
    expect(await outcome()).toEqual(ended);
  });

  it('refunds the payment if a retry pays and the job runs before "cancel"', async () => {
    before('cancel', async () => {
      await retryPays();
      await finish();
    });
    expect((await cancel()).body).toMatchObject({ outcome: 'refunded' });
    const { status, refunds, reported } = await outcome();
    expect({ status, refunds, reported }).toEqual({
      status: 'canceled',
      refunds: [21_666],
      reported: ['Refunded'],
    });
  });

  it('reports a payment that cannot be refunded to the operator and the owner', async () => {
    provider.control.addFault({ kind: 'error', count: 9, method: 'POST', path: '/v1/refunds', status: 400 });
    before('cancel', retryPays);
    expect((await cancel()).body).toMatchObject({ outcome: 'ended' });
    await finish();
    expect(await outcome()).toEqual({ ...refunded, refunds: [], reported: ['Paid'] });
    expect((await billing.mailsOf('late-payment')).map(({ content }) => content)).toMatchObject([
      { amount: 21_666, isRefunded: false },
    ]);
    provider.control.clearFaults();
  });

  describe('whose end was already scheduled', () => {
    beforeEach(async () => {
      const scheduled = { cancel_at_period_end: true, metadata: { endsAs: 'free' } };
      await stripe.subscriptions.update(subscriptionId, scheduled);
      await api.service(SubscriptionsService).sync(customerId);
    });

    it('sends a mail that the owner ended the plan', async () => {
      expect((await cancel()).body).toMatchObject({ outcome: 'ended' });
      expect(await outcome()).toEqual({ ...ended, mails: ['plan-cancelled', 'subscription-ended'] });
      expect(await billing.mailsOf('subscription-ended')).toMatchObject([{ content: { wasUnpaid: true } }]);
    });

    it('sends a mail that the grace period is over, if the job ends the plan after it', async () => {
      await api.pool.query(`UPDATE subscriptions SET past_due_since = now() - interval '8 days'`);
      await finish();
      expect(await outcome()).toEqual({ ...ended, mails: ['plan-cancelled', 'grace-over'] });
    });
  });

  it('waits after the grace period while a new card pays', async () => {
    await api.pool.query(
      `UPDATE subscriptions SET past_due_since = now() - interval '8 days', paying_until = now() + interval '1 minute'`,
    );
    await expect(finish()).rejects.toMatchObject({ code: 'PaymentUnderWay' });
    expect(await outcome()).toMatchObject({ status: 'past_due', invoice: 'open', left: 0 });
  });

  it('is not repeated by the job after the owner has resumed the plan', async () => {
    before('read', retryPays);
    expect((await cancel()).body).toMatchObject({ outcome: 'scheduled' });
    expect((await ada.post('/settings/billing/resume', {})).status).toBe(200);
    await finish();
    expect(await outcome()).toMatchObject({ status: 'active', isScheduled: false });
  });
});
