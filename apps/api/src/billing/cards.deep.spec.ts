import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { OpenPaymentReply } from '@foyer/contracts/billing/billing-card';
import type { CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import type { Stripe } from 'stripe';
import { transferTeams, signUp } from '../test-support/test-accounts.ts';
import type { TestApi, Visitor } from '../test-support/test-api.ts';
import { intentIn, PRO_SIGN_UP, TestBilling } from '../test-support/test-billing.ts';

const EMAIL = 'ada@example.com';

/** https://docs.stripe.com/testing */
const cards = {
  good: 'pm_card_mastercard',
  failsLater: 'pm_card_chargeCustomerFail',
  asksOnce: 'pm_card_authenticationRequiredOnSetup',
  asksAlways: 'pm_card_authenticationRequired',
} as const;

describe('the card of a plan', () => {
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
    billing.deliverEvents();
    ada = await signUp(api, EMAIL, PRO_SIGN_UP);
    expect((await billing.pay(ada, EMAIL)).status).toBe(200);
    ({ stripeCustomerId: customerId, stripeSubscriptionId: subscriptionId } = await billing.row());
    await billing.waitUntilIdle();
    provider.control.clearCalls();
  });

  const atProvider = () => stripe.subscriptions.retrieve(subscriptionId);
  const openPayment = async () => (await ada.get('/settings/billing/open-payment')).body as OpenPaymentReply;
  const reconcileOpenPayment = async () =>
    (await ada.post('/settings/billing/open-payment', {})).body as OpenPaymentReply;
  const replaceWith = (intent: string, visitor = ada) =>
    visitor.post('/settings/billing/card', { setup_intent: intent });

  async function setUp(card: string, visitor = ada, answer: 'passed' | 'failed' | 'none' = 'passed') {
    const reply = await visitor.post('/settings/billing/card-setup', {});
    expect(reply.status).toBe(200);
    const id = intentIn(reply);
    const intent = await stripe.setupIntents.confirm(id, { payment_method: card });
    if (intent.status === 'requires_action' && answer !== 'none') provider.control.authenticate(id, answer);
    return id;
  }
  async function methodOf(setupIntent: string): Promise<string> {
    const { payment_method: method } = await stripe.setupIntents.retrieve(setupIntent);
    return typeof method === 'string' ? method : '';
  }

  async function renewWith(behaviour: 'insufficient_funds' | 'authenticate_always'): Promise<void> {
    const { default_payment_method: method } = await atProvider();
    provider.control.setCard(typeof method === 'string' ? method : '', behaviour);
    provider.control.renew(subscriptionId);
    await billing.waitUntilIdle();
    expect(await billing.row()).toMatchObject({ status: 'past_due' });
  }
  const intentOf = (payment: OpenPaymentReply) =>
    payment.state === 'confirm' ? intentIn({ body: payment }) : '';

  describe('a new card', () => {
    it('is charged from then on, for this subscription and later ones', async () => {
      const intent = await setUp(cards.good);
      const reply = await replaceWith(intent);
      expect([reply.status, reply.body]).toEqual([200, { payment: { state: 'none' } }]);
      const method = await methodOf(intent);
      expect(await atProvider()).toMatchObject({ default_payment_method: method });
      expect(await stripe.customers.retrieve(customerId)).toMatchObject({
        invoice_settings: { default_payment_method: method },
      });
      expect((await ada.get('/settings/billing/payments')).body).toMatchObject({
        card: { brand: 'mastercard', last4: '4444' },
      });
      provider.control.renew(subscriptionId);
      await billing.waitUntilIdle();
      const { data } = await stripe.invoices.list({ customer: customerId });
      expect(data).toMatchObject([{ status: 'paid' }, { status: 'paid' }]);
      const charged = provider.control.events('charge.succeeded').at(-1)?.data.object;
      expect(charged).toMatchObject({ payment_method: method });
    });

    it('pays the open invoice immediately', async () => {
      await renewWith('insufficient_funds');
      const reply = await replaceWith(await setUp(cards.good));
      expect(reply.body).toEqual({ payment: { state: 'paid' } });
      expect(await billing.row()).toMatchObject({ status: 'active' });
    });

    it('pays the open invoice once, even if it is sent several times concurrently', async () => {
      await renewWith('insufficient_funds');
      const intent = await setUp(cards.good);
      const replies = await Promise.all(Array.from({ length: 5 }, () => replaceWith(intent)));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      expect(provider.control.counters().charges.succeeded).toBe(2);
      expect(await openPayment()).toEqual({ state: 'none' });
    });

    it('is not needed for a voided invoice, which is not reported as paid', async () => {
      await renewWith('insufficient_funds');
      const { latest_invoice: invoice } = await atProvider();
      await stripe.invoices.voidInvoice(typeof invoice === 'string' ? invoice : (invoice?.id ?? ''));
      expect(await reconcileOpenPayment()).toEqual({ state: 'none' });
    });

    it('that is declined too leaves the payment open, with the reason', async () => {
      await renewWith('insufficient_funds');
      const reply = await replaceWith(await setUp(cards.failsLater));
      expect(reply.body).toEqual({
        payment: {
          state: 'declined',
          total: 21_666,
          currency: 'usd',
          reason: 'Your card was declined.',
          declineCode: 'generic_decline',
        },
      });
      expect(await billing.row()).toMatchObject({ status: 'past_due' });
    });

    it('that the bank confirms once pays without another challenge', async () => {
      await renewWith('insufficient_funds');
      expect((await replaceWith(await setUp(cards.asksOnce))).body).toEqual({ payment: { state: 'paid' } });
    });

    it('that needs a confirmation for each payment returns the bank’s challenge to the page', async () => {
      await renewWith('insufficient_funds');
      const { payment } = (await replaceWith(await setUp(cards.asksAlways))).body as {
        payment: OpenPaymentReply;
      };
      expect(payment).toMatchObject({ state: 'confirm', total: 21_666 });
      expect(await billing.row()).toMatchObject({ status: 'past_due' });
      provider.control.authenticate(intentOf(payment), 'passed');
      expect(await reconcileOpenPayment()).toEqual({ state: 'paid' });
      expect(await billing.row()).toMatchObject({ status: 'active', needsConfirmation: false });
    });

    it('returns an unknown payment state if calls to the provider fail, and pays at the next attempt', async () => {
      await renewWith('insufficient_funds');
      const intent = await setUp(cards.good);
      provider.control.addFault({ kind: 'error', count: 99, method: 'POST', path: '/v1/invoices' });
      expect((await replaceWith(intent)).body).toEqual({ payment: { state: 'unknown' } });
      expect(await openPayment()).toMatchObject({ state: 'declined' });
      provider.control.clearFaults();
      expect((await replaceWith(intent)).body).toEqual({ payment: { state: 'paid' } });
    });

    it('returns an unknown payment state if the state cannot be read, and reads it later', async () => {
      await renewWith('insufficient_funds');
      const intent = await setUp(cards.good);
      const until = () =>
        Promise.resolve(provider.control.addFault({ kind: 'error', count: 99, method: 'GET' }));
      provider.control.addFault({ kind: 'late', method: 'POST', path: '/v1/invoices', until });
      expect((await replaceWith(intent)).body).toEqual({ payment: { state: 'unknown' } });
      provider.control.clearFaults();
      expect(await openPayment()).toEqual({ state: 'none' });
      expect(provider.control.counters().charges.succeeded).toBe(2);
    });

    it.each([
      ['that does not exist', () => Promise.resolve('seti_unknown')],
      ['that is not an ID', () => Promise.resolve('../customers')],
      ['of another customer', setUpByEve],
    ])('is rejected with a SetupIntent %s', async (_name, intent) => {
      const reply = await replaceWith(await intent());
      expect([reply.status, reply.body]).toMatchObject([400, { code: 'MalformedBody' }]);
      expect(provider.control.counters().calls).not.toHaveProperty('POST /v1/subscriptions/:id');
    });

    async function setUpByEve(): Promise<string> {
      const { id: customer } = await stripe.customers.create({ email: 'eve@example.com' });
      const { id } = await stripe.setupIntents.create({
        customer,
        payment_method: cards.good,
        confirm: true,
      });
      return id;
    }

    it.each(['failed', 'none'] as const)(
      'is rejected if the bank has not confirmed it (authentication: %s)',
      async (answer) => {
        const before = await atProvider();
        const reply = await replaceWith(await setUp(cards.asksOnce, ada, answer));
        expect([reply.status, reply.body]).toMatchObject([402, { code: 'CardDeclined' }]);
        expect((await atProvider()).default_payment_method).toBe(before.default_payment_method);
      },
    );

    it.each([
      ['GET', '/settings/billing/payments'],
      ['GET', '/settings/billing/open-payment'],
      ['POST', '/settings/billing/open-payment'],
      ['POST', '/settings/billing/card-setup'],
    ] as const)('is available only to the owner: %s %s', async (method, path) => {
      await transferTeams(api);
      const reply = method === 'GET' ? await ada.get(path) : await ada.post(path, {});
      expect([reply.status, reply.body]).toMatchObject([403, { code: 'NotOwner' }]);
      expect((await replaceWith('seti_any')).status).toBe(403);
    });
  });

  describe('that needs a confirmation at a renewal', () => {
    const notice = async () => (await ada.get('/settings/billing/notice')).body;

    it('causes a mail and a notice, and pays after the owner has confirmed the payment', async () => {
      await renewWith('authenticate_always');
      expect(await billing.mailsOf('payment-confirmation')).toMatchObject([{ to: EMAIL }]);
      expect(await billing.mailsOf('payment-failed')).toHaveLength(0);
      expect(await notice()).toMatchObject({ isPastDue: true, needsConfirmation: true, plan: 'pro' });
      const payment = await openPayment();
      expect(payment).toEqual({
        state: 'confirm',
        total: 21_666,
        currency: 'usd',
        clientSecret: expect.any(String),
      });
      provider.control.authenticate(intentOf(payment), 'passed');
      expect(await reconcileOpenPayment()).toEqual({ state: 'paid' });
      expect(await notice()).toEqual({
        isPastDue: false,
        graceEndsAt: '',
        needsConfirmation: false,
        plan: 'pro',
      });
      expect(await billing.row()).toMatchObject({ status: 'active' });
    });

    it('can be confirmed after a failed confirmation', async () => {
      await renewWith('authenticate_always');
      provider.control.authenticate(intentOf(await openPayment()), 'failed');
      const again = await reconcileOpenPayment();
      const { default_payment_method: method } = await atProvider();
      expect(again).toMatchObject({ state: 'confirm', total: 21_666, paymentMethod: method });
      await billing.waitUntilIdle();
      expect(await billing.mailsOf('payment-confirmation')).toHaveLength(1);
      expect(await billing.mailsOf('payment-failed')).toHaveLength(0);
      const { status } = await stripe.paymentIntents.confirm(intentOf(again), {
        payment_method: typeof method === 'string' ? method : '',
      });
      expect(status).toBe('requires_action');
      provider.control.authenticate(intentOf(again), 'passed');
      expect(await reconcileOpenPayment()).toEqual({ state: 'paid' });
    });

    it('causes a mail about a failed payment when the provider’s next retry is declined', async () => {
      await renewWith('authenticate_always');
      const { default_payment_method: method } = await atProvider();
      provider.control.setCard(typeof method === 'string' ? method : '', 'insufficient_funds');
      provider.control.retryPayment(subscriptionId);
      await billing.waitUntilIdle();
      expect(await billing.mailsOf('payment-failed')).toHaveLength(1);
      expect(await notice()).toMatchObject({ isPastDue: true, needsConfirmation: false });
      expect(await openPayment()).toMatchObject({
        state: 'declined',
        reason: 'Your card has insufficient funds.',
      });
    });
  });

  it('cannot be shown while the provider is unreachable, but the plan can', async () => {
    const before = (await ada.get('/settings/billing/details')).body;
    provider.control.addFault({ kind: 'error', count: 99, status: 500 });
    provider.control.clearCalls();
    const details = await ada.get('/settings/billing/details');
    expect([details.status, details.body]).toEqual([200, before]);
    expect(details.body).toMatchObject({
      plan: 'pro',
      status: 'active',
      currentPeriodEnd: expect.stringMatching(/Z$/),
    });
    expect(provider.control.counters().callCount).toBe(0);
    expect((await ada.get('/settings/billing/payments')).status).toBe(503);
    provider.control.clearFaults();
    expect((await ada.get('/settings/billing/payments')).body).toMatchObject({
      card: { brand: 'visa', last4: '4242' },
      invoices: [{ total: 21_666, status: 'paid' }],
    });
  });
});
