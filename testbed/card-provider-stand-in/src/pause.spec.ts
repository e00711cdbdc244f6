import { describe, expect, it } from '@jest/globals';
import { attachCard, CARDS, errorOf, startWithSubscription } from './test-provider.ts';

const { provider, stripe, ids, status, invoices, latest } = await startWithSubscription();

describe('a paused subscription', () => {
  const pause = () =>
    stripe.subscriptions.pause(ids.subscription, {
      bill_for: { unused_time_from: { type: 'none' } },
    });

  it('ends its period, makes no invoices, and has a reason', async () => {
    const before = Math.floor(Date.now() / 1000);
    const paused = await pause();
    expect(paused).toMatchObject({
      status: 'paused',
      status_details: { paused: { type: 'subscription', subscription: { type: 'pause_requested' } } },
    });
    expect(paused.items.data[0]!.current_period_end - before).toBeLessThan(60);
    expect(() => provider.control.renew(ids.subscription)).toThrow('does not renew');
    expect(await errorOf(stripe.invoices.createPreview({ subscription: ids.subscription }))).toMatchObject({
      code: 'invoice_upcoming_none',
    });
    expect(await errorOf(pause())).toMatchObject({ statusCode: 400 });
    expect((await stripe.subscriptions.list({ customer: ids.customer })).data).toHaveLength(1);
    expect((await stripe.subscriptions.list({ customer: ids.customer, status: 'active' })).data).toEqual([]);
    expect(provider.control.events('customer.subscription.paused')).toHaveLength(1);
    expect((await stripe.subscriptions.cancel(ids.subscription)).status).toBe('canceled');
  });

  it('stays paused when an earlier invoice, which is still collected, is paid', async () => {
    provider.control.setCard(ids.method, 'insufficient_funds');
    provider.control.renew(ids.subscription);
    provider.control.pause(ids.subscription, 'first_payment_failure');
    provider.control.setCard(ids.method, 'ok');
    expect(provider.control.retryPayment(ids.subscription).outcome).toBe('succeeded');
    expect([await status(), await invoices()]).toEqual(['paused', ['paid', 'paid']]);
  });

  it('is resumed by the payment of its invoice, not by the call alone or a voided invoice', async () => {
    await pause();
    expect((await stripe.subscriptions.resume(ids.subscription)).status).toBe('paused');
    expect(await latest()).toMatchObject({ status: 'open', auto_advance: false, attempted: false });
    await stripe.invoices.voidInvoice((await latest()).id);
    expect(await status()).toBe('paused');
    await stripe.subscriptions.resume(ids.subscription);
    await stripe.invoices.pay((await latest()).id);
    const resumed = await stripe.subscriptions.retrieve(ids.subscription);
    expect([resumed.status, resumed.status_details]).toEqual(['active', undefined]);
    expect(resumed.items.data[0]!.current_period_end).toBeGreaterThan(Date.now() / 1000 + 27 * 86_400);
    expect(provider.control.events('customer.subscription.resumed')).toHaveLength(1);
    expect(await errorOf(stripe.subscriptions.resume(ids.subscription))).toMatchObject({ statusCode: 400 });
  });

  it.each([
    ['resume_on_payment_attempt', 'past_due'],
    ['resume_on_payment_success', 'paused'],
  ])(
    'whose payment fails with `%s` is %s, and becomes active when the invoice is paid',
    async (behaviour, after) => {
      await pause();
      provider.control.setCard(ids.method, 'insufficient_funds');
      await stripe.subscriptions.resume(ids.subscription, { payment_behavior: behaviour });
      const { id: invoice } = await latest();
      if (behaviour === 'resume_on_payment_attempt') await errorOf(stripe.invoices.pay(invoice));
      expect(await status()).toBe(after);
      const { id: other } = await attachCard(stripe, ids.customer, CARDS.ok);
      await stripe.invoices.pay(invoice, { payment_method: other });
      expect([await status(), await invoices()]).toEqual(['active', ['paid', 'paid']]);
    },
  );

  it('is resumed by an invoice that is written off, or in its old period without an invoice', async () => {
    await pause();
    await stripe.subscriptions.resume(ids.subscription);
    await stripe.invoices.markUncollectible((await latest()).id);
    expect(await status()).toBe('active');
    await pause();
    const resumed = await stripe.subscriptions.resume(ids.subscription, {
      billing_cycle_anchor: { type: 'unchanged' },
      proration_behavior: 'none',
    });
    expect([resumed.status, await invoices()]).toEqual(['active', ['uncollectible', 'paid']]);
  });
});

describe('a paused collection', () => {
  it.each([
    ['keep_as_draft', 'draft'],
    ['mark_uncollectible', 'uncollectible'],
    ['void', 'void'],
  ])('leaves the subscription active, and with `%s` its next invoice is %s', async (behavior, as) => {
    await stripe.subscriptions.update(ids.subscription, { pause_collection: { behavior } });
    provider.control.renew(ids.subscription);
    provider.control.endDraftTime(ids.subscription);
    expect([await status(), await invoices()]).toEqual(['active', [as, 'paid']]);
    expect((await latest()).auto_advance).toBe(false);
    await stripe.subscriptions.update(ids.subscription, { pause_collection: '' });
    provider.control.renew(ids.subscription);
    expect(await invoices()).toEqual(['paid', as, 'paid']);
  });

  it('collects earlier invoices, and resumes at the given time', async () => {
    provider.control.setDraftTime(3_600);
    provider.control.renew(ids.subscription);
    const { items } = await stripe.subscriptions.retrieve(ids.subscription);
    const resumes_at = items.data[0]!.current_period_end;
    await stripe.subscriptions.update(ids.subscription, {
      pause_collection: { behavior: 'void', resumes_at },
    });
    provider.control.endDraftTime(ids.subscription);
    expect(await invoices()).toEqual(['paid', 'paid']);
    provider.control.renew(ids.subscription);
    const { pause_collection: pause } = await stripe.subscriptions.retrieve(ids.subscription);
    expect([pause, await invoices()]).toEqual([null, ['draft', 'paid', 'paid']]);
  });
});
