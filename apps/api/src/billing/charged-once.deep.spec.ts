import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { CARDS } from '@foyer/card-provider-stand-in/test-provider';
import { signUp } from '../test-support/test-accounts.ts';
import type { TestApi, Visitor } from '../test-support/test-api.ts';
import { PRO_SIGN_UP, TestBilling } from '../test-support/test-billing.ts';
import { BillingJobsService } from './plans/billing-jobs.service.ts';

const EMAIL = 'ada@example.com';

/** Invariant 8 of docs/security.md, with races, lost answers and late answers. */
describe('a payment for PRO', () => {
  let billing: TestBilling;
  let provider: CardProvider;
  let api: TestApi;
  let ada: Visitor;

  beforeAll(async () => {
    billing = await TestBilling.start();
    ({ provider, api } = billing);
  });
  afterAll(() => billing.stop());
  beforeEach(async () => {
    await billing.empty();
    ada = await signUp(api, EMAIL, PRO_SIGN_UP);
    provider.control.clearCalls();
  });

  const pay = (number: string) => billing.pay(ada, EMAIL, number);
  const team = () => billing.team(EMAIL);

  it('charges once for 20 concurrent calls', async () => {
    const token = await billing.tokenFor(CARDS.ok);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => ada.post('/upgrade-plan', { email: EMAIL, token })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(billing.made()).toEqual([1, 1, 1]);
    expect(await api.prisma.subscription.count()).toBe(1);
    expect(await billing.mailsOf('subscription-started')).toHaveLength(1);
  });

  it.each(['/v1/customers', '/v1/payment_methods', '/v1/subscriptions', '/v1/invoices'])(
    'charges once if the answer of %s arrives after another call has paid',
    async (path) => {
      provider.control.addFault({ kind: 'late', method: 'POST', path, delayMs: 3_000 });
      const first = await billing.beginToPay(ada, EMAIL, path);
      // 409 means that the team was already on PRO, because the other call finished first.
      expect([200, 409]).toContain((await pay(CARDS.ok)).status);
      expect([200, 409]).toContain((await first.reply).status);
      expect(billing.made()).toEqual([1, 1, 1]);
      expect(await api.prisma.paymentAttempt.count()).toBe(1);
      expect(await team()).toMatchObject({ plan: 'pro' });
    },
  );

  it('charges once if the stored subscription status is outdated', async () => {
    await pay(CARDS.ok);
    await api.pool.query("UPDATE subscriptions SET status = 'incomplete'");
    expect((await pay(CARDS.ok)).status).toBe(200);
    expect(billing.made()).toEqual([1, 1, 1]);
    expect(await team()).toMatchObject({ subscription: { status: 'active' } });
  });

  it('charges once if an old attempt is resumed just before it would be abandoned', async () => {
    await pay(CARDS.declined);
    const { rows } = await api.pool.query<{ id: string }>(
      "UPDATE payment_attempts SET used_at = used_at - interval '25 hours' RETURNING id",
    );
    provider.control.addFault({ kind: 'slow', method: 'POST', path: '/v1/subscriptions', delayMs: 3_000 });
    const first = await billing.beginToPay(ada, EMAIL, '/v1/subscriptions');
    await api.service(BillingJobsService).check({ attemptId: rows[0]?.id ?? '' });
    await pay(CARDS.ok);
    expect((await first.reply).status).toBe(200);
    expect(billing.made()).toEqual([1, 1, 1]);
  });

  it.each(['/v1/customers', '/v1/subscriptions', '/v1/invoices'])(
    'charges once if the answer of %s is lost',
    async (path) => {
      provider.control.addFault({ kind: 'drop', count: 6, method: 'POST', path });
      const lost = await pay(CARDS.ok);
      provider.control.clearFaults();
      if (lost.status !== 200) expect(lost.status).toBe(503);
      const again = await pay(CARDS.ok);
      expect([200, 409]).toContain(again.status);
      expect(await team()).toMatchObject({ plan: 'pro' });
      expect(billing.made()).toEqual([1, 1, 1]);
    },
  );

  it('is completed by a job if the user does not come back', async () => {
    provider.control.addFault({ kind: 'drop', count: 6, method: 'POST', path: '/v1/invoices' });
    const first = await billing.beginToPay(ada, EMAIL, '/v1/invoices');
    provider.control.addFault({ kind: 'error', count: 99, method: 'GET', status: 500 });
    const lost = await first.reply;
    expect([lost.status, lost.body]).toEqual([202, { pending: true }]);
    provider.control.clearFaults();
    expect(await team()).toMatchObject({ plan: 'free' });
    for (let second = 0; second < 200 && (await team()).plan === 'free'; second++) await sleep(1_000);
    expect(await team()).toMatchObject({ plan: 'pro', hasIncompleteBilling: false });
    expect(billing.made()).toEqual([1, 1, 1]);
  });
});
