import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import type { PaymentsReply } from '@foyer/contracts/billing/billing-card';
import type { Stripe } from 'stripe';
import { signUp } from '../../test-support/test-accounts.ts';
import type { Visitor } from '../../test-support/test-api.ts';
import { PRO_SIGN_UP, TestBilling } from '../../test-support/test-billing.ts';

const EMAIL = 'ada@example.com';
const TOTAL = 216_66;

describe('the list of invoices', () => {
  let billing: TestBilling;
  let provider: CardProvider;
  let stripe: Stripe;
  let ada: Visitor;
  let invoiceId: string;
  let intent: string;

  beforeAll(async () => {
    billing = await TestBilling.start();
    ({ provider, stripe } = billing);
  });
  afterAll(() => billing.stop());
  beforeEach(async () => {
    await billing.empty();
    ada = await signUp(billing.api, EMAIL, PRO_SIGN_UP);
    expect((await billing.pay(ada, EMAIL)).status).toBe(200);
    const [paid] = (await stripe.invoices.list({ expand: ['data.payments'] })).data;
    invoiceId = paid?.id ?? '';
    intent = String(paid?.payments?.data[0]?.payment.payment_intent);
  });

  const listed = async () =>
    ((await ada.get('/settings/billing/payments')).body as PaymentsReply).invoices.find(
      ({ id }) => id === invoiceId,
    );

  it('has no returned amount for a payment without a refund or dispute', async () => {
    const invoice = await listed();
    expect(invoice).toMatchObject({ total: TOTAL, currency: 'usd', status: 'paid' });
    expect(invoice).not.toHaveProperty('refunded');
    expect(invoice).not.toHaveProperty('dispute');
  });

  it('shows a refund only at its invoice, and not after the refund has failed', async () => {
    await stripe.refunds.create({ payment_intent: intent, amount: 50_00 });
    provider.control.renew((await billing.row()).stripeSubscriptionId);
    expect(await listed()).toMatchObject({ refunded: { cents: 50_00, isFull: false } });
    const { invoices } = (await ada.get('/settings/billing/payments')).body as PaymentsReply;
    expect(invoices.filter(({ refunded }) => refunded)).toHaveLength(1);
    const { id } = await stripe.refunds.create({ payment_intent: intent });
    expect(await listed()).toMatchObject({ refunded: { cents: TOTAL, isFull: true } });
    provider.control.failRefund(id);
    expect(await listed()).toMatchObject({ refunded: { cents: 50_00, isFull: false } });
  });

  it.each([
    ['won', undefined],
    ['lost', { cents: TOTAL, state: 'lost' }],
  ] as const)('shows an open dispute, and later only a lost one: %s', async (decision, expected) => {
    const { id } = provider.control.dispute(invoiceId);
    expect(await listed()).toMatchObject({ dispute: { cents: TOTAL, state: 'open' } });
    provider.control.closeDispute(id, decision);
    expect((await listed())?.dispute).toEqual(expected);
  });
});
