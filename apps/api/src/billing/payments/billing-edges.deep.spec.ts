import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startCardProvider, type CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { CARDS, customerWithCard, sdkFor, subscribe } from '@foyer/card-provider-stand-in/test-provider';
import { CuttableDatabase } from '@foyer/testing/cuttable-database';
import { testRoleUrls } from '@foyer/testing/test-database';
import { signUp } from '../../test-support/test-accounts.ts';
import type { TestApi, Visitor } from '../../test-support/test-api.ts';
import { TestBilling } from '../../test-support/test-billing.ts';
import type { Stripe } from 'stripe';
import { BillingJobsService } from '../plans/billing-jobs.service.ts';
import { SubscriptionsService } from '../plans/subscriptions.service.ts';

const EMAIL = 'ada@example.com';
const TOLERANCE_SECONDS = 300;

describe('edge cases of payments', () => {
  let billing: TestBilling;
  let provider: CardProvider;
  let stripe: Stripe;
  let database: CuttableDatabase;
  let api: TestApi;
  let ada: Visitor;

  beforeAll(async () => {
    database = await CuttableDatabase.start(testRoleUrls().api);
    billing = await TestBilling.start({ changes: { DATABASE_URL: database.url } });
    ({ provider, stripe, api } = billing);
  });
  afterAll(async () => {
    database.restore();
    await billing.stop();
    await database.stop();
  });
  beforeEach(async () => {
    await billing.empty();
    ada = await signUp(api, EMAIL);
  });

  const pay = async (token?: string, visitor = ada, email = EMAIL) =>
    visitor.post('/upgrade-plan', { email, token: token ?? (await billing.tokenFor(CARDS.ok)) });
  const row = () =>
    api.prisma.subscription.findFirstOrThrow({ where: { team: { owner: { email: EMAIL } } } });
  const hear = async () => api.service(SubscriptionsService).sync((await row()).stripeCustomerId);
  const codeOf = ({ status, body }: { status: number; body: unknown }) => [
    status,
    (body as { code?: string }).code,
  ];

  it('one event delivered 50 times concurrently has one effect and one mail', async () => {
    expect((await pay()).status).toBe(200);
    provider.control.end((await billing.row()).stripeSubscriptionId);
    const [event] = provider.control.events('customer.subscription.deleted');
    const statuses = await provider.control.deliver([event?.id ?? ''], { times: 50, isConcurrent: true });
    // Under load, a delivery can get no answer in time. Stripe would repeat it.
    expect(new Set(statuses.flatMap(({ status }) => status ?? []))).toEqual(new Set([200]));
    await billing.waitUntilIdle();
    expect(await api.prisma.webhookEvent.count({ where: { id: event?.id ?? '' } })).toBe(1);
    expect(await billing.mailsOf('subscription-ended')).toHaveLength(1);
    expect(await billing.team(EMAIL)).toMatchObject({ plan: 'free' });
  });

  it('events result in the same state in any order', async () => {
    expect((await pay()).status).toBe(200);
    provider.control.end((await billing.row()).stripeSubscriptionId);
    const ids = ['customer.subscription.created', 'customer.subscription.updated']
      .concat('customer.subscription.deleted', 'invoice.paid')
      .map((type) => provider.control.events(type).at(-1)?.id)
      .filter((id) => id !== undefined);
    expect(ids).toHaveLength(4);
    for (const order of permutationsOf(ids)) {
      await api.pool.query('DELETE FROM webhook_events');
      await provider.control.deliver(order);
      await billing.waitUntilIdle();
      expect(await billing.team(EMAIL)).toMatchObject({ plan: 'free', subscription: { status: 'canceled' } });
    }
    expect(await billing.mailsOf('subscription-ended')).toHaveLength(1);
  });

  it('one customer that cannot be read does not stop the reconciliation of the others', async () => {
    expect((await pay()).status).toBe(200);
    const { customer, method } = await customerWithCard(stripe, CARDS.ok);
    await subscribe(stripe, customer.id, { default_payment_method: method.id });
    const { id: teamId } = await api.prisma.team.create({ data: { name: 'First in the row' } });
    await api.prisma.subscription.create({
      data: { teamId, stripeCustomerId: customer.id, status: 'active' },
    });
    await api.pool.query(
      `UPDATE subscriptions SET synced_at = now() - CASE team_id WHEN $1 THEN interval '3 days' ELSE interval '2 days' END`,
      [teamId],
    );
    provider.control.end((await row()).stripeSubscriptionId ?? '');
    provider.control.addFault({ kind: 'error', status: 500, method: 'GET', path: '/v1/invoices', count: 3 });
    await expect(api.service(BillingJobsService).reconcile()).rejects.toThrow('1 of 2');
    expect(await row()).toMatchObject({ status: 'canceled' });
  });

  describe('a customer deleted at the provider', () => {
    it('is created again only once by concurrent purchases, and has one subscription', async () => {
      expect((await pay()).status).toBe(200);
      const before = await row();
      await stripe.customers.del(before.stripeCustomerId);
      const replies = await Promise.all([pay(), pay(), pay()]);
      expect(replies.map(({ status }) => status)).toContain(200);
      const after = await row();
      expect(after).toMatchObject({ status: 'active' });
      expect(after.stripeCustomerId).not.toBe(before.stripeCustomerId);
      const { customers, subscriptions, charges } = provider.control.counters();
      expect([customers, subscriptions.byStatus, charges.succeeded]).toEqual([
        1,
        { canceled: 1, active: 1 },
        2,
      ]);
    });

    it('accepts no new card, because the plan has ended', async () => {
      await pay();
      await stripe.customers.del((await row()).stripeCustomerId);
      expect(codeOf(await ada.post('/settings/billing/card-setup', {}))).toEqual([409, 'PlanEnded']);
      expect(await row()).toMatchObject({ status: 'canceled' });
    });

    it('accepts no card that was set up before the deletion', async () => {
      await pay();
      const { stripeCustomerId: customer } = await row();
      const intent = await stripe.setupIntents.create({
        customer,
        payment_method: 'pm_card_visa',
        confirm: true,
      });
      await stripe.customers.del(customer);
      const reply = await ada.post('/settings/billing/card', { setup_intent: intent.id });
      expect(codeOf(reply)).toEqual([409, 'PlanEnded']);
    });

    it('is created again when the owner saves billing details, and can then pay', async () => {
      await pay();
      const { stripeCustomerId: before } = await row();
      await stripe.customers.del(before);
      expect((await ada.get('/settings/billing/billed-to')).status).toBe(200);
      const { stripeCustomerId: after, status } = await row();
      expect([after === before, status]).toEqual([false, 'canceled']);
      const place = { city: 'New York', countryCode: 'US', stateCode: 'NY', postalCode: '10001' };
      const address = { name: 'Ada', addressLine1: '1 Main St', addressLine2: '', ...place };
      const company = { company: 'Engines Inc', taxIdType: '', taxId: '' };
      const saved = await ada.post('/settings/billing/billed-to', { ...address, ...company });
      expect(saved.status).toBe(200);
      expect((await pay()).status).toBe(200);
      expect(provider.control.counters().customers).toBe(1);
    });

    it('ends the plan when the owner tries to cancel it', async () => {
      await pay();
      await stripe.customers.del((await row()).stripeCustomerId);
      expect(
        codeOf(await ada.post('/settings/billing/cancel', { ends_as: 'free', may_end_now: true })),
      ).toEqual([409, 'PlanEnded']);
      expect(await row()).toMatchObject({ status: 'canceled' });
    });
  });

  it.each(['cancel', 'resume'])('a call to %s after the end is rejected with a message', async (what) => {
    await pay();
    provider.control.end((await row()).stripeSubscriptionId ?? '');
    const body = what === 'cancel' ? { ends_as: 'free', may_end_now: true } : {};
    const reply = await ada.post(`/settings/billing/${what}`, body);
    expect([reply.status, reply.body]).toEqual([
      409,
      { code: 'PlanEnded', message: 'This plan has already ended. Restart PRO to use it again.' },
    ]);
    expect(await row()).toMatchObject({ status: 'canceled' });
  });

  it('a cancellation that reaches the provider after the end of the plan is rejected in the same way', async () => {
    await pay();
    const id = (await row()).stripeSubscriptionId ?? '';
    const path = `/v1/subscriptions/${id}`;
    const hasEnded = Promise.withResolvers<void>();
    provider.control.addFault({ kind: 'slow', method: 'POST', path, until: () => hasEnded.promise });
    provider.control.clearCalls();
    const reply = ada
      .post('/settings/billing/cancel', { ends_as: 'free', may_end_now: true })
      .then((answer) => answer);
    while (!provider.control.calls().some((call) => call.path === path)) await sleep(5);
    provider.control.end(id);
    hasEnded.resolve();
    expect(codeOf(await reply)).toEqual([409, 'PlanEnded']);
  });

  it('an end that was scheduled at the provider is shown, and the owner can resume the plan', async () => {
    await pay();
    provider.control.cancelAtPeriodEnd((await row()).stripeSubscriptionId ?? '');
    await hear();
    expect(await row()).toMatchObject({ isCancelScheduled: true });
    expect((await ada.post('/settings/billing/resume', {})).status).toBe(200);
    expect(await row()).toMatchObject({ isCancelScheduled: false });
    expect((await stripe.subscriptions.list()).data).toMatchObject([{ cancel_at: null }]);
  });

  it('a scheduled end before the end of the period is shown instead of it', async () => {
    await pay();
    const { stripeSubscriptionId, currentPeriodEnd } = await row();
    const sooner = Math.floor(Date.now() / 1000) + 86_400;
    await stripe.subscriptions.update(stripeSubscriptionId ?? '', { cancel_at: sooner });
    expect(currentPeriodEnd?.getTime()).toBeGreaterThan(sooner * 1000);
    await hear();
    expect(await row()).toMatchObject({
      isCancelScheduled: true,
      currentPeriodEnd: new Date(sooner * 1000),
    });
  });

  it.each([
    ['does not exist', () => Promise.resolve('tok_1NobodyEver')],
    [
      'was created in another provider account',
      async () => {
        const other = await startCardProvider();
        const { id } = await sdkFor(other).tokens.create({
          card: { number: CARDS.ok, exp_month: '12', exp_year: '2040' },
        });
        await other.stop();
        return id;
      },
    ],
    [
      'another team has paid with',
      async () => {
        const bob = await signUp(api, 'bob@example.com');
        const token = await billing.tokenFor(CARDS.ok);
        expect((await pay(token, bob, 'bob@example.com')).status).toBe(200);
        return token;
      },
    ],
  ])('a card token that %s is rejected, and the next token pays', async (_what, makeToken) => {
    const token = await makeToken();
    expect(codeOf(await pay(token))).toEqual([400, 'CardUnknown']);
    expect((await pay()).status).toBe(200);
  });

  describe('an event', () => {
    const event = {
      id: 'evt_1',
      object: 'event',
      type: 'invoice.paid',
      data: { object: { object: 'invoice', customer: 'cus_1' } },
    };
    /** https://docs.stripe.com/webhooks#verify-manually */
    const deliver = (payload: string, afterSeconds = 0) => {
      const timestamp = Math.floor(Date.now() / 1000) + afterSeconds;
      const signature = createHmac('sha256', provider.webhookSecret).update(`${timestamp}.${payload}`);
      return api.http
        .post('/webhooks/stripe')
        .set('content-type', 'application/json')
        .set('stripe-signature', `t=${timestamp},v1=${signature.digest('hex')}`)
        .send(payload);
    };

    it.each([-TOLERANCE_SECONDS - 60, TOLERANCE_SECONDS + 60])(
      'signed %d seconds from now is rejected',
      async (afterSeconds) => {
        expect(codeOf(await deliver(JSON.stringify(event), afterSeconds))).toEqual([400, 'MalformedBody']);
        expect(await api.prisma.webhookEvent.count()).toBe(0);
      },
    );

    it.each([-TOLERANCE_SECONDS + 60, TOLERANCE_SECONDS - 60])(
      'signed %d seconds from now is accepted, because clocks differ',
      async (afterSeconds) => {
        expect((await deliver(JSON.stringify(event), afterSeconds)).status).toBe(200);
      },
    );

    it.each([
      'null',
      '[]',
      '1',
      '"x"',
      '{}',
      'not json',
      JSON.stringify({ ...event, data: undefined }),
      JSON.stringify({ ...event, data: null }),
      JSON.stringify({ ...event, data: { object: null } }),
      JSON.stringify({ ...event, data: { object: [] } }),
      JSON.stringify({ ...event, id: 7 }),
      JSON.stringify({ ...event, type: null }),
    ])('with the body %s is rejected although it is signed', async (payload) => {
      expect(codeOf(await deliver(payload))).toEqual([400, 'MalformedBody']);
    });

    it.each([
      ['in its type', { type: 'invoice.payment_\0' }, 200],
      ['in a field that is not stored', { data: { object: { ...event.data.object, name: '\0' } } }, 200],
      ['in its ID', { id: 'evt_\0' }, 400],
      ['in its customer’s ID', { data: { object: { object: 'invoice', customer: 'cus_\0' } } }, 400],
    ])(
      'with a NUL %s causes no server error, after which Stripe would repeat it for days',
      async (_, change, status) => {
        expect((await deliver(JSON.stringify({ ...event, ...change }))).status).toBe(status);
        const stored = await api.prisma.webhookEvent.findMany({ select: { id: true, objectId: true } });
        expect(stored).toEqual(status === 200 ? [{ id: 'evt_1', objectId: 'cus_1' }] : []);
      },
    );

    it.each(['close', 'reset'] as const)(
      'gets a 503 if the database connection is cut (%s) at any statement, and is stored when repeated',
      async (how) => {
        const statuses: number[] = [];
        const send = async (id: string) => {
          const { status } = await deliver(JSON.stringify({ ...event, id }));
          return statuses[statuses.push(status) - 1];
        };
        for (let writes = 1; writes < 12; writes++) {
          database.cutAfter(writes, how);
          await send(`evt_${writes}`);
          database.restore();
          // The API may notice the cut connection only at the next use.
          while ((await send(`evt_${writes}`)) === 503);
        }
        expect(new Set(statuses)).toEqual(new Set([200, 503]));
        expect(await api.prisma.webhookEvent.count()).toBe(11);
      },
    );

    it('gets a 503 if the database connection is cut while it waits for a lock, and is stored when repeated', async () => {
      const holder = await api.pool.connect();
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE webhook_events IN ACCESS EXCLUSIVE MODE');
      const reply = deliver(JSON.stringify(event)).then((answer) => answer);
      const isWaiting = async () =>
        (await holder.query("SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'relation'")).rowCount;
      while (!(await isWaiting())) await sleep(5);
      database.cut();
      expect(codeOf(await reply)).toEqual([503, 'Unavailable']);
      database.restore();
      holder.release(true);
      expect((await deliver(JSON.stringify(event))).status).toBe(200);
      expect(await api.prisma.webhookEvent.count()).toBe(1);
    });
  });
});

function permutationsOf<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, position) =>
    permutationsOf(items.toSpliced(position, 1)).map((rest) => [item, ...rest]),
  );
}
