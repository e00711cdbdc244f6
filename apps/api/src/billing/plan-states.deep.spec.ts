import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { billingReply, type BillingReply } from '@foyer/contracts/billing/billing';
import { planStates, type PlanNumbers } from '@foyer/testing/plan-states';
import type { Stripe } from 'stripe';
import { signUp } from '../test-support/test-accounts.ts';
import type { Visitor } from '../test-support/test-api.ts';
import { PRO_SIGN_UP, TestBilling } from '../test-support/test-billing.ts';
import { SubscriptionsService } from './plans/subscriptions.service.ts';

const EMAIL = 'ada@example.com';

/** In the web application, billing/pages/plan-sentences.spec.tsx uses the same table. */
describe('the plan in the settings and in mails', () => {
  let billing: TestBilling;
  let provider: CardProvider;
  let stripe: Stripe;
  let ada: Visitor;
  let id: string;
  let customer: string;
  beforeAll(async () => {
    billing = await TestBilling.start();
    ({ provider, stripe } = billing);
  });
  afterAll(() => billing.stop());
  beforeEach(async () => {
    await billing.empty();
    ada = await signUp(billing.api, EMAIL, PRO_SIGN_UP);
    expect((await billing.pay(ada, EMAIL)).status).toBe(200);
    ({ stripeSubscriptionId: id, stripeCustomerId: customer } = await billing.row());
  });

  const sync = () => billing.api.service(SubscriptionsService).sync(customer);
  const method = async () => String((await stripe.subscriptions.retrieve(id)).default_payment_method);
  const cancel = (body = { ends_as: 'free', may_end_now: true }) =>
    ada.post('/settings/billing/cancel', body);
  const invoices = async () => (await stripe.invoices.list({ subscription: id })).data;

  const removeCard = async () => {
    const card = await method();
    await stripe.subscriptions.update(id, { default_payment_method: '' });
    await stripe.paymentMethods.detach(card);
  };
  const draft = () => {
    provider.control.setDraftTime(3_600);
    provider.control.renew(id);
  };
  const fail = async () => {
    provider.control.setCard(await method(), 'insufficient_funds');
    provider.control.renew(id);
  };
  const arrange: Record<keyof typeof planStates, () => unknown> = {
    active: () => undefined,
    'active, without a card': removeCard,
    'active, with credit': () => stripe.customers.update(customer, { balance: -5_000 }),
    'active, collection paused': () =>
      stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } }),
    'active, to end': cancel,
    'active, to end months later': async () => {
      const end = (await stripe.subscriptions.retrieve(id)).items.data[0]!.current_period_end;
      await stripe.subscriptions.update(id, { cancel_at: end + 90 * 86_400 });
    },
    'draft of the month': draft,
    'draft of the month, without a card': async () => {
      await removeCard();
      draft();
    },
    'draft of the month, to end': async () => {
      draft();
      await sync();
      expect((await cancel()).status).toBe(200);
    },
    'past due': fail,
    'past due, without a card': async () => {
      await removeCard();
      provider.control.renew(id);
    },
    'ended by retries': async () => {
      await fail();
      await sync();
      provider.control.end(id, 'payment_failed');
    },
    'ended by an operator': () => stripe.subscriptions.cancel(id),
    'ended by its owner': async () => {
      await cancel();
      provider.control.renew(id);
    },
    paused: () => provider.control.pause(id),
    'paused, with an invoice from before': async () => {
      await fail();
      provider.control.pause(id);
    },
    unpaid: async () => {
      await fail();
      await sync();
      provider.control.addFault({ kind: 'error', count: 999, method: 'DELETE', status: 500 });
      provider.control.unpay(id);
    },
  };

  async function numbers(): Promise<PlanNumbers> {
    const subscription = await stripe.subscriptions.retrieve(id);
    const item = subscription.items.data[0]!;
    const [latest] = await invoices();
    const preview = await stripe.invoices
      .createPreview({ subscription: id })
      .then(({ amount_due: due }) => due)
      .catch(() => 0);
    const { pastDueSince } = await billing.row();
    const iso = (seconds: number | null | undefined) =>
      seconds ? new Date(seconds * 1000).toISOString() : '';
    return {
      price: { cents: item.price.unit_amount ?? 0, currency: item.price.currency },
      monthStart: iso(item.current_period_start),
      monthEnd: iso(item.current_period_end),
      endsAt: iso(subscription.cancel_at),
      retryAt: iso(latest?.next_payment_attempt),
      graceEndsAt: pastDueSince ? new Date(pastDueSince.getTime() + 7 * 86_400_000).toISOString() : '',
      owed: latest?.amount_remaining ?? 0,
      renewal: preview,
    };
  }

  const contentsOf = async (kind: 'plan-cancelled' | 'payment-failed') =>
    (await billing.mailsOf(kind)).map(({ content }) => content);
  const details = async (): Promise<BillingReply> =>
    billingReply.parse((await ada.get('/settings/billing/details')).body);

  it.each(Object.entries(planStates))('matches the provider’s state: %s', async (name, replyOf) => {
    await arrange[name as keyof typeof planStates]();
    await sync();
    const reply = replyOf(await numbers());
    expect(await details()).toEqual(reply);
    const { nextCharge, hasCard, endsAs, endsAt, graceEndsAt } = reply;
    const charge = { firstName: expect.any(String), hasCard, ...(nextCharge && { nextCharge }) };
    if (reply.isCancelScheduled)
      expect(await contentsOf('plan-cancelled')).toEqual([{ ...charge, endsOn: endsAt, endsAs }]);
    if (graceEndsAt) expect(await contentsOf('payment-failed')).toEqual([{ ...charge, endsOn: graceEndsAt }]);
  });

  it('is known while the provider is unreachable', async () => {
    const reply = planStates.active(await numbers());
    provider.control.addFault({ kind: 'error', count: 999, status: 500 });
    expect(await details()).toEqual(reply);
  });

  it('has no sum if the provider cannot preview it', async () => {
    const { nextCharge, ...reply } = planStates.active(await numbers());
    provider.control.addFault({
      kind: 'error',
      count: 999,
      path: '/v1/invoices/create_preview',
      status: 500,
    });
    await sync();
    expect(await details()).toEqual({ ...reply, nextCharge: { ...nextCharge, cents: undefined } });
  });

  it('includes a credit from an operator after its event', async () => {
    billing.deliverEvents();
    await stripe.customers.update(customer, { balance: -5_000 });
    await billing.waitUntilIdle();
    expect((await details()).nextCharge).toMatchObject({ kind: 'renewal', cents: 21_666 - 5_000 });
  });
});
