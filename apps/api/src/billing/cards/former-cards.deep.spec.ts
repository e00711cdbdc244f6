import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import type { Stripe } from 'stripe';
import { signUp, signUpOwner } from '../../test-support/test-accounts.ts';
import type { TestApi, Visitor } from '../../test-support/test-api.ts';
import { intentIn, PRO_SIGN_UP, TestBilling } from '../../test-support/test-billing.ts';
import { BillingJobsService } from '../plans/billing-jobs.service.ts';
import { CardsService } from './cards.service.ts';
import { SubscriptionsService } from '../plans/subscriptions.service.ts';

const FORMER = 'ada@example.com';
const NEW = 'mia@example.com';

describe('the former owner’s card after a team transfer', () => {
  let billing: TestBilling;
  let provider: CardProvider;
  let stripe: Stripe;
  let api: TestApi;
  let replica: TestApi;
  let ada: Visitor;
  let mia: Visitor;
  beforeAll(async () => {
    billing = await TestBilling.start({ replicas: 2 });
    ({ provider, stripe, api, replica } = billing);
  });
  afterAll(() => billing.stop());
  beforeEach(async () => {
    await billing.empty();
    ada = await signUp(api, FORMER, PRO_SIGN_UP);
    expect((await billing.pay(ada, FORMER)).status).toBe(200);
    mia = await signUpOwner(api, NEW, 1);
    await api.pool.query(
      `WITH alone AS (UPDATE teams SET owner_id = NULL WHERE owner_id = (SELECT id FROM users WHERE email = $2)),
            roomy AS (UPDATE teams SET seat_limit = 2 WHERE owner_id = (SELECT id FROM users WHERE email = $1))
       SELECT`,
      [FORMER, NEW],
    );
    await api.pool.query(
      `UPDATE users SET team_id = (SELECT team_id FROM users WHERE email = $1) WHERE email = $2`,
      [FORMER, NEW],
    );
    const { id: member } = await api.prisma.user.findUniqueOrThrow({ where: { email: NEW } });
    expect((await ada.post('/team/owner-offer', { member })).status).toBe(200);
  });

  const accept = async () => expect((await mia.post('/team/owner-offer/acceptance', {})).status).toBe(200);
  async function giveUpJob(): Promise<void> {
    const pendingJobs = `SELECT FROM pgboss.job WHERE name = 'hand-over' AND state IN ('created', 'active')`;
    while (((await api.pool.query(pendingJobs)).rowCount ?? 0) > 0) await sleep(20);
    await api.pool.query(`DELETE FROM pgboss.job WHERE name = 'hand-over'`);
  }
  const removeFormerCards = async (where = api) =>
    where.service(CardsService).removeFormer((await billing.row()).teamId);
  const cards = async () =>
    (await stripe.paymentMethods.list({ customer: (await billing.row()).stripeCustomerId })).data;
  async function addCard(): Promise<string> {
    const reply = await mia.post('/settings/billing/card-setup', {});
    expect(reply.status).toBe(200);
    const id = intentIn(reply);
    await stripe.setupIntents.confirm(id, { payment_method: 'pm_card_mastercard' });
    expect((await mia.post('/settings/billing/card', { setup_intent: id })).status).toBe(200);
    return id;
  }

  const goDown = () =>
    provider.control.addFault({
      kind: 'error',
      status: 503,
      method: 'GET',
      path: '/v1/customers',
      count: 1_000,
    });

  it('is detached, the customer gets the new owner’s address, and a renewal without a card is past due', async () => {
    await accept();
    await api.queuedMails();
    const { stripeCustomerId, stripeSubscriptionId, ...rest } = await billing.row();
    expect(rest).toMatchObject({ transferId: null, formerMethods: [], cardLast4: null, cardExpYear: null });
    expect(await cards()).toEqual([]);
    expect(await stripe.customers.retrieve(stripeCustomerId)).toMatchObject({
      email: NEW,
      invoice_settings: { default_payment_method: null },
    });
    expect(await stripe.subscriptions.retrieve(stripeSubscriptionId)).toMatchObject({
      status: 'active',
      default_payment_method: null,
    });
    expect(await billing.mailsOf('handed-over')).toMatchObject([
      { content: { nextChargeOn: expect.stringMatching(/Z$/) } },
      { content: { nextChargeOn: expect.stringMatching(/Z$/) } },
    ]);
    const { charges } = provider.control.counters();
    provider.control.renew(stripeSubscriptionId);
    await api.service(SubscriptionsService).sync(stripeCustomerId);
    expect(await billing.row()).toMatchObject({ status: 'past_due' });
    expect(provider.control.counters().charges).toEqual(charges);
    expect(await billing.mailsOf('payment-failed')).toMatchObject([{ to: NEW }]);
    expect((await ada.get('/settings/billing/details')).status).toBe(403);
  });

  it('is not charged for a month that has begun, and the new owner sees that the month is unpaid', async () => {
    const { stripeCustomerId, stripeSubscriptionId } = await billing.row();
    provider.control.setDraftTime(3_600);
    provider.control.renew(stripeSubscriptionId);
    await api.service(SubscriptionsService).sync(stripeCustomerId);
    expect((await mia.get('/team')).body).toMatchObject({ offer: { plan: { until: '' } } });
    await accept();
    const unpaid = { content: { nextChargeOn: '' } };
    expect(await billing.mailsOf('handed-over')).toMatchObject([unpaid, unpaid]);
  });

  describe('while the provider is unreachable', () => {
    beforeEach(async () => {
      goDown();
      await accept();
    });

    it('is not shown to the new owner, and no other card can be added', async () => {
      const { stripeCustomerId } = await billing.row();
      await api.service(SubscriptionsService).sync(stripeCustomerId);
      expect(await billing.row()).toMatchObject({
        transferId: expect.any(String),
        cardLast4: null,
        cardBrand: null,
      });
      const payments = await mia.get('/settings/billing/payments');
      expect([payments.status, payments.body]).toMatchObject([200, { invoices: [{ status: 'paid' }] }]);
      expect(payments.body).not.toHaveProperty('card');
      expect((await mia.get('/settings/billing/receipt')).body).not.toHaveProperty('card');
      expect((await mia.post('/settings/billing/card-setup', {})).status).toBe(503);
      const paying = await billing.pay(mia, NEW);
      expect([409, 503]).toContain(paying.status);
    });

    it('is detached afterwards, even if the job for it has failed permanently', async () => {
      await giveUpJob();
      provider.control.clearFaults();
      await api.service(BillingJobsService).remind();
      expect(await cards()).toEqual([]);
      await addCard();
    });
  });

  it('is removed first, and then its owner gets one mail', async () => {
    goDown();
    await accept();
    await giveUpJob();
    expect(await billing.mailsOf('card-removed')).toEqual([]);
    expect((await mia.get('/settings/billing/details')).body).toMatchObject({ hasFormerCard: true });
    provider.control.clearFaults();
    await Promise.all([removeFormerCards(), removeFormerCards(replica)]);
    expect(await billing.mailsOf('card-removed')).toMatchObject([{ to: FORMER, content: { payments: [] } }]);
    expect((await mia.get('/settings/billing/details')).body).not.toHaveProperty('hasFormerCard');
    expect(await billing.row()).toMatchObject({ formerOwnerId: null, transferredAt: null });
  });

  it('that paid before its removal causes a mail with sum and date, and a report to the operator', async () => {
    goDown();
    await accept();
    await giveUpJob();
    const { stripeSubscriptionId, stripeCustomerId } = await billing.row();
    provider.control.renew(stripeSubscriptionId);
    provider.control.clearFaults();
    await Promise.all([removeFormerCards(), removeFormerCards(replica), removeFormerCards()]);
    const paidOn = expect.stringMatching(/Z$/);
    expect(await billing.mailsOf('card-removed')).toMatchObject([
      { to: FORMER, content: { payments: [{ amount: 21_666, currency: 'usd', paidOn }] } },
    ]);
    const reports = await api.prisma.auditEvent.findMany({ where: { action: 'plan.former-card' } });
    expect(reports).toMatchObject([{ outcome: 'Charged', details: { stripeCustomerId } }]);
  });

  it.each([
    ['before the removal', async () => {}],
    [
      'after the card is detached and before its owner gets the mail',
      async () => {
        const path = '/v1/invoices';
        provider.control.renew((await billing.row()).stripeSubscriptionId);
        provider.control.clearFaults();
        provider.control.addFault({ kind: 'error', status: 503, method: 'GET', path, count: 99 });
        await expect(removeFormerCards()).rejects.toThrow();
        expect(await cards()).toEqual([]);
      },
    ],
  ])('is attributed to the owner who added it if the team is transferred again %s', async (_, meanwhile) => {
    goDown();
    await accept();
    await giveUpJob();
    await meanwhile();
    const { id: member } = await api.prisma.user.findUniqueOrThrow({ where: { email: FORMER } });
    expect((await mia.post('/team/owner-offer', { member })).status).toBe(200);
    expect((await ada.post('/team/owner-offer/acceptance', {})).status).toBe(200);
    await giveUpJob();
    provider.control.clearFaults();
    await removeFormerCards();
    expect(await billing.mailsOf('card-removed')).toMatchObject([{ to: FORMER }]);
  });

  it('is detached even if the removal of another team’s card fails', async () => {
    await accept();
    await api.queuedMails();
    const { stripeCustomerId: failing } = await billing.row();
    const eve = await signUp(api, 'eve@example.com', PRO_SIGN_UP);
    expect((await billing.pay(eve, 'eve@example.com')).status).toBe(200);
    await api.pool.query(
      `UPDATE subscriptions SET hand_over_id = uuid_v7(), handed_over_at = now() - interval '1 day'
                                * (stripe_customer_id = $1)::int`,
      [failing],
    );
    const path = `/v1/customers/${failing}`;
    provider.control.addFault({ kind: 'error', status: 503, method: 'GET', path, count: 99 });
    await expect(api.service(CardsService).retryRemovals()).rejects.toThrow('were not removed');
    const left = await api.prisma.subscription.findMany({ where: { transferId: { not: null } } });
    expect(left.map(({ stripeCustomerId }) => stripeCustomerId)).toEqual([failing]);
  });

  it('is detached by concurrent runs, and later runs keep the new owner’s card', async () => {
    goDown();
    await accept();
    await giveUpJob();
    provider.control.clearFaults();
    await Promise.all([
      removeFormerCards(),
      removeFormerCards(replica),
      removeFormerCards(),
      removeFormerCards(replica),
    ]);
    expect(await cards()).toEqual([]);
    await addCard();
    await Promise.all([removeFormerCards(), removeFormerCards(replica)]);
    expect(await cards()).toHaveLength(1);
  });

  it('is recorded once, so that a card added before the end of the removal is not detached', async () => {
    goDown();
    await accept();
    await giveUpJob();
    provider.control.clearFaults();
    provider.control.addFault({
      kind: 'error',
      status: 503,
      method: 'GET',
      path: '/v1/subscriptions',
      count: 99,
    });
    await expect(removeFormerCards()).rejects.toThrow();
    provider.control.clearFaults();
    const { stripeCustomerId: customer } = await billing.row();
    const added = await stripe.paymentMethods.attach('pm_card_mastercard', { customer });
    await removeFormerCards(replica);
    expect((await cards()).map(({ id }) => id)).toEqual([added.id]);
  });

  it('stays recorded after an interrupted run, until the next run has finished', async () => {
    goDown();
    await accept();
    await giveUpJob();
    provider.control.clearFaults();
    const [former] = await cards();
    const detach = `/v1/payment_methods/${former?.id}/detach`;
    provider.control.addFault({ kind: 'error', status: 400, method: 'POST', path: detach, count: 99 });
    await expect(removeFormerCards()).rejects.toThrow();
    expect(await billing.row()).toMatchObject({ transferId: expect.any(String) });
    provider.control.clearFaults();
    await stripe.paymentMethods.detach(former?.id ?? '');
    await removeFormerCards(replica);
    expect(await billing.row()).toMatchObject({ transferId: null });
  });

  it('is detached once, and a slow run with an old list of cards keeps the new owner’s card', async () => {
    // The first run gets the list of cards late. Meanwhile, another run removes them, and the new owner adds a card.
    let sendList = (): void => undefined;
    let isListed = (): void => undefined;
    const listed = new Promise<void>((resolve) => (isListed = resolve));
    const until = () =>
      new Promise<void>((resolve) => {
        sendList = resolve;
        isListed();
      });
    goDown();
    await accept();
    await giveUpJob();
    provider.control.clearFaults();
    provider.control.addFault({ kind: 'late', method: 'GET', path: '/v1/payment_methods', until });
    const late = removeFormerCards();
    await listed;
    await removeFormerCards(replica);
    await addCard();
    const [added] = await cards();
    sendList();
    await late;
    expect((await cards()).map(({ id }) => id)).toEqual([added?.id]);
    expect(await stripe.subscriptions.retrieve((await billing.row()).stripeSubscriptionId)).toMatchObject({
      default_payment_method: added?.id,
    });
  });
});
