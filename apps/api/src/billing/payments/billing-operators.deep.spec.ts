import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { attachCard, CARDS, subscribe } from '@foyer/card-provider-stand-in/test-provider';
import { compareWithProvider } from '@foyer/operate/billing-drift';
import { readSince, replayWebhooks } from '@foyer/operate/replay-webhooks';
import { signUp } from '../../test-support/test-accounts.ts';
import type { TestApi } from '../../test-support/test-api.ts';
import { TestBilling } from '../../test-support/test-billing.ts';
import type { Stripe } from 'stripe';

const EMAIL = 'ada@example.com';

describe('an operator', () => {
  let billing: TestBilling;
  let provider: CardProvider;
  let stripe: Stripe;
  let api: TestApi;

  beforeAll(async () => {
    billing = await TestBilling.start();
    ({ provider, stripe, api } = billing);
  });
  afterAll(() => billing.stop());
  beforeEach(async () => {
    await billing.empty();
    expect((await billing.pay(await signUp(api, EMAIL), EMAIL)).status).toBe(200);
  });

  const row = () => api.prisma.subscription.findFirstOrThrow({ include: { team: true } });
  const subscriptionId = async () => (await row()).stripeSubscriptionId ?? '';
  const compare = (shouldFix = false) =>
    compareWithProvider({ pool: api.pool, prisma: api.prisma }, stripe, {
      shouldFix,
      lookupKey: 'pro_monthly',
    });
  const replay = (since: Date) => replayWebhooks({ pool: api.pool, prisma: api.prisma }, stripe, since);
  const handled = async () => {
    while ((await api.prisma.webhookEvent.count({ where: { handledAt: null } })) > 0) await api.queuedMails();
  };
  const lines = (action: string) =>
    api.prisma.auditEvent.findMany({ where: { action }, select: { details: true }, orderBy: { id: 'asc' } });

  describe('comparing with the provider', () => {
    it('logs that there is no difference', async () => {
      expect(await compare()).toEqual(['1 row(s), no difference.']);
      expect(await lines('operator.billing-drift')).toEqual([
        { details: { rows: 1, differences: 0, read: 0 } },
      ]);
    });

    it('finds each difference, repairs it by a sync, and logs both in the security log', async () => {
      await stripe.subscriptions.update(await subscriptionId(), { cancel_at_period_end: true });
      await api.pool.query("UPDATE subscriptions SET status = 'past_due', current_period_end = now()");
      await api.pool.query("UPDATE teams SET plan = 'pro'");
      const seen = await compare();
      const of = (what: RegExp) => seen.filter((line) => what.test(line));
      expect(of(/past_due in the portal and active at the provider\. Fix: run/)).toHaveLength(1);
      expect(of(/isCancelScheduled is false in the portal and true at/)).toHaveLength(1);
      expect(of(/currentPeriodEnd is \S+ in the portal and \S+ at the provider/)).toHaveLength(1);
      expect(of(/the team has the plan pro, but its subscription gives free/)).toHaveLength(1);
      expect(seen.at(-1)).toBe('1 row(s), 4 difference(s).');
      expect(seen[0]).toContain(EMAIL);
      expect(await row()).toMatchObject({ status: 'past_due' });

      expect((await compare(true)).at(-1)).toMatch(/reads 1 customer\(s\) again/);
      await handled();
      expect(await row()).toMatchObject({ status: 'active', isCancelScheduled: true, team: { plan: 'pro' } });
      expect(await compare()).toEqual(['1 row(s), no difference.']);
      expect((await lines('operator.billing-drift')).map(({ details }) => details)).toEqual([
        { rows: 1, differences: 4, read: 0 },
        { rows: 1, differences: 4, read: 1 },
        { rows: 1, differences: 0, read: 0 },
      ]);
    });

    it('finds a price that differs from the one on the pages, and a missing price', async () => {
      provider.control.replacePrice({ unitAmount: 24_900 });
      expect(await compare()).toEqual([
        expect.stringMatching(/costs \$249\.00, but the portal's pages show \$199\.00/),
        '1 row(s), 1 difference(s).',
      ]);
      const { data } = await stripe.prices.list({ lookup_keys: ['pro_monthly'] });
      await stripe.prices.update(data[0]?.id ?? '', { active: false });
      expect((await compare())[0]).toMatch(/is archived, so no one can upgrade/);
      expect((await lines('operator.billing-drift')).map(({ details }) => details)).toEqual([
        { rows: 1, differences: 1, read: 0 },
        { rows: 1, differences: 2, read: 0 },
      ]);
    });

    it('finds two subscriptions, one without a team, and a deleted customer, which a sync cannot repair', async () => {
      const { stripeCustomerId } = await row();
      await subscribe(stripe, stripeCustomerId);
      const stranger = await stripe.customers.create({});
      const { id: method } = await attachCard(stripe, stranger.id, CARDS.ok);
      const { id: foreign } = await subscribe(stripe, stranger.id, { default_payment_method: method });
      const seen = (await compare()).join('\n');
      expect(seen).toMatch(/sub_\S+ and sub_\S+ are active at the same time/);
      expect(seen).toContain(`${foreign} charges a card, but the portal has no team with this customer`);
      await stripe.customers.del(stripeCustomerId);
      expect((await compare(true)).join('\n')).toMatch(
        /the customer was deleted at the provider\. Fix: not needed, because the next/,
      );
      await handled();
      expect(await row()).toMatchObject({ status: 'canceled', team: { plan: 'free' } });
    });
  });

  describe('replays events', () => {
    it('that never arrived, once, and ignores events that do not concern subscriptions', async () => {
      const since = new Date();
      since.setMilliseconds(0);
      provider.control.end(await subscriptionId());
      expect(await row()).toMatchObject({ status: 'active' });
      const [first = '', ...others] = await replay(since);
      expect([first, ...others].join('\n')).toMatch(/evt_\S+ {2}customer\.subscription\.deleted {2}cus_/);
      expect([first, ...others].join('\n')).not.toMatch(/charge|payment_intent|payment_method/);
      await handled();
      expect(await row()).toMatchObject({ status: 'canceled', team: { plan: 'free' } });
      expect((await replay(since)).at(-1)).toMatch(/, 0 of them new/);
      expect(await lines('operator.replay-webhooks')).toMatchObject([
        { details: { since: since.toISOString(), stored: expect.any(Number) } },
        { details: { stored: 0 } },
      ]);
    });

    it('on more than one page, and none from before the given time', async () => {
      const { stripeCustomerId } = await row();
      for (let count = 0; count < 60; count++)
        await stripe.subscriptions.update(await subscriptionId(), {
          cancel_at_period_end: count % 2 === 0,
        });
      expect(await replay(new Date(Date.now() + 5_000))).toHaveLength(1);
      const replayed = await replay(new Date(Date.now() - 600_000));
      expect(replayed.length).toBeGreaterThan(60);
      expect(await api.prisma.webhookEvent.count({ where: { objectId: stripeCustomerId } })).toBe(
        replayed.length - 1,
      );
      await handled();
    });

    it.each([
      ['2h', '2026-11-22T04:00:00.000Z'],
      ['30m', '2026-11-22T05:30:00.000Z'],
      ['3d', '2026-11-19T06:00:00.000Z'],
      ['2026-11-21T06:00Z', '2026-11-21T06:00:00.000Z'],
    ])('since %s', (text, expected) => {
      expect(readSince(text, new Date('2026-11-22T06:00:00Z')).toISOString()).toBe(expected);
    });

    it.each(['', 'yesterday', '31d', '2h30', '2027-01-01T00:00Z', '-2h', '7'])('not since "%s"', (text) => {
      expect(() => readSince(text, new Date('2026-11-22T06:00:00Z'))).toThrow(
        /not a time in the past|only the events of 30 days/,
      );
    });
  });
});
