import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { CARDS } from '@foyer/card-provider-stand-in/test-provider';
import { BROWSER_WAIT_MS } from '@foyer/contracts/deadlines';
import type { Stripe } from 'stripe';
import { signUp } from '../test-support/test-accounts.ts';
import type { TestApi } from '../test-support/test-api.ts';
import { TestBilling } from '../test-support/test-billing.ts';
import { BillingJobsService } from './plans/billing-jobs.service.ts';
import { EMAIL, ONE, PENDING, TestPaying } from '../test-support/billing/test-paying.ts';

/** Invariants 8 and 15 of docs/security.md, with two replicas. */
describe('the payment outcome', () => {
  let billing: TestBilling;
  let provider: CardProvider;
  let stripe: Stripe;
  let api: TestApi;
  let paying: TestPaying;

  beforeAll(async () => {
    billing = await TestBilling.start({ replicas: 2 });
    ({ provider, stripe, api } = billing);
  });
  afterAll(() => billing.stop());
  beforeEach(async () => {
    paying = await TestPaying.begin(billing);
  });

  it('is the same for 20 equal concurrent calls', async () => {
    const token = await billing.tokenFor(CARDS.ok);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, position) =>
        paying.payWith(token, position % 2 ? paying.ada : paying.adaThere),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(paying.made()).toEqual(ONE);
    expect(await api.prisma.paymentAttempt.count()).toBe(1);
  });

  it('is the same decline for 20 equal calls, with one call to the bank', async () => {
    const token = await billing.tokenFor(CARDS.failsLater);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, position) =>
        paying.payWith(token, position % 2 ? paying.ada : paying.adaThere),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 402));
    expect(provider.control.counters().charges.failed).toBe(1);
  });

  it('is that of the first card if two cards are sent concurrently', async () => {
    const { payment: first, letGo } = await paying.beginToPay();
    const second = paying.pay(CARDS.ok, paying.adaThere);
    letGo();
    expect((await first).status).toBe(200);
    expect([200, 409]).toContain((await second).status);
    expect(paying.made()).toEqual(ONE);
  });

  it.each(['/v1/customers', '/v1/payment_methods', '/v1/subscriptions', '/v1/invoices'])(
    'is "nothing charged" after a 500 of %s that Stripe stores under the idempotency key, and a retry pays',
    async (path) => {
      provider.control.addFault({ kind: 'error', method: 'POST', path, status: 500 });
      const refused = await paying.pay(CARDS.ok);
      expect([refused.status, refused.body]).toMatchObject([503, { code: 'PaymentUnavailable' }]);
      expect(paying.made().charges).toBe(0);
      expect((await paying.pay(CARDS.ok, paying.adaThere)).status).toBe(200);
      expect(paying.made()).toEqual(ONE);
    },
  );

  it('is PRO if the payment succeeded despite a 500 response', async () => {
    provider.control.addFault({
      kind: 'error',
      isDone: true,
      method: 'POST',
      path: '/v1/invoices',
      status: 500,
    });
    expect((await paying.pay(CARDS.ok)).status).toBe(200);
    expect(paying.made()).toEqual(ONE);
  });

  async function payUnheard(kind: 'drop' | 'error', token: string) {
    const unheard = await paying.payUnheard(kind, token);
    expect([unheard.status, unheard.body]).toEqual([202, PENDING]);
    expect(await paying.isPending()).toBe(true);
    expect((await paying.ask({ token })).body).toEqual(PENDING);
  }

  it('is unknown while the response is lost and the provider is unreachable, and then PRO on any replica', async () => {
    const token = await billing.tokenFor(CARDS.ok);
    await payUnheard('drop', token);
    provider.control.clearFaults();
    const answer = await paying.ask({ token });
    expect([answer.status, answer.body]).toMatchObject([200, { subscription: { status: 'active' } }]);
    expect(await paying.isPending()).toBe(false);
    expect((await paying.payWith(token)).status).toBe(200);
    expect(paying.made()).toEqual(ONE);
  });

  it('is unknown, and then "nothing charged", after which the invoice cannot be paid', async () => {
    const token = await billing.tokenFor(CARDS.ok);
    await payUnheard('error', token);
    provider.control.clearFaults();
    const answer = await paying.ask({ token });
    expect([answer.status, answer.body]).toMatchObject([503, { code: 'PaymentUnavailable' }]);
    const invoice = (await stripe.invoices.list()).data[0];
    expect(invoice?.status).toBe('void');
    await expect(stripe.invoices.pay(invoice?.id ?? '')).rejects.toThrow();
    expect((await paying.pay(CARDS.ok)).status).toBe(200);
    expect(paying.made()).toEqual(ONE);
  });

  it('is mailed to a user who left the page, whether the payment succeeded or failed', async () => {
    const mails = async () => (await api.queuedMails()).map(({ kind }) => kind);
    const token = await billing.tokenFor(CARDS.ok);
    await payUnheard('error', token);
    provider.control.clearFaults();
    const { id: attemptId } = await api.prisma.paymentAttempt.findFirstOrThrow();
    await billing.replica.service(BillingJobsService).check({ attemptId });
    expect(await mails()).toContain('payment-not-made');
    // A visitor who stays on the page sees the outcome and gets no mail.
    expect((await paying.pay(CARDS.declined)).status).toBe(402);
    expect((await mails()).filter((kind) => kind === 'payment-not-made')).toHaveLength(1);
    expect((await paying.pay(CARDS.ok)).status).toBe(200);
    expect(await mails()).toContain('subscription-started');
  });

  it('is unknown if the provider is slower than the browser waits, and is available later', async () => {
    provider.control.addFault({ kind: 'hang', method: 'POST', path: '/v1/customers' });
    provider.control.addFault({ kind: 'hang', method: 'POST', path: '/v1/payment_methods' });
    const token = await billing.tokenFor(CARDS.ok);
    const slow = await paying.ada.post('/upgrade-plan', { email: EMAIL, token }).timeout(BROWSER_WAIT_MS);
    expect([slow.status, slow.body]).toEqual([202, PENDING]);
    let answer = await paying.ask({ token });
    while (answer.status === 202) answer = await paying.ask({ token });
    expect(answer.status).toBe(200);
    expect(paying.made()).toEqual(ONE);
  });

  it('is found by the next call after the process that paid was killed', async () => {
    const letGo = paying.holdBack('/v1/invoices');
    const token = await billing.tokenFor(CARDS.declined);
    expect((await paying.payWith(token)).status).toBe(402);
    await api.pool.query(
      "UPDATE payment_attempts SET outcome = NULL, working_until = now() - interval '1 second'",
    );
    expect(await paying.isPending()).toBe(true);
    expect((await paying.ask({ token })).status).toBe(503);
    expect(await paying.isPending()).toBe(false);
    letGo();
    expect((await paying.pay(CARDS.ok)).status).toBe(200);
    expect(paying.made().charges).toBe(1);
  });

  it.each(['the page asks', 'the card is sent again'])(
    'is "nothing charged" if the invoice expired before the bank’s challenge (next call: %s)',
    async (what) => {
      const token = await billing.tokenFor(CARDS.asksBank);
      expect((await paying.payWith(token)).body).toMatchObject({ requiresAction: true });
      const { stripeSubscriptionId } = await billing.row();
      provider.control.expire(stripeSubscriptionId);
      const answer = what === 'the page asks' ? await paying.ask({ token }) : await paying.payWith(token);
      expect([answer.status, answer.body]).toMatchObject([503, { code: 'PaymentUnavailable' }]);
      expect((await paying.pay(CARDS.ok)).status).toBe(200);
      expect(paying.made()).toEqual(ONE);
    },
  );

  it('is "not found" for a card that was never sent', async () => {
    const answer = await paying.ask({ token: 'tok_never_sent' });
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'NotFound' }]);
  });

  it('is not shared with another team that sends the same token', async () => {
    const eve = await signUp(api, 'eve@example.com');
    const token = await billing.tokenFor(CARDS.ok);
    expect((await paying.payWith(token)).status).toBe(200);
    const second = await paying.payWith(token, eve, 'eve@example.com');
    expect([second.status, second.body]).toMatchObject([400, { code: 'CardUnknown' }]);
    expect((await paying.pay(CARDS.ok, eve, 'eve@example.com')).status).toBe(200);
  });
});
