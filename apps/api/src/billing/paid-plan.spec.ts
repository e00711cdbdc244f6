import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { CARDS, skipRetryPauses } from '@foyer/card-provider-stand-in/test-provider';
import { transferTeams, signUp } from '../test-support/test-accounts.ts';
import type { TestApi, Visitor } from '../test-support/test-api.ts';
import { PRO_SIGN_UP, TestBilling } from '../test-support/test-billing.ts';
import { GOOD_PASSWORD } from '../test-support/test-bodies.ts';
import { BillingJobsService } from './plans/billing-jobs.service.ts';
import { SubscriptionsService } from './plans/subscriptions.service.ts';

const EMAIL = 'ada@example.com';

describe('a paid plan', () => {
  let billing: TestBilling;
  let provider: CardProvider;
  let api: TestApi;
  let ada: Visitor;
  let subscriptionId: string;

  beforeAll(async () => {
    skipRetryPauses();
    billing = await TestBilling.start();
    ({ provider, api } = billing);
  });
  afterAll(() => billing.stop());
  beforeEach(async () => {
    await billing.empty();
    ada = await signUp(api, EMAIL, PRO_SIGN_UP);
    await pay(CARDS.ok);
    ({ stripeSubscriptionId: subscriptionId } = await billing.row());
  });

  const pay = (number: string, visitor = ada) => billing.pay(visitor, EMAIL, number);
  const team = () => billing.team(EMAIL);

  it('is shown to the owner, and can be canceled at the end of the period and resumed', async () => {
    const details = async () => (await ada.get('/settings/billing/details')).body;
    expect(await details()).toMatchObject({
      plan: 'pro',
      status: 'active',
      isCancelScheduled: false,
    });
    expect((await ada.post('/settings/billing/cancel', { ends_as: 'free', may_end_now: true })).status).toBe(
      200,
    );
    expect(await details()).toMatchObject({ plan: 'pro', isCancelScheduled: true });
    expect((await ada.post('/settings/billing/resume', {})).status).toBe(200);
    expect(await details()).toMatchObject({ plan: 'pro', isCancelScheduled: false });
  });

  it('keeps PRO in the grace period after a failed renewal, causes one mail, and ends after seven days', async () => {
    const notice = async () => (await ada.get('/settings/billing/notice')).body;
    expect(await notice()).toMatchObject({ isPastDue: false, plan: 'pro' });
    billing.deliverEvents();
    const { default_payment_method: method } = (await billing.stripe.customers
      .retrieve((await team()).subscription?.stripeCustomerId ?? '')
      .then((customer) =>
        'invoice_settings' in customer ? customer.invoice_settings : { default_payment_method: '' },
      )) as { default_payment_method: string };
    provider.control.setCard(method, 'insufficient_funds');
    provider.control.renew(subscriptionId);
    await billing.waitUntilIdle();
    expect(await team()).toMatchObject({ plan: 'pro', subscription: { status: 'past_due' } });
    expect(await billing.mailsOf('payment-failed')).toHaveLength(1);
    expect(await notice()).toMatchObject({ isPastDue: true, plan: 'pro' });
    await api.pool.query("UPDATE subscriptions SET past_due_since = now() - interval '8 days'");
    provider.control.retryPayment(subscriptionId);
    await billing.waitUntilIdle();
    expect(await team()).toMatchObject({ plan: 'free' });
    await transferTeams(api);
    expect(await notice()).toMatchObject({ isPastDue: false, plan: 'free' });
  });

  it('is read from the provider again if an event never arrived', async () => {
    provider.control.end(subscriptionId);
    await api.pool.query("UPDATE subscriptions SET synced_at = now() - interval '25 hours'");
    expect(await team()).toMatchObject({ plan: 'pro' });
    await api.service(BillingJobsService).reconcile();
    expect(await team()).toMatchObject({ plan: 'free', subscription: { status: 'canceled' } });
  });

  it('leaves the team on free after its end, allows the owner to log in only to pay, and can be restarted', async () => {
    billing.deliverEvents();
    provider.control.end(subscriptionId, 'cancellation_requested');
    await billing.waitUntilIdle();
    expect(await team()).toMatchObject({ plan: 'free', subscription: { status: 'canceled' } });
    expect(await billing.mailsOf('subscription-ended')).toHaveLength(1);
    const visitor = await api.visit();
    const login = await visitor.post('/login', { email: EMAIL, password: GOOD_PASSWORD });
    expect(login.body).toMatchObject({ code: 'SubscriptionEnded' });
    await visitor.refreshCsrfToken();
    expect((await pay(CARDS.declined, visitor)).status).toBe(402);
    expect((await visitor.get('/session')).body).toMatchObject({ restrictedTo: 'billing' });
    expect((await pay(CARDS.ok, visitor)).status).toBe(200);
    expect((await visitor.get('/session')).body).not.toHaveProperty('restrictedTo');
    expect(await team()).toMatchObject({ plan: 'pro', subscription: { status: 'active' } });
  });

  it('is ended if it is unpaid when a new plan begins', async () => {
    provider.control.unpay(subscriptionId);
    await api.service(SubscriptionsService).sync((await team()).subscription?.stripeCustomerId ?? '');
    expect((await pay(CARDS.ok)).status).toBe(200);
    billing.deliverEvents();
    await billing.waitUntilIdle();
    expect(await team()).toMatchObject({ plan: 'pro', subscription: { status: 'active' } });
    expect(provider.control.counters().subscriptions.byStatus).toEqual({ canceled: 1, active: 1 });
  });

  it('that has ended is bought again only once, despite late events about it', async () => {
    const customerId = (await team()).subscription?.stripeCustomerId ?? '';
    const hear = () => api.service(SubscriptionsService).sync(customerId);
    provider.control.end(subscriptionId);
    await hear();
    const callsToPay = async () =>
      (
        await api.pool.query<{ points: number }>(
          "SELECT points FROM rate_limits WHERE key LIKE 'POST /upgrade-plan%' ORDER BY points DESC LIMIT 1",
        )
      ).rows[0]?.points ?? 0;
    const release = Promise.withResolvers<void>();
    const until = () => release.promise;
    provider.control.addFault({ kind: 'slow', method: 'POST', path: '/v1/subscriptions', until });
    const first = await billing.beginToPay(ada, EMAIL, '/v1/subscriptions');
    await hear();
    const second = pay(CARDS.ok);
    while ((await callsToPay()) < 3) await sleep(5);
    release.resolve();
    await second;
    expect((await first.reply).status).toBe(200);
    expect(billing.made()).toEqual([1, 2, 2]);
  });

  it('ignores an older response of the provider that arrives after a newer one', async () => {
    const customerId = (await team()).subscription?.stripeCustomerId ?? '';
    const [wasRead, mayCome] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const until = () => {
      wasRead.resolve();
      return mayCome.promise;
    };
    provider.control.addFault({ kind: 'late', method: 'GET', path: '/v1/subscriptions', until });
    const earlier = api.service(SubscriptionsService).sync(customerId);
    await wasRead.promise;
    provider.control.end(subscriptionId);
    await api.service(SubscriptionsService).sync(customerId);
    expect(await team()).toMatchObject({ plan: 'free', subscription: { status: 'canceled' } });
    mayCome.resolve();
    expect(await earlier).toMatchObject({ status: 'active' });
    expect(await team()).toMatchObject({ plan: 'free', subscription: { status: 'canceled' } });
    expect(await billing.mailsOf('subscription-started')).toHaveLength(1);
  });

  it('changes once and causes one mail for an event that is delivered five times concurrently', async () => {
    provider.control.end(subscriptionId);
    const [event] = provider.control.events('customer.subscription.deleted');
    const statuses = await provider.control.deliver([event?.id ?? ''], { times: 5, isConcurrent: true });
    expect(new Set(statuses.map((delivery) => delivery.status))).toEqual(new Set([200]));
    await billing.waitUntilIdle();
    expect(await api.prisma.webhookEvent.count({ where: { id: event?.id ?? '' } })).toBe(1);
    expect(await billing.mailsOf('subscription-ended')).toHaveLength(1);
    expect(await team()).toMatchObject({ plan: 'free' });
  });

  it('has the same state after events in order and in reverse order', async () => {
    provider.control.end(subscriptionId);
    const ids = ['created', 'updated', 'deleted']
      .map((what) => provider.control.events(`customer.subscription.${what}`).at(-1)?.id)
      .concat(provider.control.events('invoice.paid').at(-1)?.id)
      .filter((id) => id !== undefined);
    expect(ids).toHaveLength(4);
    for (const order of [ids, ids.toReversed()]) {
      await api.pool.query('DELETE FROM webhook_events');
      await provider.control.deliver(order);
      await billing.waitUntilIdle();
      expect(await team()).toMatchObject({ plan: 'free', subscription: { status: 'canceled' } });
    }
    expect(await billing.mailsOf('subscription-ended')).toHaveLength(1);
  });

  it.each(['none', 'stale', 'forged'] as const)(
    'is not changed by an event whose signature is %s, which is rejected and not stored',
    async (signature) => {
      provider.control.end(subscriptionId);
      const [event] = provider.control.events('customer.subscription.deleted');
      const statuses = await provider.control.deliver([event?.id ?? ''], { signature });
      expect(statuses.map((delivery) => delivery.status)).toEqual([400]);
      expect(await api.prisma.webhookEvent.count({ where: { id: event?.id ?? '' } })).toBe(0);
    },
  );

  it('stores no card number, card token or secret in the database', async () => {
    const token = await billing.tokenFor(CARDS.ok);
    await ada.post('/upgrade-plan', { email: EMAIL, token });
    const { rows } = await api.pool.query<{ dump: string }>(`
      SELECT concat((SELECT string_agg(s::text, '') FROM subscriptions s), (SELECT string_agg(a::text, '') FROM audit_events a),
                    (SELECT string_agg(p::text, '') FROM payment_attempts p), (SELECT string_agg(j::text, '') FROM pgboss.job j)) AS dump`);
    for (const secret of [token, '4242424242424242', 'tok_', 'sk_test'])
      expect(rows[0]?.dump).not.toContain(secret);
  });
});
