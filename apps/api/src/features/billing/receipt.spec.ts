import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { receiptReply } from '@foyer/contracts/billing';
import { startCardProvider, type CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { CARDS, sdkFor } from '@foyer/card-provider-stand-in/test-provider';
import { signUp } from '../../test-accounts.ts';
import { TestApi, type Visitor } from '../../test-api.ts';
import { CardProvider as CardProviderService } from './card-provider.ts';
import { todaysReceiptOf } from './receipt.ts';

/** The provider's stamps are of whole seconds. */
const ONE_SECOND_MS = 1_100;
const EMAIL = 'ada@example.com';
const PRO = { plan: 'pro', form_type: 'FREEMIUM_SUCCESS_PRO' };

describe('the receipt of a payment', () => {
  let provider: CardProvider;
  let api: TestApi;
  let ada: Visitor;

  beforeAll(async () => {
    provider = await startCardProvider();
    api = await TestApi.start({
      STRIPE_SECRET_KEY: provider.secretKey,
      STRIPE_WEBHOOK_SECRET: provider.webhookSecret,
      STRIPE_API_URL: provider.url,
      STRIPE_JS_URL: `${provider.url}/v3/`,
      STRIPE_PUBLISHABLE_KEY: provider.publishableKey,
    });
  });
  afterAll(async () => {
    await api.stop();
    await provider.stop();
  });
  beforeEach(async () => {
    await api.empty();
    await provider.control.reset();
    provider.control.clearFaults();
    ada = await signUp(api, EMAIL, PRO);
  });

  const show = (visitor: Visitor) => visitor.get('/settings/billing/receipt');
  async function tokenFor(number: string): Promise<string> {
    const address = { address_state: 'NY', address_zip: '10001', address_country: 'US' };
    const card = { number, exp_month: '12', exp_year: '2040', cvc: '123', ...address };
    return (await sdkFor(provider).tokens.create({ card })).id;
  }
  const pay = async (number: string) =>
    ada.post('/upgrade-plan', { email: EMAIL, token: await tokenFor(number) });
  const startedMail = async () =>
    (await api.queuedMails()).find(({ kind }) => kind === 'subscription-started');

  it('says sum, tax, card and next date, to the owner and in the mail, and where the invoice is', async () => {
    expect((await pay(CARDS.ok)).status).toBe(200);
    const reply = await show(ada);
    expect(reply.status).toBe(200);
    const receipt = receiptReply.parse(reply.body);
    expect(receipt).toMatchObject({
      ...{ subtotal: 19_900, tax: 1_766, total: 21_666 },
      card: { brand: 'visa', last4: '4242' },
    });
    const { currentPeriodEnd } = await api.prisma.subscription.findFirstOrThrow();
    expect(receipt.nextBillingDate).toBe(currentPeriodEnd?.toISOString());
    expect((await fetch(receipt.invoiceUrl)).status).toBe(200);

    const { paidAt: _at, invoiceUrl, ...mailed } = receipt;
    const mail = await startedMail();
    expect(mail).toMatchObject({ to: EMAIL, content: { receipt: mailed } });
    // The invoice's page opens for whoever has its address: a mail is forwarded.
    expect(JSON.stringify(mail)).not.toContain(invoiceUrl);
  });

  it('never names a card that came after the payment', async () => {
    await pay(CARDS.ok);
    const subscription = await api.prisma.subscription.findFirstOrThrow();
    const stripe = sdkFor(provider);
    await sleep(ONE_SECOND_MS);
    const later = await stripe.paymentMethods.create({
      type: 'card',
      card: { token: await tokenFor(CARDS.asksBank) },
    });
    await stripe.paymentMethods.attach(later.id, { customer: subscription.stripeCustomerId });
    await stripe.subscriptions.update(subscription.stripeSubscriptionId ?? '', {
      default_payment_method: later.id,
    });
    const receipt = receiptReply.parse((await show(ada)).body);
    expect(receipt.total).toBe(21_666);
    expect(JSON.stringify(receipt)).not.toContain(later.card?.last4);
  });

  it('is of today: before anything was paid, and a day later, there is none', async () => {
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

  it('is for the owner alone', async () => {
    await pay(CARDS.ok);
    expect((await show(await api.visit())).status).toBe(401);
    await api.prisma.team.updateMany({ data: { ownerId: null } });
    const reply = await show(ada);
    expect([reply.status, reply.body]).toMatchObject([403, { code: 'NotOwner' }]);
  });

  it('says when the provider is out of reach, and the mail goes all the same', async () => {
    await pay(CARDS.ok);
    provider.control.addFault({ kind: 'error', count: 50, status: 500 });
    expect((await show(ada)).status).toBe(503);
    expect(await startedMail()).toMatchObject({ to: EMAIL });
  });
});
