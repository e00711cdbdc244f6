import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import type { Stripe } from 'stripe';
import { signUp } from '../../test-support/test-accounts.ts';
import type { TestApi, Visitor } from '../../test-support/test-api.ts';
import { PRO_SIGN_UP, TestBilling } from '../../test-support/test-billing.ts';
import { allButTheClock } from '../../test-support/test-clock.ts';
import { BillingJobsService } from '../plans/billing-jobs.service.ts';
import { SubscriptionsService } from '../plans/subscriptions.service.ts';

const EMAIL = 'ada@example.com';

describe('mails about a plan', () => {
  let billing: TestBilling;
  let provider: CardProvider;
  let stripe: Stripe;
  let api: TestApi;
  let replica: TestApi;
  let ada: Visitor;
  let subscriptionId: string;
  let customerId: string;
  beforeAll(async () => {
    billing = await TestBilling.start({ replicas: 2 });
    ({ provider, stripe, api, replica } = billing);
  });
  afterAll(() => billing.stop());
  beforeEach(async () => {
    await billing.empty();
    ada = await signUp(api, EMAIL, PRO_SIGN_UP);
    expect((await billing.pay(ada, EMAIL)).status).toBe(200);
    ({ stripeSubscriptionId: subscriptionId, stripeCustomerId: customerId } = await billing.row());
  });

  const sync = (where = api) => where.service(SubscriptionsService).sync(customerId);
  const remind = () =>
    Promise.all([api, replica, api].map((where) => where.service(BillingJobsService).remind()));
  async function failPayment(): Promise<void> {
    const { default_payment_method: method } = await stripe.subscriptions.retrieve(subscriptionId);
    provider.control.setCard(String(method), 'insufficient_funds');
    provider.control.renew(subscriptionId);
    await sync();
  }

  it('can include the card’s stored brand, last four digits and expiry', async () => {
    expect(await billing.row()).toMatchObject({
      cardBrand: 'visa',
      cardLast4: '4242',
      cardExpMonth: 12,
      cardExpYear: 2040,
    });
  });

  it('announce each cancellation and each resumption once', async () => {
    const cancel = { ends_as: 'free', may_end_now: true };
    for (const [action, body] of [
      ['cancel', cancel] as const,
      ['resume', {}] as const,
      ['cancel', cancel] as const,
    ])
      expect((await ada.post(`/settings/billing/${action}`, body)).status).toBe(200);
    await Promise.all([sync(), sync(replica), sync(), sync(replica)]);
    const { currentPeriodEnd } = await billing.row();
    const end = currentPeriodEnd?.toISOString();
    expect((await billing.mailsOf('plan-cancelled')).map(({ content }) => content)).toEqual([
      expect.objectContaining({ endsOn: end }),
      expect.objectContaining({ endsOn: end }),
    ]);
    expect(await billing.mailsOf('plan-resumed')).toMatchObject([
      {
        to: EMAIL,
        content: { renewsOn: end, nextCharge: { kind: 'renewal', at: end, cents: 21_666, currency: 'usd' } },
      },
    ]);
  });

  it('include one receipt for a renewal, even if its event arrives several times on two replicas', async () => {
    const { current_period_end: before } = (await stripe.subscriptions.retrieve(subscriptionId)).items
      .data[0] as { current_period_end: number };
    provider.control.renew(subscriptionId);
    const paid = provider.control.events('invoice.paid').at(-1)?.id ?? '';
    await provider.control.deliver([paid], { times: 5, isConcurrent: true });
    await Promise.all([sync(), sync(replica), sync(), sync(replica)]);
    const receipts = await billing.mailsOf('renewal-receipt');
    expect(receipts).toMatchObject([
      {
        to: EMAIL,
        content: { receipt: { subtotal: 19_900, tax: 1_766, total: 21_666, card: { last4: '4242' } } },
      },
    ]);
    const [next] = receipts.map(
      (mail) => mail.kind === 'renewal-receipt' && mail.content.receipt.nextBillingDate,
    );
    expect(Date.parse(String(next))).toBeGreaterThan(before * 1000);
    expect(await billing.mailsOf('subscription-started')).toHaveLength(1);
    provider.control.renew(subscriptionId);
    await sync();
    expect(await billing.mailsOf('renewal-receipt')).toHaveLength(2);
  });

  it('include no receipt for a renewal while receipts are off, even after they are on again', async () => {
    const choose = (isWanted: boolean) =>
      ada.post('/settings/billing/receipts', { sends_receipts: isWanted });
    const details = async () =>
      (await ada.get('/settings/billing/details')).body as { sendsReceipts: boolean };
    expect((await details()).sendsReceipts).toBe(true);
    expect((await choose(false)).status).toBe(200);
    expect((await details()).sendsReceipts).toBe(false);
    provider.control.renew(subscriptionId);
    await sync();
    await choose(true);
    await sync();
    expect(await billing.mailsOf('renewal-receipt')).toEqual([]);
    const stranger = await signUp(api, 'sam@example.com');
    expect((await stranger.post('/settings/billing/receipts', { sends_receipts: false })).status).toBe(404);
    expect((await billing.row()).sendsReceipts).toBe(true);
  });

  it.each([
    [6.9, 1],
    [7.1, 0],
  ])('about a renewal that is first read %d days later include %i receipts', async (days, mails) => {
    jest.useFakeTimers({ doNotFake: allButTheClock, now: Date.now() - days * 86_400_000 });
    provider.control.renew(subscriptionId);
    jest.useRealTimers();
    const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(subscriptionId);
    await sync();
    expect(await api.prisma.renewalReceipt.findMany()).toMatchObject([{ invoiceId: String(invoice) }]);
    expect(await billing.mailsOf('renewal-receipt')).toHaveLength(mails);
  });

  describe('while a payment is past due', () => {
    beforeEach(failPayment);
    const failedDaysAgo = (days: number) =>
      api.pool.query(`UPDATE subscriptions SET past_due_since = now() - make_interval(secs => $1)`, [
        days * 86_400,
      ]);

    it('remind the owner once, two days before PRO ends', async () => {
      await failedDaysAgo(4.9);
      await remind();
      expect(await billing.mailsOf('grace-ending')).toEqual([]);
      await failedDaysAgo(5.1);
      await remind();
      await remind();
      const { pastDueSince } = await billing.row();
      expect(await billing.mailsOf('grace-ending')).toMatchObject([
        {
          to: EMAIL,
          content: {
            endsAs: 'free',
            endsOn: new Date((pastDueSince?.getTime() ?? 0) + 7 * 86_400_000).toISOString(),
          },
        },
      ]);
    });

    it('do not remind the owner after the grace period, but remind again in the next one', async () => {
      await failedDaysAgo(7.1);
      await remind();
      expect(await billing.mailsOf('grace-ending')).toEqual([]);
      await failedDaysAgo(5.5);
      await remind();
      await failedDaysAgo(6);
      await remind();
      expect(await billing.mailsOf('grace-ending')).toHaveLength(2);
    });

    it('announce the end once, and not as a cancellation', async () => {
      provider.control.end(subscriptionId, 'payment_failed');
      await Promise.all([sync(), sync(replica)]);
      expect(await billing.mailsOf('grace-over')).toMatchObject([{ to: EMAIL, content: { endsAs: 'free' } }]);
      expect(await billing.mailsOf('subscription-ended')).toEqual([]);
    });
  });

  describe('when the card expires', () => {
    const expires = (months: number) =>
      api.pool.query(
        `UPDATE subscriptions
            SET card_exp_year = extract(year FROM now() + make_interval(months => $1)),
                card_exp_month = extract(month FROM date_trunc('month', now()) + make_interval(months => $1))`,
        [months],
      );

    it.each([
      [-1, 0],
      [0, 1],
      [1, 1],
      [2, 0],
    ])('in %i months remind the owner %i times', async (months, times) => {
      await api.pool.query(
        `UPDATE subscriptions s SET card_exp_year = extract(year FROM d), card_exp_month = extract(month FROM d)
           FROM (SELECT date_trunc('month', now()) + make_interval(months => $1) AS d) AS due`,
        [months],
      );
      await remind();
      await remind();
      expect(await billing.mailsOf('card-expiring')).toHaveLength(times);
    });

    it('remind the owner of each new card, but not of a card that will not be charged again', async () => {
      await expires(1);
      await remind();
      await api.pool.query(`UPDATE subscriptions SET card_last4 = '4444'`);
      await remind();
      expect(
        (await billing.mailsOf('card-expiring')).map(({ content }) => 'last4' in content && content.last4),
      ).toEqual(['4242', '4444']);
      await api.pool.query(`UPDATE subscriptions SET card_last4 = '1111', is_cancel_scheduled = true`);
      await remind();
      expect(await billing.mailsOf('card-expiring')).toHaveLength(2);
    });
  });
});
