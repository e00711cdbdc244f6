import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { attachCard, CARDS, subscribe } from '@foyer/card-provider-stand-in/test-provider';
import { GOOD_PASSWORD } from '../../test-support/test-bodies.ts';
import { TestBilling } from '../../test-support/test-billing.ts';
import { EMAIL, TestPaying } from '../../test-support/billing/test-paying.ts';
import { DeleteAccountService } from './delete-account.service.ts';

const DELETION = '/settings/data/deletion';

describe('deleting an account with a plan', () => {
  let billing: TestBilling;
  let paying: TestPaying;
  beforeAll(async () => {
    billing = await TestBilling.start({ replicas: 2 });
  });
  afterAll(() => billing.stop());
  beforeEach(async () => {
    paying = await TestPaying.begin(billing);
  });

  const leave = () => paying.adaThere.post(DELETION, {}).then((reply) => reply);
  const statusAtProvider = async () =>
    (await billing.stripe.subscriptions.list({ status: 'all' })).data[0]?.status;
  const isDeletionPending = async () =>
    (await billing.api.prisma.user.count({ where: { email: EMAIL, deletionRequestedAt: { not: null } } })) ===
    1;

  it('ends the plan at the provider; an account that the user then keeps is on the Free Trial', async () => {
    expect((await paying.pay(CARDS.ok)).status).toBe(200);
    expect((await leave()).status).toBe(200);
    expect([await statusAtProvider(), await isDeletionPending()]).toEqual(['canceled', true]);
    await billing.api.prisma.user.updateMany({ data: { deletionRequestedAt: null } });
    const login = await (await billing.api.visit()).post('/login', { email: EMAIL, password: GOOD_PASSWORD });
    expect(login.status).toBe(200);
    expect(await billing.team(EMAIL)).toMatchObject({ plan: 'free', subscription: { endsAs: 'free' } });
  });

  it('fails and changes nothing while the payment provider is unreachable', async () => {
    expect((await paying.pay(CARDS.ok)).status).toBe(200);
    billing.provider.control.addFault({
      kind: 'error',
      count: 999,
      method: 'POST',
      path: '/v1/subscriptions',
      status: 500,
    });
    billing.provider.control.addFault({ kind: 'error', count: 999, method: 'GET', status: 500 });
    const refused = await leave();
    expect([refused.status, refused.body]).toMatchObject([503, { code: 'PaymentUnavailable' }]);
    billing.provider.control.clearFaults();
    expect([await statusAtProvider(), await isDeletionPending()]).toEqual(['active', false]);
    expect((await paying.adaThere.get('/settings/security/sessions')).status).toBe(200);
  });

  it('is rejected while a payment is in progress', async () => {
    const { payment, letGo } = await paying.beginToPay();
    expect((await leave()).body).toMatchObject({ code: 'PaymentUnderWay' });
    letGo();
    expect((await payment).status).toBe(200);
    expect(await isDeletionPending()).toBe(false);
  });

  it.each([0, 1, 2, 3, 4, 5])('excludes a concurrent payment (round %i)', async (round) => {
    const token = await billing.tokenFor(CARDS.ok);
    const [paid, left] = await Promise.all([
      sleep((round % 3) * 15).then(() => paying.payWith(token)),
      sleep(round < 3 ? 0 : (round % 3) * 40).then(leave),
    ]);
    const { running } = paying.made();
    if (await isDeletionPending()) expect({ running, left: left.status }).toEqual({ running: 0, left: 200 });
    else expect([left.status, paid.status, running]).toEqual([409, 200, 1]);
  });

  it('erases the user and the team’s name, ends the subscriptions at the provider, and keeps the team', async () => {
    expect((await paying.pay(CARDS.ok)).status).toBe(200);
    expect((await leave()).status).toBe(200);
    const [ended] = (await billing.stripe.subscriptions.list({ status: 'all' })).data;
    const { id: method } = await attachCard(billing.stripe, ended?.customer as string, CARDS.ok);
    await subscribe(billing.stripe, ended?.customer as string, { default_payment_method: method });
    await billing.api.pool.query(`UPDATE users SET leaving_at = leaving_at - interval '14 days'`);
    await billing.api.service(DeleteAccountService).eraseDue();
    while (paying.made().running > 0) await sleep(50);
    expect(await billing.api.prisma.user.count()).toBe(0);
    expect(await billing.api.prisma.team.findMany({ select: { name: true, ownerId: true } })).toEqual([
      { name: 'Erased', ownerId: null },
    ]);
  });
});
