import { describe, expect, it } from '@jest/globals';
import { PRO_PRICE } from './prices.ts';
import { errorOf, startWithCustomer, subscribe } from './test-provider.ts';

const { provider, stripe, ids } = await startWithCustomer();

const credit = (cents: number) =>
  stripe.customers.createBalanceTransaction(ids.customer, { amount: -cents, currency: 'usd' });
const balance = async () => {
  const customer = await stripe.customers.retrieve(ids.customer);
  return customer.deleted ? undefined : customer.balance;
};
const latest = async (subscription: string) =>
  (await stripe.invoices.list({ subscription, limit: 1, expand: ['data.payments'] })).data[0]!;
const preview = () =>
  stripe.invoices.createPreview({
    customer: ids.customer,
    subscription_details: { items: [{ price: PRO_PRICE.id }] },
  });

describe("a customer's balance", () => {
  it('is a list of transactions, to which the customer’s parameter adds', async () => {
    expect(await credit(5_000)).toMatchObject({ amount: -5_000, ending_balance: -5_000, type: 'adjustment' });
    await stripe.customers.update(ids.customer, { balance: -3_000 });
    const { data } = await stripe.customers.listBalanceTransactions(ids.customer);
    expect(data.map(({ amount }) => amount)).toEqual([2_000, -5_000]);
    expect(await balance()).toBe(-3_000);
    const error = await errorOf(
      stripe.customers.createBalanceTransaction(ids.customer, { amount: 0.5, currency: 'usd' }),
    );
    expect(error.statusCode).toBe(400);
  });

  it('with credit lowers the next charge, in its preview too', async () => {
    await credit(5_000);
    const expected = { total: 19_900, starting_balance: -5_000, amount_due: 14_900 };
    expect(await preview()).toMatchObject(expected);
    expect(await balance()).toBe(-5_000);
    const { id } = await subscribe(stripe, ids.customer);
    expect(await latest(id)).toMatchObject({
      ...expected,
      status: 'paid',
      ending_balance: 0,
      amount_paid: 14_900,
      amount_remaining: 0,
      payments: { data: [{ amount_requested: 14_900, amount_paid: 14_900 }] },
    });
    expect(await balance()).toBe(0);
    expect(provider.control.counters().charges.amount).toBe(14_900);
    const { data } = await stripe.customers.listBalanceTransactions(ids.customer);
    expect(data[0]).toMatchObject({ amount: 5_000, type: 'applied_to_invoice', ending_balance: 0 });
  });

  it('with debt raises the next charge', async () => {
    await credit(-1_000);
    const { id } = await subscribe(stripe, ids.customer);
    expect(await latest(id)).toMatchObject({ total: 19_900, starting_balance: 1_000, amount_paid: 20_900 });
    expect(await balance()).toBe(0);
  });

  it('that covers an invoice pays it without a payment, and keeps the rest', async () => {
    await credit(30_000);
    const subscription = await subscribe(stripe, ids.customer, { payment_behavior: 'default_incomplete' });
    expect(subscription).toMatchObject({ status: 'active', latest_invoice: { confirmation_secret: null } });
    expect(await latest(subscription.id)).toMatchObject({
      status: 'paid',
      amount_due: 0,
      amount_paid: 0,
      ending_balance: -10_100,
      payments: { data: [] },
    });
    provider.control.renew(subscription.id);
    expect(await latest(subscription.id)).toMatchObject({ status: 'paid', amount_paid: 9_800 });
    expect(await balance()).toBe(0);
    expect(provider.control.events('invoice.paid')).toHaveLength(2);
  });

  it('absorbs an amount below the minimum charge', async () => {
    await credit(19_880);
    const { id } = await subscribe(stripe, ids.customer);
    expect(await latest(id)).toMatchObject({ status: 'paid', amount_due: 0, ending_balance: 20 });
    expect(await balance()).toBe(20);
  });

  it('gets its credit back when the invoice is voided', async () => {
    await credit(5_000);
    const { id } = await subscribe(stripe, ids.customer, { payment_behavior: 'default_incomplete' });
    const invoice = await latest(id);
    expect([invoice.status, await balance()]).toEqual(['open', 0]);
    await stripe.invoices.voidInvoice(invoice.id);
    expect(await balance()).toBe(-5_000);
    const { data } = await stripe.customers.listBalanceTransactions(ids.customer);
    expect(data[0]).toMatchObject({ amount: -5_000, type: 'unapplied_from_invoice', invoice: invoice.id });
  });
});

describe('tax in the United States', () => {
  const CITY_HALL = {
    line1: '1 Main St',
    city: 'New York',
    state: 'NY',
    postal_code: '10001',
    country: 'US',
  };
  const places = [
    ['the city', CITY_HALL, 21_666],
    ['a street of the city', { ...CITY_HALL, line1: '12 Border St' }, 21_567],
    ['the same street name in another city', { ...CITY_HALL, line1: '12 Border St', city: 'Albany' }, 21_492],
    ['a postal code without a street', { postal_code: '10001', state: 'NY', country: 'US' }, 21_666],
  ] as const;

  it.each(places)(
    'is calculated for %s, in the preview and on the invoice',
    async (_place, address, total) => {
      const preview = await stripe.invoices.createPreview({
        automatic_tax: { enabled: true },
        customer: ids.customer,
        customer_details: { address },
        subscription_details: { items: [{ price: PRO_PRICE.id }] },
      });
      expect(preview.total).toBe(total);
      await stripe.customers.update(ids.customer, { address });
      const { id } = await subscribe(stripe, ids.customer, { automatic_tax: { enabled: true } });
      expect((await latest(id)).amount_paid).toBe(total);
    },
  );

  it('is calculated for the address at the time when the invoice is finalized', async () => {
    const { id } = await subscribe(stripe, ids.customer, { automatic_tax: { enabled: true } });
    provider.control.setDraftTime(3_600);
    provider.control.renew(id);
    expect(await latest(id)).toMatchObject({ status: 'draft', total: 21_666 });
    await stripe.customers.update(ids.customer, { address: { ...CITY_HALL, line1: '12 Border St' } });
    provider.control.endDraftTime(id);
    await stripe.customers.update(ids.customer, { address: CITY_HALL });
    expect(await latest(id)).toMatchObject({
      amount_paid: 21_567,
      total_taxes: [{ amount: 1_667 }],
      lines: { data: [{ taxes: [{ amount: 1_667 }] }] },
      customer_address: { line1: '12 Border St' },
    });
  });
});

describe('a price that is replaced', () => {
  it('is archived, and its lookup key finds the new price', async () => {
    const { id } = await subscribe(stripe, ids.customer);
    const { id: newPrice } = provider.control.replacePrice({ unitAmount: 24_900 });
    const { data } = await stripe.prices.list({ lookup_keys: [PRO_PRICE.lookupKey], active: true });
    expect(data.map((price) => [price.id, price.unit_amount])).toEqual([[newPrice, 24_900]]);
    expect(await stripe.prices.retrieve(PRO_PRICE.id)).toMatchObject({ active: false, lookup_key: null });
    for (const call of [preview(), subscribe(stripe, ids.customer)])
      expect(await errorOf(call)).toMatchObject({
        statusCode: 400,
        message: expect.stringContaining('inactive'),
      });
    // A subscription keeps its price when the price of PRO is replaced.
    provider.control.renew(id);
    expect((await latest(id)).amount_paid).toBe(19_900);
  });
});

describe('a discount', () => {
  const taxed = { automatic_tax: { enabled: true } };

  it('of a customer is deducted before the tax, in the preview too, and lasts as long as its coupon', async () => {
    const { id: coupon } = await stripe.coupons.create({ percent_off: 10, duration: 'once' });
    provider.control.discount(ids.customer, coupon);
    const expected = {
      subtotal: 19_900,
      total_discount_amounts: [{ amount: 1_990 }],
      total_excluding_tax: 17_910,
      total: 17_910 + 1_590,
      lines: { data: [{ amount: 19_900, discount_amounts: [{ amount: 1_990 }] }] },
    };
    const items = { items: [{ price: PRO_PRICE.id }] };
    expect(
      await stripe.invoices.createPreview({ ...taxed, customer: ids.customer, subscription_details: items }),
    ).toMatchObject(expected);
    const { id } = await subscribe(stripe, ids.customer, taxed);
    expect(await latest(id)).toMatchObject({ ...expected, amount_paid: 19_500 });
    provider.control.renew(id);
    expect(await latest(id)).toMatchObject({ total_discount_amounts: [], amount_paid: 21_666 });
  });

  it('of a subscription replaces the customer’s discount, and can be removed', async () => {
    const { id: half } = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    const { id: some } = await stripe.coupons.create({
      amount_off: 900,
      currency: 'usd',
      duration: 'forever',
    });
    provider.control.discount(ids.customer, half);
    const { id, discounts } = await subscribe(stripe, ids.customer, {
      discounts: [{ coupon: some }],
      expand: ['discounts'],
    });
    expect(discounts).toMatchObject([{ object: 'discount', source: { type: 'coupon', coupon: some } }]);
    expect((await latest(id)).amount_paid).toBe(19_000);
    provider.control.renew(id);
    const invoice = await stripe.invoices.retrieve((await latest(id)).id, {
      expand: ['total_discount_amounts.discount.source.coupon'],
    });
    expect(invoice.total_discount_amounts).toMatchObject([
      { amount: 900, discount: { source: { coupon: { amount_off: 900 } } } },
    ]);
    await stripe.coupons.del(some);
    provider.control.renew(id);
    expect((await latest(id)).amount_paid).toBe(19_000);
    await stripe.subscriptions.update(id, { discounts: '' });
    provider.control.renew(id);
    expect((await latest(id)).amount_paid).toBe(9_950);
  });

  it('of 100 percent makes the invoice paid without a payment', async () => {
    const { id: coupon } = await stripe.coupons.create({ percent_off: 100, duration: 'once' });
    const { id } = await subscribe(stripe, ids.customer, { discounts: [{ coupon }] });
    expect(await latest(id)).toMatchObject({
      status: 'paid',
      total: 0,
      amount_paid: 0,
      payments: { data: [] },
    });
  });

  it('for two months ends after two months', async () => {
    const repeating = { percent_off: 50, duration: 'repeating', duration_in_months: 2 } as const;
    const { id: coupon } = await stripe.coupons.create(repeating);
    const { id } = await subscribe(stripe, ids.customer, { discounts: [{ coupon }] });
    const paid = [(await latest(id)).amount_paid];
    for (let month = 0; month < 2; month++) {
      provider.control.renew(id);
      paid.push((await latest(id)).amount_paid);
    }
    expect(paid).toEqual([9_950, 9_950, 19_900]);
  });
});

describe('an invoice paid outside of Stripe', () => {
  it('is paid without a charge, and its payments show it', async () => {
    provider.control.setCard(ids.method, 'declined_after_attaching');
    const subscription = await subscribe(stripe, ids.customer);
    const { id } = await latest(subscription.id);
    const paid = await stripe.invoices.pay(id, {
      paid_out_of_band: true,
      expand: ['amount_paid_off_stripe'],
    });
    expect(paid).toMatchObject({
      status: 'paid',
      amount_paid: 19_900,
      amount_remaining: 0,
      amount_paid_off_stripe: 19_900,
    });
    const { data } = await stripe.invoicePayments.list({
      invoice: id,
      expand: ['data.payment.payment_intent'],
    });
    expect(data.map(({ status, amount_paid, payment: { type } }) => [type, status, amount_paid])).toEqual([
      ['payment_record', 'paid', 19_900],
      ['payment_intent', 'canceled', null],
    ]);
    expect(data[1]?.payment.payment_intent).toMatchObject({ status: 'canceled' });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    expect(provider.control.counters().charges.succeeded).toBe(0);
    expect(provider.control.events('invoice.paid')).toHaveLength(1);
    expect(provider.control.events('invoice.payment_succeeded')).toHaveLength(0);
  });

  it('differs from an invoice paid by card, which is found by its payment', async () => {
    const subscription = await subscribe(stripe, ids.customer);
    const { id } = await latest(subscription.id);
    const invoice = await stripe.invoices.retrieve(id, { expand: ['amount_paid_off_stripe'] });
    expect(invoice.amount_paid_off_stripe).toBe(0);
    const [payment] = (await stripe.invoicePayments.list({ invoice: id })).data;
    const intent = payment?.payment.payment_intent as string;
    const byIntent = { type: 'payment_intent', payment_intent: intent } as const;
    const { data } = await stripe.invoicePayments.list({ payment: byIntent });
    expect(data.map((one) => [one.invoice, one.amount_paid])).toEqual([[id, 19_900]]);
  });
});
