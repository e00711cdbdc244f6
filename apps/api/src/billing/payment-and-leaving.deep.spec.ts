import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { CARDS } from '@foyer/card-provider-stand-in/test-provider';
import type { Stripe } from 'stripe';
import { signUp } from '../test-support/test-accounts.ts';
import type { TestApi, Visitor } from '../test-support/test-api.ts';
import { intentIn, TestBilling } from '../test-support/test-billing.ts';
import { EMAIL, PENDING, TestPaying } from '../test-support/billing/test-paying.ts';
import { SubscriptionsService } from './plans/subscriptions.service.ts';

describe('leaving a team', () => {
  let billing: TestBilling;
  let provider: CardProvider;
  let stripe: Stripe;
  let api: TestApi;
  let paying: TestPaying;
  let code: string;
  let boss: Visitor;

  beforeAll(async () => {
    billing = await TestBilling.start({ replicas: 2 });
    ({ provider, stripe, api } = billing);
  });
  afterAll(() => billing.stop());
  beforeEach(async () => {
    paying = await TestPaying.begin(billing);
    boss = await signUp(api, 'boss@example.com');
    await api.prisma.team.updateMany({ data: { seatLimit: 5 } });
    const invited = await boss.post('/team/invitations', { emails: [EMAIL] });
    expect(invited.status).toBe(200);
    code = await api.mailedCode(EMAIL, 'team-invitation');
    provider.control.clearCalls();
  });
  const leave = () => paying.adaThere.post(`/team-switch/${code}`, {}).then((reply) => reply);

  it('is rejected during and after a payment', async () => {
    const { payment, letGo } = await paying.beginToPay();
    const refused = await leave();
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'PaymentUnderWay' }]);
    letGo();
    expect((await payment).status).toBe(200);
    expect((await leave()).body).toMatchObject({ code: 'SubscriptionRunning' });
  });

  it('is rejected while the outcome of a payment is unknown', async () => {
    expect((await paying.payUnheard('drop', await billing.tokenFor(CARDS.ok))).body).toEqual(PENDING);
    expect((await leave()).body).toMatchObject({ code: 'PaymentUnderWay' });
    provider.control.clearFaults();
    expect((await paying.ask()).status).toBe(200);
    expect((await leave()).body).toMatchObject({ code: 'SubscriptionRunning' });
  });

  it.each([
    ['waits for a confirmation by the bank', CARDS.asksBank, 202],
    ['was declined', CARDS.failsLater, 402],
  ])('cancels a payment that %s: its invoice can no longer be paid', async (_, card, status) => {
    expect((await paying.pay(card)).status).toBe(status);
    expect((await leave()).status).toBe(200);
    const [intent] = (await stripe.paymentIntents.list()).data;
    expect(intent?.status).toBe('canceled');
    expect(await api.prisma.paymentAttempt.findFirst()).toMatchObject({ status: 'abandoned' });
  });

  it('is rejected just after the bank has confirmed a payment', async () => {
    const asked = await paying.pay(CARDS.asksBank);
    provider.control.authenticate(intentIn(asked), 'passed');
    expect((await leave()).body).toMatchObject({ code: 'SubscriptionRunning' });
    expect((await paying.ask()).status).toBe(200);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])('excludes a concurrent payment (round %i)', async (round) => {
    const token = await billing.tokenFor(CARDS.ok);
    const [paid, left] = await Promise.all([
      sleep((round % 4) * 15).then(() => paying.payWith(token)),
      sleep(round < 4 ? 0 : (round % 4) * 40).then(leave),
    ]);
    const hasPaid = paid.status === 200;
    expect([hasPaid, left.status === 200]).toContain(true);
    expect(hasPaid).not.toBe(left.status === 200);
    expect(paying.made().charges).toBe(hasPaid ? 1 : 0);
    const teams = await api.prisma.team.findMany({
      where: { members: { none: {} }, subscription: { status: { in: ['active', 'incomplete'] } } },
    });
    expect(teams).toEqual([]);
  });

  it('is possible for an owner who canceled the plan, unless it is past due or was resumed', async () => {
    expect((await paying.pay(CARDS.ok)).status).toBe(200);
    expect(
      (await paying.ada.post('/settings/billing/cancel', { ends_as: 'free', may_end_now: true })).status,
    ).toBe(200);
    await api.pool.query("UPDATE subscriptions SET status = 'past_due'");
    expect((await leave()).body).toMatchObject({ code: 'SubscriptionRunning' });
    await api.pool.query("UPDATE subscriptions SET status = 'active'");
    expect((await paying.ada.post('/settings/billing/resume', {})).status).toBe(200);
    expect((await leave()).body).toMatchObject({ code: 'SubscriptionRunning' });
    expect(
      (await paying.ada.post('/settings/billing/cancel', { ends_as: 'free', may_end_now: true })).status,
    ).toBe(200);
    expect((await leave()).status).toBe(200);
  });

  it('is rejected for an owner who canceled the plan until the current month is charged', async () => {
    expect((await paying.pay(CARDS.ok)).status).toBe(200);
    const { stripeSubscriptionId: id, stripeCustomerId: customer } = await billing.row();
    provider.control.setDraftTime(3_600);
    provider.control.renew(id);
    expect(
      (await paying.ada.post('/settings/billing/cancel', { ends_as: 'free', may_end_now: true })).status,
    ).toBe(200);
    expect((await leave()).body).toMatchObject({ code: 'SubscriptionRunning' });
    provider.control.endDraftTime(id);
    await api.service(SubscriptionsService).sync(customer);
    expect((await leave()).status).toBe(200);
  });

  it('keeps a plan canceled if the owner resumes it at the same moment', async () => {
    expect((await paying.pay(CARDS.ok)).status).toBe(200);
    expect(
      (await paying.ada.post('/settings/billing/cancel', { ends_as: 'free', may_end_now: true })).status,
    ).toBe(200);
    const letGo = paying.holdBack('/v1/subscriptions');
    provider.control.clearCalls();
    const resuming = paying.ada.post('/settings/billing/resume', {}).then((reply) => reply);
    await paying.untilItHasCome('POST', /^\/v1\/subscriptions/);
    expect((await leave()).status).toBe(200);
    letGo();
    expect((await resuming).status).toBe(403);
    const [subscription] = (await stripe.subscriptions.list()).data;
    expect(subscription?.cancel_at_period_end).toBe(true);
  });

  describe('by transferring it', () => {
    const accept = () => boss.post('/team/owner-offer/acceptance', {}).then((reply) => reply);
    async function offerToBoss(validFor: string): Promise<void> {
      const { id: teamId } = await billing.team(EMAIL);
      const next = await api.prisma.user.findFirstOrThrow({ where: { email: 'boss@example.com' } });
      const payer = await api.prisma.user.findFirstOrThrow({ where: { email: EMAIL } });
      await api.prisma.team.updateMany({ where: { ownerId: next.id }, data: { ownerId: null } });
      await api.prisma.user.update({ where: { id: next.id }, data: { teamId } });
      await api.pool.query(
        `INSERT INTO owner_offers (team_id, owner_id, member_id, expires_at)
         VALUES ($1, $2, $3, now() + $4::interval)`,
        [teamId, payer.id, next.id, validFor],
      );
    }

    it('is rejected during a payment', async () => {
      const { payment, letGo } = await paying.beginToPay();
      await offerToBoss('1 day');
      const refused = await accept();
      expect([refused.status, refused.body]).toMatchObject([409, { code: 'PaymentUnderWay' }]);
      letGo();
      expect((await payment).status).toBe(200);
      expect((await accept()).status).toBe(200);
    });

    it('does not cancel a payment if the offer has expired', async () => {
      expect((await paying.pay(CARDS.asksBank)).status).toBe(202);
      await offerToBoss('-1 second');
      expect((await accept()).body).toMatchObject({ code: 'OfferEnded' });
      const [intent] = (await stripe.paymentIntents.list()).data;
      expect(intent?.status).toBe('requires_action');
    });
  });

  it('by being removed is rejected during a payment', async () => {
    const { payment, letGo } = await paying.beginToPay();
    const [{ id: teamId }, owner] = [
      await billing.team(EMAIL),
      await api.prisma.user.findFirstOrThrow({ where: { email: 'boss@example.com' } }),
    ];
    await api.prisma.team.updateMany({ where: { ownerId: owner.id }, data: { ownerId: null } });
    await api.prisma.user.update({ where: { id: owner.id }, data: { teamId } });
    await api.prisma.team.update({ where: { id: teamId }, data: { ownerId: owner.id } });
    const payer = await api.prisma.user.findFirstOrThrow({ where: { email: EMAIL } });
    const remove = () => boss.delete(`/team/members/${payer.id}`).then((reply) => reply);
    const refused = await remove();
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'PaymentUnderWay' }]);
    letGo();
    expect((await payment).status).toBe(200);
    expect((await remove()).status).toBe(200);
  });
});
