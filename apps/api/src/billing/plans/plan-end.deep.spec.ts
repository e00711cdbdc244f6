import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { BILLING_END_QUEUE } from '@foyer/mail/queues';
import type { Stripe } from 'stripe';
import { signUp } from '../../test-support/test-accounts.ts';
import type { TestApi, Visitor } from '../../test-support/test-api.ts';
import { PRO_SIGN_UP, TestBilling } from '../../test-support/test-billing.ts';
import { GOOD_PASSWORD } from '../../test-support/test-bodies.ts';
import { SubscriptionsService } from './subscriptions.service.ts';

const EMAIL = 'ada@example.com';

describe('the end of a plan', () => {
  let billing: TestBilling;
  let provider: CardProvider;
  let stripe: Stripe;
  let api: TestApi;
  let ada: Visitor;
  let customerId: string;
  let subscriptionId: string;

  beforeAll(async () => {
    billing = await TestBilling.start();
    ({ provider, stripe, api } = billing);
  });
  afterAll(() => billing.stop());
  beforeEach(async () => {
    await billing.empty();
    ada = await signUp(api, EMAIL, PRO_SIGN_UP);
    await api.prisma.team.updateMany({ data: { seatLimit: 3 } });
    expect((await billing.pay(ada, EMAIL)).status).toBe(200);
    ({ stripeCustomerId: customerId, stripeSubscriptionId: subscriptionId } = await billing.row());
  });

  const sync = () => api.service(SubscriptionsService).sync(customerId);
  const state = async () => {
    const { plan, seatLimit, subscription } = await api.prisma.team.findFirstOrThrow({
      select: { plan: true, seatLimit: true, subscription: true },
    });
    return [plan, seatLimit, subscription?.status, subscription?.endsAs];
  };
  const login = async () => {
    const visitor = await api.visit();
    const { status, body } = await visitor.post('/login', { email: EMAIL, password: GOOD_PASSWORD });
    return status === 200 ? 'logged in' : (body as { message: string }).message;
  };
  const restriction = async () =>
    ((await ada.get('/session')).body as { restrictedTo?: string }).restrictedTo;
  const ENDED = 'Ecommerce plan subscription ended';

  it.each([
    [{ ends_as: 'free' }, 'free', 'logged in', undefined],
    [{ ends_as: 'ended' }, 'ended', ENDED, 'billing'],
  ] as const)('has the effect that was chosen with %j', async (body, endsAs, answer, restrictedTo) => {
    expect((await ada.post('/settings/billing/cancel', { ...body, may_end_now: true })).status).toBe(200);
    const details = (await ada.get('/settings/billing/details')).body;
    expect(details).toMatchObject({ isCancelScheduled: true, endsAs });
    expect(await login()).toBe('logged in');
    provider.control.renew(subscriptionId);
    await sync();
    expect(await state()).toEqual(['free', 3, 'canceled', endsAs]);
    expect([await login(), await restriction()]).toEqual([answer, restrictedTo]);
    const [mail] = await billing.mailsOf('subscription-ended');
    expect(mail?.content).toMatchObject({ endsAs });
  });

  it.each([
    ['ended', ['mia@example.com', 'max@example.com']],
    ['free', []],
  ])('with the effect "%s" causes one mail to each of the active members %j', async (endsAs, expected) => {
    const { id: teamId } = await api.prisma.team.findFirstOrThrow();
    const member = (name: string) => ({
      email: `${name}@example.com`,
      firstName: name,
      lastName: '',
      teamId,
    });
    const deletionRequestedAt = new Date();
    await api.prisma.team.updateMany({ data: { seatLimit: 5 } });
    await api.prisma.user.createMany({
      data: [
        ...[member('mia'), member('max'), { ...member('off'), deactivatedAt: deletionRequestedAt }],
        { ...member('leaving'), deletionRequestedAt },
      ],
    });
    await ada.post('/settings/billing/cancel', { ends_as: endsAs, may_end_now: true });
    provider.control.renew(subscriptionId);
    await Promise.all([sync(), sync(), sync()]);
    await sync();
    const recipients = (await billing.mailsOf('team-shut')).map(({ to }) => to);
    expect(recipients.toSorted()).toEqual(expected.toSorted());
    expect(await billing.mailsOf('subscription-ended')).toMatchObject([{ to: EMAIL }]);
  });

  it('rejects an unknown choice', async () => {
    expect((await ada.post('/settings/billing/cancel', { ends_as: 'pro', may_end_now: true })).status).toBe(
      400,
    );
  });

  it('no longer has the chosen effect after the owner has resumed the plan', async () => {
    await ada.post('/settings/billing/cancel', { ends_as: 'free', may_end_now: true });
    await ada.post('/settings/billing/resume', {});
    expect(await state()).toEqual(['pro', 3, 'active', 'ended']);
    provider.control.end(subscriptionId, 'cancellation_requested');
    await sync();
    expect(await login()).toBe(ENDED);
  });

  it('no longer has the chosen effect after the owner has restarted PRO', async () => {
    await ada.post('/settings/billing/cancel', { ends_as: 'free', may_end_now: true });
    provider.control.renew(subscriptionId);
    await sync();
    expect((await billing.pay(ada, EMAIL)).status).toBe(200);
    expect(await state()).toEqual(['pro', 3, 'active', 'ended']);
  });

  it('moves the team to the Free Trial if the provider ends an unpaid plan', async () => {
    provider.control.end(subscriptionId, 'payment_failed');
    await sync();
    expect(await state()).toEqual(['free', 3, 'canceled', 'free']);
    expect(await login()).toBe('logged in');
  });

  async function leaveUnpaid(days: number): Promise<void> {
    const { data } = await stripe.customers.listPaymentMethods(customerId);
    provider.control.setCard(data[0]?.id ?? '', 'insufficient_funds');
    provider.control.renew(subscriptionId);
    await sync();
    await letDaysPass(days);
  }
  const letDaysPass = (days: number) =>
    api.pool.query('UPDATE subscriptions SET past_due_since = past_due_since - make_interval(days => $1)', [
      days,
    ]);
  async function untilJobsAreDone(): Promise<void> {
    const waiting = "SELECT FROM pgboss.job WHERE name = $1 AND state < 'completed' AND start_after <= now()";
    while (((await api.pool.query(waiting, [BILLING_END_QUEUE])).rowCount ?? 0) > 0)
      await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const openInvoices = async () =>
    (await stripe.invoices.list({ customer: customerId, status: 'open' })).data.length;

  it('follows the grace period of a failed payment, and then no charge is possible', async () => {
    await leaveUnpaid(6);
    await sync();
    await untilJobsAreDone();
    expect([(await state())[0], await openInvoices()]).toEqual(['pro', 1]);
    await letDaysPass(2);
    await sync();
    await untilJobsAreDone();
    expect((await state()).slice(0, 3)).toEqual(['free', 3, 'canceled']);
    expect(await openInvoices()).toBe(0);
    expect((await stripe.subscriptions.retrieve(subscriptionId)).status).toBe('canceled');
  });

  it('moves the team to the Free Trial if the subscription becomes unpaid', async () => {
    provider.control.unpay(subscriptionId);
    await sync();
    await untilJobsAreDone();
    expect(await state()).toEqual(['free', 3, 'canceled', 'free']);
    expect(await login()).toBe('logged in');
  });

  it('does not happen if the plan is paid before the job runs, even if the job runs several times', async () => {
    await leaveUnpaid(8);
    const { data } = await stripe.customers.listPaymentMethods(customerId);
    provider.control.setCard(data[0]?.id ?? '', 'ok');
    provider.control.retryPayment(subscriptionId);
    const job = { stripeCustomerId: customerId, subscriptionId };
    await Promise.all(Array.from({ length: 5 }, () => api.service(SubscriptionsService).finishEnd(job)));
    expect((await state()).slice(0, 3)).toEqual(['pro', 3, 'active']);
  });

  it('is completed by the next job if a job crashed between its two calls to the provider', async () => {
    await leaveUnpaid(8);
    await stripe.subscriptions.cancel(subscriptionId);
    expect(await openInvoices()).toBe(1);
    await api.service(SubscriptionsService).finishEnd({ stripeCustomerId: customerId, subscriptionId });
    expect(await openInvoices()).toBe(0);
    expect(await state()).toEqual(['free', 3, 'canceled', 'free']);
  });
});
