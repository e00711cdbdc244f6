import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { receiptReply } from '@foyer/contracts/billing/billing';
import { paymentsReply } from '@foyer/contracts/billing/billing-card';
import { CARDS, skipRetryPauses } from '@foyer/card-provider-stand-in/test-provider';
import { transferTeams, signUp } from '../../test-support/test-accounts.ts';
import type { TestApi, Visitor } from '../../test-support/test-api.ts';
import { PRO_SIGN_UP, TestBilling } from '../../test-support/test-billing.ts';
import { allButTheClock } from '../../test-support/test-clock.ts';
import { CardProvider as CardProviderService } from '../provider/card-provider.ts';
import { todaysReceiptOf } from './receipt.ts';

const EMAIL = 'ada@example.com';

describe('the receipt of a payment', () => {
  let billing: TestBilling;
  let api: TestApi;
  let ada: Visitor;

  beforeAll(async () => {
    skipRetryPauses();
    billing = await TestBilling.start();
    ({ api } = billing);
  });
  afterAll(() => billing.stop());
  beforeEach(async () => {
    await billing.empty();
    ada = await signUp(api, EMAIL, PRO_SIGN_UP);
  });

  const show = (visitor: Visitor) => visitor.get('/settings/billing/receipt');
  const pay = (number: string) => billing.pay(ada, EMAIL, number);
  const startedMail = async () => (await billing.mailsOf('subscription-started'))[0];

  it('shows sum, tax, card, next date and invoice link to the owner, and is mailed without the link', async () => {
    expect((await pay(CARDS.ok)).status).toBe(200);
    const reply = await show(ada);
    expect(reply.status).toBe(200);
    const receipt = receiptReply.parse(reply.body);
    expect(receipt).toMatchObject({
      subtotal: 19_900,
      tax: 1_766,
      total: 21_666,
      card: { brand: 'visa', last4: '4242' },
    });
    const { currentPeriodEnd } = await api.prisma.subscription.findFirstOrThrow();
    expect(receipt.nextBillingDate).toBe(currentPeriodEnd?.toISOString());
    expect((await fetch(receipt.invoiceUrl)).status).toBe(200);

    const { invoiceUrl, ...mailed } = receipt;
    const mail = await startedMail();
    expect(mail).toMatchObject({ to: EMAIL, content: { receipt: mailed } });
    // The invoice's page needs no login, and users may forward a mail. So the mail has no link to it.
    expect(JSON.stringify(mail)).not.toContain(invoiceUrl);
  });

  it.each([
    ['the card and credit', { card: 16_666, credit: 5_000, outside: 0 }],
    ['a payment outside the provider', { card: 0, credit: 0, outside: 21_666 }],
    ['the card, with an earlier debt', { card: 22_666, credit: -1_000, outside: 0 }],
    ['only the card', { card: 21_666, credit: 0, outside: 0 }],
  ])('of a renewal shows in the mail and in the list how it was paid: %s', async (_how, charged) => {
    await pay(CARDS.ok);
    const { stripe, provider } = billing;
    const { stripeSubscriptionId: id, stripeCustomerId: customer } = await billing.row();
    const { default_payment_method: method } = await stripe.subscriptions.retrieve(id);
    await stripe.customers.update(customer, { balance: -charged.credit });
    if (charged.outside > 0) provider.control.setCard(String(method), 'insufficient_funds');
    provider.control.renew(id);
    const [invoice] = (await stripe.invoices.list({ subscription: id })).data;
    if (charged.outside > 0) await stripe.invoices.pay(invoice!.id, { paid_out_of_band: true });
    const { invoices } = paymentsReply.parse((await ada.get('/settings/billing/payments')).body);
    expect(invoices[0]).toMatchObject({ total: 21_666, currency: 'usd', charged });
    const { paid_at: paidAt } = (await stripe.invoices.retrieve(invoice!.id)).status_transitions;
    const receipt = { total: 21_666, charged, paidAt: new Date((paidAt ?? 0) * 1000).toISOString() };
    expect((await billing.mailsOf('renewal-receipt'))[0]?.content).toMatchObject({ receipt });
    expect(receiptReply.parse((await show(ada)).body)).toMatchObject(receipt);
  });

  it('shows a discount, and no next billing date if the plan ends', async () => {
    await pay(CARDS.ok);
    const { stripe, provider } = billing;
    const { stripeSubscriptionId: id } = await billing.row();
    const { id: coupon } = await stripe.coupons.create({ percent_off: 10, duration: 'forever' });
    await stripe.subscriptions.update(id, { discounts: [{ coupon }] });
    provider.control.setDraftTime(3_600);
    provider.control.renew(id);
    expect((await ada.post('/settings/billing/cancel', { ends_as: 'free', may_end_now: true })).status).toBe(
      200,
    );
    provider.control.endDraftTime(id);
    const [invoice] = (await stripe.invoices.list({ subscription: id })).data;
    const { subtotal, discount, tax, total, charged, nextBillingDate } = receiptReply.parse(
      (await show(ada)).body,
    );
    expect([subtotal, discount, subtotal - discount + tax, charged.card]).toEqual([
      19_900,
      1_990,
      total,
      invoice?.amount_paid,
    ]);
    expect(nextBillingDate).toBe('');
  });

  it('never names a card that was added after the payment', async () => {
    await pay(CARDS.ok);
    const subscription = await api.prisma.subscription.findFirstOrThrow();
    const { stripe } = billing;
    const token = await billing.tokenFor(CARDS.asksBank);
    // The provider's timestamps are whole seconds, so the new card must be more than a second younger.
    jest.useFakeTimers({ doNotFake: allButTheClock, now: Date.now() + 2_000 });
    const later = await stripe.paymentMethods.create({ type: 'card', card: { token } });
    jest.useRealTimers();
    await stripe.paymentMethods.attach(later.id, { customer: subscription.stripeCustomerId });
    await stripe.subscriptions.update(subscription.stripeSubscriptionId ?? '', {
      default_payment_method: later.id,
    });
    const receipt = receiptReply.parse((await show(ada)).body);
    expect(receipt.total).toBe(21_666);
    expect(JSON.stringify(receipt)).not.toContain(later.card?.last4);
  });

  it('is available for a day after the payment', async () => {
    expect((await show(ada)).status).toBe(404);
    await pay(CARDS.declined);
    expect((await show(ada)).status).toBe(404);
    await pay(CARDS.ok);
    expect((await show(ada)).status).toBe(200);
    const { stripeCustomerId } = await api.prisma.subscription.findFirstOrThrow();
    const subscription = await api.service(CardProviderService).findSubscription(stripeCustomerId);
    if (!subscription) throw new Error('no subscription');
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    expect(todaysReceiptOf(subscription, inHours(23))).toMatchObject({ total: 21_666 });
    expect(todaysReceiptOf(subscription, inHours(25))).toBeUndefined();
  });

  it('is available only to the owner', async () => {
    await pay(CARDS.ok);
    expect((await show(await api.visit())).status).toBe(401);
    await transferTeams(api);
    const reply = await show(ada);
    expect([reply.status, reply.body]).toMatchObject([403, { code: 'NotOwner' }]);
  });

  it('cannot be shown while the provider is unreachable, but the mail is sent', async () => {
    await pay(CARDS.ok);
    billing.provider.control.addFault({ kind: 'error', count: 50, status: 500 });
    expect((await show(ada)).status).toBe(503);
    expect(await startedMail()).toMatchObject({ to: EMAIL });
  });
});
