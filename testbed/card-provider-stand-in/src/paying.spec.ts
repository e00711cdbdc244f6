import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { PRO_PRICE } from './prices.ts';
import { attachCard, CARDS, customerWithCard, errorOf, startForSpecs, subscribe } from './test-provider.ts';

const { provider, stripe } = await startForSpecs();

function invoiceOf(subscription: Stripe.Subscription): Stripe.Invoice {
  return subscription.latest_invoice as Stripe.Invoice;
}

function intentIdOf(subscription: Stripe.Subscription): string {
  return invoiceOf(subscription).payments?.data[0]?.payment.payment_intent as string;
}

describe('a card', () => {
  it('that works pays the first invoice', async () => {
    const { customer, method } = await customerWithCard(stripe, CARDS.ok);
    const subscription = await subscribe(stripe, customer.id, { automatic_tax: { enabled: true } });
    expect(subscription.status).toBe('active');
    expect(subscription).not.toHaveProperty('current_period_end');
    const [item] = subscription.items.data;
    expect(item!.current_period_end).toBeGreaterThan(item!.current_period_start + 27 * 86_400);
    const invoice = invoiceOf(subscription);
    expect(invoice).toMatchObject({ status: 'paid', subtotal: 19_900, total: 19_900 + 1_766 });
    expect(invoice).not.toHaveProperty('payment_intent');
    expect(invoice.payments?.data[0]).toMatchObject({ status: 'paid', amount_paid: 21_666 });
    expect(method.card).toMatchObject({ brand: 'visa', last4: '4242', exp_year: 2040 });
    expect(provider.control.counters()).toMatchObject({
      customers: 1,
      subscriptions: { total: 1, byStatus: { active: 1 } },
      charges: { succeeded: 1, failed: 0, amount: 21_666 },
      calls: { 'POST /v1/subscriptions': 1 },
    });
  });

  it.each([
    ['declined', CARDS.declined, 'card_declined', 'generic_decline'],
    ['short of funds', CARDS.insufficientFunds, 'card_declined', 'insufficient_funds'],
    ['expired', CARDS.expired, 'expired_card', 'expired_card'],
    ['used with a wrong security code', CARDS.incorrectCvc, 'incorrect_cvc', 'incorrect_cvc'],
  ])('that is %s is rejected when it is attached', async (_what, number, code, declineCode) => {
    const customer = await stripe.customers.create({});
    const error = await errorOf(attachCard(stripe, customer.id, number));
    expect(error).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      decline_code: declineCode,
    });
    expect((await stripe.customers.listPaymentMethods(customer.id)).data).toEqual([]);
  });

  it('that fails after attaching leaves an incomplete subscription, which another card completes', async () => {
    const { customer } = await customerWithCard(stripe, CARDS.failsLater);
    const subscription = await subscribe(stripe, customer.id);
    expect(subscription.status).toBe('incomplete');
    const intent = await stripe.paymentIntents.retrieve(intentIdOf(subscription));
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' },
    });
    const method = await attachCard(stripe, customer.id, CARDS.ok);
    const paid = await stripe.invoices.pay(invoiceOf(subscription).id, { payment_method: method.id });
    expect(paid.status).toBe('paid');
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  });

  it('that fails leaves no subscription with `error_if_incomplete`', async () => {
    const { customer } = await customerWithCard(stripe, CARDS.failsLater);
    const error = await errorOf(subscribe(stripe, customer.id, { payment_behavior: 'error_if_incomplete' }));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code: 'card_declined' });
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
    expect(provider.control.counters().charges).toMatchObject({ succeeded: 0, failed: 1 });
  });

  it('with a wrong check digit or date gets no token', async () => {
    const card = { number: '4242424242424241', exp_month: '12', exp_year: '2040', cvc: '123' };
    expect(await errorOf(stripe.tokens.create({ card }))).toMatchObject({ code: 'incorrect_number' });
    const old = { ...card, number: CARDS.ok, exp_year: '2020' };
    expect(await errorOf(stripe.tokens.create({ card: old }))).toMatchObject({ code: 'invalid_expiry_year' });
  });

  it('gives a token that works once', async () => {
    const token = await stripe.tokens.create({
      card: { number: CARDS.ok, exp_month: '12', exp_year: '2040', cvc: '123' },
    });
    const data = { type: 'card', card: { token: token.id } } as const;
    await stripe.paymentMethods.create(data);
    expect(await errorOf(stripe.paymentMethods.create(data))).toMatchObject({
      statusCode: 400,
      code: 'token_already_used',
    });
  });

  it('can be a test token or a test payment method of Stripe', async () => {
    const customer = await stripe.customers.create({});
    const method = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } });
    expect(method.card?.last4).toBe('4242');
    const error = await errorOf(
      stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: customer.id }),
    );
    expect(error).toMatchObject({ code: 'card_declined' });
  });
});

describe('3-D Secure', () => {
  it('keeps the subscription incomplete until it is passed', async () => {
    const { customer } = await customerWithCard(stripe, CARDS.asksBank);
    const subscription = await subscribe(stripe, customer.id);
    expect(subscription.status).toBe('incomplete');
    const id = intentIdOf(subscription);
    const intent = await stripe.paymentIntents.retrieve(id);
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    expect(invoiceOf(subscription).confirmation_secret).toEqual({
      client_secret: intent.client_secret,
      type: 'payment_intent',
    });
    provider.control.authenticate(id, 'passed');
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    provider.control.renew(subscription.id);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    expect(provider.control.counters().charges.succeeded).toBe(2);
  });

  it('charges nothing after a failure, and can be retried with another card', async () => {
    const { customer } = await customerWithCard(stripe, CARDS.asksBank);
    const subscription = await subscribe(stripe, customer.id, { payment_behavior: 'default_incomplete' });
    const id = intentIdOf(subscription);
    expect((await stripe.paymentIntents.confirm(id)).status).toBe('requires_action');
    provider.control.authenticate(id, 'failed');
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete');
    expect(provider.control.counters().charges.succeeded).toBe(0);
    const method = await attachCard(stripe, customer.id, CARDS.ok);
    expect((await stripe.paymentIntents.confirm(id, { payment_method: method.id })).status).toBe('succeeded');
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  });

  it('is an error where the call requires a complete subscription or a paid invoice', async () => {
    const { customer } = await customerWithCard(stripe, CARDS.asksBank);
    expect(
      await errorOf(subscribe(stripe, customer.id, { payment_behavior: 'error_if_incomplete' })),
    ).toMatchObject({ statusCode: 402, code: 'subscription_payment_intent_requires_action' });
    const subscription = await subscribe(stripe, customer.id, { payment_behavior: 'default_incomplete' });
    expect(await errorOf(stripe.invoices.pay(invoiceOf(subscription).id))).toMatchObject({
      statusCode: 402,
      code: 'invoice_payment_intent_requires_action',
    });
  });
});

describe('the price and the tax', () => {
  it('are found by lookup key and quoted by address', async () => {
    const { data } = await stripe.prices.list({
      lookup_keys: [PRO_PRICE.lookupKey],
      expand: ['data.product'],
    });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ unit_amount: 19_900, product: { name: 'PRO' } });
    const preview = (country: string, state?: string, postal_code?: string): Promise<Stripe.Invoice> =>
      stripe.invoices.createPreview({
        automatic_tax: { enabled: true },
        customer_details: {
          address: { country, ...(state && { state }), ...(postal_code && { postal_code }) },
        },
        subscription_details: { items: [{ price: data[0]!.id }] },
      });
    expect(await preview('US', 'NY', '10001')).toMatchObject({
      subtotal: 19_900,
      total: 21_666,
      total_taxes: [{ amount: 1_766, tax_behavior: 'exclusive' }],
      automatic_tax: { status: 'complete' },
    });
    expect(await preview('US', 'OR', '97201')).toMatchObject({ total: 19_900, total_taxes: [{ amount: 0 }] });
    expect(await preview('DE')).toMatchObject({ total: 23_681 });
    expect(await preview('US')).toMatchObject({ automatic_tax: { status: 'requires_location_inputs' } });
    expect(provider.control.counters()).toMatchObject({ invoices: { total: 0 }, customers: 0 });
  });

  it('need a known address', async () => {
    const { customer } = await customerWithCard(stripe, CARDS.ok);
    await stripe.customers.update(customer.id, { address: { country: 'US', postal_code: '00000' } });
    expect(await errorOf(subscribe(stripe, customer.id, { automatic_tax: { enabled: true } }))).toMatchObject(
      { code: 'customer_tax_location_invalid' },
    );
  });
});

describe('another card on file', () => {
  it('is set up without a charge', async () => {
    const { customer } = await customerWithCard(stripe, CARDS.ok);
    const setup = await stripe.setupIntents.create({ customer: customer.id, usage: 'off_session' });
    const method = await stripe.paymentMethods.create({
      type: 'card',
      card: { number: CARDS.asksBank, exp_month: 1, exp_year: 2041, cvc: '123' },
    });
    const waiting = await stripe.setupIntents.confirm(setup.id, { payment_method: method.id });
    expect(waiting.status).toBe('requires_action');
    provider.control.authenticate(setup.id, 'passed');
    expect((await stripe.setupIntents.retrieve(setup.id)).status).toBe('succeeded');
    const updated = await stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: method.id },
      expand: ['invoice_settings.default_payment_method'],
    });
    expect(updated.invoice_settings.default_payment_method).toMatchObject({ card: { last4: '3155' } });
    expect(provider.control.counters().charges.succeeded).toBe(0);
  });
});
