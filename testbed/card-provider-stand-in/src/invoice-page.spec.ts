import { beforeEach, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { CARDS, startWithSubscription } from './test-provider.ts';

const { provider, stripe, ids, latest } = await startWithSubscription();
let invoice: Stripe.Invoice;
beforeEach(async () => {
  provider.control.setCard(ids.method, 'insufficient_funds');
  provider.control.renew(ids.subscription);
  invoice = await latest();
});

const page = async () => (await fetch(invoice.hosted_invoice_url!)).text();
async function send(form: Record<string, string>): Promise<string> {
  const reply = await fetch(invoice.hosted_invoice_url!, { method: 'POST', body: new URLSearchParams(form) });
  return reply.text();
}
const pay = (number: string) => send({ number, expiry: '12 / 40', cvc: '123' });
const status = async () => (await stripe.invoices.retrieve(invoice.id)).status;

it('the invoice page pays an open invoice with another card, and the subscription continues', async () => {
  expect(await page()).toContain('Pay $199.00');
  expect(await pay(CARDS.ok)).toContain('Status: paid');
  expect(await status()).toBe('paid');
  expect((await stripe.subscriptions.retrieve(ids.subscription)).status).toBe('active');
  expect(await page()).not.toContain('Pay $');
  expect(await pay(CARDS.ok)).toContain('Status: paid');
  expect(provider.control.counters().charges.succeeded).toBe(2);
});

it('the invoice page shows why a card was declined', async () => {
  expect(await pay(CARDS.declined)).toContain('Your card was declined.');
  expect(await pay('4242424242424241')).toContain('Your card number is incorrect.');
  expect(await status()).toBe('open');
});

it('the invoice page asks for the bank’s confirmation', async () => {
  expect(await pay(CARDS.asksBank)).toContain('Your bank asks you to confirm this payment.');
  expect(await send({ outcome: 'failed' })).toContain('We are unable to authenticate');
  await pay(CARDS.asksBank);
  expect(await send({ outcome: 'passed' })).toContain('Status: paid');
  expect(await status()).toBe('paid');
});

it.each([
  ['of a canceled subscription', () => stripe.subscriptions.cancel(ids.subscription), 'paid'],
  ['that is uncollectible', () => stripe.invoices.markUncollectible(invoice.id), 'paid'],
  ['that is void', () => stripe.invoices.voidInvoice(invoice.id), 'void'],
])(
  'the invoice page of an invoice %s allows a payment only if it is not void',
  async (_what, change, after) => {
    await change();
    expect((await page()).includes('Pay $199.00')).toBe(after === 'paid');
    await pay(CARDS.ok);
    expect(await status()).toBe(after);
  },
);

it('the invoice page does not restart a canceled subscription', async () => {
  await stripe.subscriptions.cancel(ids.subscription);
  await pay(CARDS.ok);
  expect((await stripe.subscriptions.retrieve(ids.subscription)).status).toBe('canceled');
});
