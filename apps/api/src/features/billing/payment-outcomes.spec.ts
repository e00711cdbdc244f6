import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startCardProvider, type CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { CARDS, sdkFor } from '@foyer/card-provider-stand-in/test-provider';
import { BROWSER_WAIT_MS } from '@foyer/contracts/deadlines';
import { signUp } from '../../test-accounts.ts';
import { TestApi, type Visitor } from '../../test-api.ts';
import { GOOD_PASSWORD } from '../../test-bodies.ts';
import { BillingJobsService } from './billing-jobs.service.ts';
import { environmentFor } from './test-card-provider.ts';

const EMAIL = 'ada@example.com';
const PENDING = { pending: true };

/** DESIGN invariants 8 and 15, over two replicas. */
describe('what came of paying', () => {
  let provider: CardProvider;
  let replicas: [TestApi, TestApi];
  let ada: Visitor;
  /** The same visitor, whose calls come to the other replica. */
  let adaThere: Visitor;

  beforeAll(async () => {
    provider = await startCardProvider({ webhookRetryDelaysMs: [] });
    replicas = [await TestApi.start(environmentFor(provider)), await TestApi.start(environmentFor(provider))];
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await provider.stop();
  });
  beforeEach(async () => {
    await replicas[0].empty();
    await provider.control.reset();
    provider.control.clearFaults();
    // No event ever comes: what calls and jobs read must be enough.
    provider.control.setWebhook({ url: replicas[0].url, secret: provider.webhookSecret, isHeld: true });
    ada = await signUp(replicas[0], EMAIL);
    adaThere = await logIn(replicas[1], EMAIL);
    provider.control.clearCalls();
  });

  async function logIn(api: TestApi, email: string): Promise<Visitor> {
    const visitor = await api.visit();
    expect((await visitor.post('/login', { email, password: GOOD_PASSWORD })).status).toBe(200);
    await visitor.refreshCsrfToken();
    return visitor;
  }
  async function tokenFor(number: string): Promise<string> {
    const { id } = await sdkFor(provider).tokens.create({
      card: {
        number,
        exp_month: '12',
        exp_year: '2040',
        cvc: '123',
        name: 'Ada Lovelace',
        address_line1: '1 Main St',
        address_city: 'New York',
        address_state: 'NY',
        address_zip: '10001',
        address_country: 'US',
      },
    });
    return id;
  }
  const payWith = (token: string, visitor = ada, email = EMAIL) =>
    visitor.post('/upgrade-plan', { email, token }).then((reply) => reply);
  const pay = async (number: string, visitor = ada, email = EMAIL) =>
    payWith(await tokenFor(number), visitor, email);
  const ask = (body: object = {}, visitor = adaThere) =>
    visitor.post('/upgrade-plan/confirmation', body).then((reply) => reply);
  const isPending = async () => (await adaThere.get('/upgrade-plan')).body as { isPending: boolean };
  const team = () =>
    replicas[0].prisma.team.findFirstOrThrow({
      where: { members: { some: { email: EMAIL } } },
      select: { id: true, plan: true },
    });
  const made = () => {
    const { customers, subscriptions, charges } = provider.control.counters();
    return { customers, running: subscriptions.byStatus['active'] ?? 0, charges: charges.succeeded };
  };
  const ONE = { customers: 1, running: 1, charges: 1 };
  const hasCome = (path: string) => provider.control.calls().some((call) => call.path.endsWith(path));
  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await sleep(5);
  }
  /** Keeps calls of a path waiting after their work, until the spec lets them go. */
  function holdBack(path: string) {
    const { promise, resolve } = Promise.withResolvers<void>();
    provider.control.addFault({ kind: 'late', method: 'POST', path, until: () => promise });
    return resolve;
  }
  const unreadable = () =>
    provider.control.addFault({ kind: 'error', count: 999, method: 'GET', status: 500 });

  it('is the same for 20 equal calls at once: all get the one result', async () => {
    const token = await tokenFor(CARDS.ok);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, position) => payWith(token, position % 2 ? ada : adaThere)),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(made()).toEqual(ONE);
    expect(await replicas[0].prisma.paymentAttempt.count()).toBe(1);
  }, 60_000);

  it('is the same decline for 20 equal calls, and the bank hears of it once', async () => {
    const token = await tokenFor(CARDS.failsLater);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, position) => payWith(token, position % 2 ? ada : adaThere)),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 402));
    expect(provider.control.counters().charges.failed).toBe(1);
  }, 60_000);

  it('is for the second card what the first one came to, when two are given at once', async () => {
    const letGo = holdBack('/v1/invoices');
    const first = pay(CARDS.ok);
    await until(() => hasCome('/pay'));
    const second = pay(CARDS.ok, adaThere);
    letGo();
    expect((await first).status).toBe(200);
    // PRO, or PRO already: never another charge.
    expect([200, 409]).toContain((await second).status);
    expect(made()).toEqual(ONE);
  }, 30_000);

  it.each(['/v1/customers', '/v1/payment_methods', '/v1/subscriptions', '/v1/invoices'])(
    'is surely nothing after a 500 of %s, which Stripe keeps under its key, and a second try works',
    async (path) => {
      provider.control.addFault({ kind: 'error', method: 'POST', path, status: 500 });
      const refused = await pay(CARDS.ok);
      expect([refused.status, refused.body]).toMatchObject([503, { code: 'PaymentUnavailable' }]);
      expect(made().charges).toBe(0);
      expect((await pay(CARDS.ok, adaThere)).status).toBe(200);
      expect(made()).toEqual(ONE);
    },
    30_000,
  );

  it('is PRO after a 500 of a payment that was made all the same', async () => {
    provider.control.addFault({
      kind: 'error',
      isDone: true,
      method: 'POST',
      path: '/v1/invoices',
      status: 500,
    });
    expect((await pay(CARDS.ok)).status).toBe(200);
    expect(made()).toEqual(ONE);
  });

  /** The card is charged, the answer is lost, and the provider cannot be asked. */
  async function payUnheard(kind: 'drop' | 'error', token: string) {
    provider.control.addFault({ kind, count: 6, method: 'POST', path: '/v1/invoices', status: 500 });
    const reply = payWith(token);
    await until(() => hasCome('/pay'));
    unreadable();
    const unheard = await reply;
    expect([unheard.status, unheard.body]).toEqual([202, PENDING]);
    expect(await isPending()).toEqual({ isPending: true });
    expect((await ask({ token })).body).toEqual(PENDING);
  }

  it('is not known while the answer is lost and nobody can ask; then it is PRO, on any replica', async () => {
    const token = await tokenFor(CARDS.ok);
    await payUnheard('drop', token);
    provider.control.clearFaults();
    const told = await ask({ token });
    expect([told.status, told.body]).toMatchObject([200, { subscription: { status: 'active' } }]);
    expect(await isPending()).toEqual({ isPending: false });
    expect((await payWith(token)).status).toBe(200);
    expect(made()).toEqual(ONE);
  }, 90_000);

  it('is not known, and then surely nothing: what was still on its way is refused', async () => {
    const token = await tokenFor(CARDS.ok);
    await payUnheard('error', token);
    provider.control.clearFaults();
    const told = await ask({ token });
    expect([told.status, told.body]).toMatchObject([503, { code: 'PaymentUnavailable' }]);
    const invoice = (await sdkFor(provider).invoices.list()).data[0];
    expect(invoice?.status).toBe('void');
    await expect(sdkFor(provider).invoices.pay(invoice?.id ?? '')).rejects.toThrow();
    expect((await pay(CARDS.ok)).status).toBe(200);
    expect(made()).toEqual(ONE);
  }, 90_000);

  it('is told by mail to who did not stay, whichever it is', async () => {
    const mails = async () => (await replicas[0].queuedMails()).map(({ kind }) => kind);
    const token = await tokenFor(CARDS.ok);
    await payUnheard('error', token);
    provider.control.clearFaults();
    const { id: attemptId } = await replicas[0].prisma.paymentAttempt.findFirstOrThrow();
    await replicas[1].service(BillingJobsService).check({ attemptId });
    expect(await mails()).toContain('payment-not-made');
    // Who stayed has read it.
    expect((await pay(CARDS.declined)).status).toBe(402);
    expect((await mails()).filter((kind) => kind === 'payment-not-made')).toHaveLength(1);
    expect((await pay(CARDS.ok)).status).toBe(200);
    expect(await mails()).toContain('subscription-started');
  }, 90_000);

  it('is not known before the browser gives up, and what is made behind the answer is seen', async () => {
    provider.control.addFault({ kind: 'hang', method: 'POST', path: '/v1/customers' });
    provider.control.addFault({ kind: 'hang', method: 'POST', path: '/v1/payment_methods' });
    const token = await tokenFor(CARDS.ok);
    const slow = await ada.post('/upgrade-plan', { email: EMAIL, token }).timeout(BROWSER_WAIT_MS);
    expect([slow.status, slow.body]).toEqual([202, PENDING]);
    let told = await ask({ token });
    while (told.status === 202) told = await ask({ token });
    expect(told.status).toBe(200);
    expect(made()).toEqual(ONE);
  }, 120_000);

  it('is found by whoever asks after the process that paid has died', async () => {
    const letGo = holdBack('/v1/invoices');
    const token = await tokenFor(CARDS.declined);
    expect((await payWith(token)).status).toBe(402);
    // As a killed process leaves it: held, with nothing written down.
    await replicas[0].pool.query(
      "UPDATE payment_attempts SET outcome = NULL, working_until = now() - interval '1 second'",
    );
    expect(await isPending()).toEqual({ isPending: true });
    expect((await ask({ token })).status).toBe(503);
    expect(await isPending()).toEqual({ isPending: false });
    letGo();
    expect((await pay(CARDS.ok)).status).toBe(200);
    expect(made().charges).toBe(1);
  }, 30_000);

  it('is that nobody tried, for a card that never reached us', async () => {
    const told = await ask({ token: 'tok_never_sent' });
    expect([told.status, told.body]).toMatchObject([404, { code: 'NotFound' }]);
  });

  it('is for each team its own when both give one token', async () => {
    const eve = await signUp(replicas[0], 'eve@example.com');
    const token = await tokenFor(CARDS.ok);
    expect((await payWith(token)).status).toBe(200);
    const second = await payWith(token, eve, 'eve@example.com');
    expect([second.status, second.body]).toMatchObject([400, { code: 'CardUnknown' }]);
    expect((await pay(CARDS.ok, eve, 'eve@example.com')).status).toBe(200);
  });

  describe('and leaving the team', () => {
    let code: string;
    let boss: Visitor;
    beforeEach(async () => {
      boss = await signUp(replicas[0], 'boss@example.com');
      await replicas[0].prisma.team.updateMany({ data: { seatLimit: 5 } });
      const invited = await boss.post('/team/invitations', { emails: [EMAIL] });
      expect(invited.status).toBe(200);
      code = await replicas[0].mailedCode(EMAIL, 'team-invitation');
      provider.control.clearCalls();
    });
    const leave = () => adaThere.post(`/team-switch/${code}`, {}).then((reply) => reply);

    it('is refused while a payment is under way, and after it', async () => {
      const letGo = holdBack('/v1/invoices');
      const paying = pay(CARDS.ok);
      await until(() => hasCome('/pay'));
      const refused = await leave();
      expect([refused.status, refused.body]).toMatchObject([409, { code: 'PaymentUnderWay' }]);
      letGo();
      expect((await paying).status).toBe(200);
      expect((await leave()).body).toMatchObject({ code: 'SubscriptionRunning' });
    }, 30_000);

    it('is refused while nobody knows what came of a payment', async () => {
      await payUnheard('drop', await tokenFor(CARDS.ok));
      expect((await leave()).body).toMatchObject({ code: 'PaymentUnderWay' });
      provider.control.clearFaults();
      expect((await ask()).status).toBe(200);
      expect((await leave()).body).toMatchObject({ code: 'SubscriptionRunning' });
    }, 90_000);

    it.each([
      ['the bank asks about', CARDS.asksBank, 202],
      ['was declined', CARDS.failsLater, 402],
    ])('ends a payment that %s: its invoice can no longer be paid', async (_, card, status) => {
      expect((await pay(card)).status).toBe(status);
      expect((await leave()).status).toBe(200);
      const [intent] = (await sdkFor(provider).paymentIntents.list()).data;
      expect(intent?.status).toBe('canceled');
      expect(await replicas[0].prisma.paymentAttempt.findFirst()).toMatchObject({ status: 'abandoned' });
    });

    it('is refused when the bank has just said yes', async () => {
      const asked = await pay(CARDS.asksBank);
      const { clientSecret } = asked.body as { clientSecret: string };
      provider.control.authenticate(clientSecret.split('_secret')[0] ?? '', 'passed');
      expect((await leave()).body).toMatchObject({ code: 'SubscriptionRunning' });
      expect((await ask()).status).toBe(200);
    });

    it.each([0, 1, 2, 3, 4, 5, 6, 7])(
      'excludes paying when both happen at once (%i)',
      async (round) => {
        const token = await tokenFor(CARDS.ok);
        const [paid, left] = await Promise.all([
          sleep((round % 4) * 15).then(() => payWith(token)),
          sleep(round < 4 ? 0 : (round % 4) * 40).then(leave),
        ]);
        const hasPaid = paid.status === 200;
        expect([hasPaid, left.status === 200]).toContain(true);
        expect(hasPaid).not.toBe(left.status === 200);
        expect(made().charges).toBe(hasPaid ? 1 : 0);
        const teams = await replicas[0].prisma.team.findMany({
          where: { members: { none: {} }, subscription: { status: { in: ['active', 'incomplete'] } } },
        });
        expect(teams).toEqual([]);
      },
      30_000,
    );

    it('is for who has cancelled, unless they have just resumed or still owe', async () => {
      expect((await pay(CARDS.ok)).status).toBe(200);
      expect((await ada.post('/settings/billing/cancel', {})).status).toBe(200);
      await replicas[0].pool.query("UPDATE subscriptions SET status = 'past_due'");
      expect((await leave()).body).toMatchObject({ code: 'SubscriptionRunning' });
      await replicas[0].pool.query("UPDATE subscriptions SET status = 'active'");
      expect((await ada.post('/settings/billing/resume', {})).status).toBe(200);
      expect((await leave()).body).toMatchObject({ code: 'SubscriptionRunning' });
      expect((await ada.post('/settings/billing/cancel', {})).status).toBe(200);
      expect((await leave()).status).toBe(200);
    }, 30_000);

    it('ends again what is resumed in the same moment', async () => {
      expect((await pay(CARDS.ok)).status).toBe(200);
      expect((await ada.post('/settings/billing/cancel', {})).status).toBe(200);
      const letGo = holdBack('/v1/subscriptions');
      provider.control.clearCalls();
      const resuming = ada.post('/settings/billing/resume', {}).then((reply) => reply);
      await until(() =>
        provider.control
          .calls()
          .some(({ method, path }) => method === 'POST' && path.startsWith('/v1/subscriptions')),
      );
      expect((await leave()).status).toBe(200);
      letGo();
      expect((await resuming).status).toBe(403);
      const [subscription] = (await sdkFor(provider).subscriptions.list()).data;
      expect(subscription?.cancel_at_period_end).toBe(true);
    }, 30_000);

    it('by handing it over is refused while they pay', async () => {
      const letGo = holdBack('/v1/invoices');
      const paying = pay(CARDS.ok);
      await until(() => hasCome('/pay'));
      // The boss is a member of Ada's team now, and it is offered to them.
      const [{ id: teamId }, next] = [
        await team(),
        await replicas[0].prisma.user.findFirstOrThrow({ where: { email: 'boss@example.com' } }),
      ];
      const payer = await replicas[0].prisma.user.findFirstOrThrow({ where: { email: EMAIL } });
      await replicas[0].prisma.team.updateMany({ where: { ownerId: next.id }, data: { ownerId: null } });
      await replicas[0].prisma.user.update({ where: { id: next.id }, data: { teamId } });
      await replicas[0].pool.query(
        `INSERT INTO owner_offers (team_id, owner_id, member_id, expires_at)
         VALUES ($1, $2, $3, now() + interval '1 day')`,
        [teamId, payer.id, next.id],
      );
      const accept = () =>
        boss.post('/team/owner-offer/acceptance', { password: GOOD_PASSWORD }).then((reply) => reply);
      const refused = await accept();
      expect([refused.status, refused.body]).toMatchObject([409, { code: 'PaymentUnderWay' }]);
      letGo();
      expect((await paying).status).toBe(200);
      expect((await accept()).status).toBe(200);
    }, 30_000);

    it('by being removed is refused while they pay', async () => {
      const letGo = holdBack('/v1/invoices');
      const paying = pay(CARDS.ok);
      await until(() => hasCome('/pay'));
      // The team has come to somebody else meanwhile.
      const [{ id: teamId }, owner] = [
        await team(),
        await replicas[0].prisma.user.findFirstOrThrow({ where: { email: 'boss@example.com' } }),
      ];
      await replicas[0].prisma.team.updateMany({ where: { ownerId: owner.id }, data: { ownerId: null } });
      await replicas[0].prisma.user.update({ where: { id: owner.id }, data: { teamId } });
      await replicas[0].prisma.team.update({ where: { id: teamId }, data: { ownerId: owner.id } });
      const payer = await replicas[0].prisma.user.findFirstOrThrow({ where: { email: EMAIL } });
      const remove = () => boss.delete(`/team/members/${payer.id}`).then((reply) => reply);
      const refused = await remove();
      expect([refused.status, refused.body]).toMatchObject([409, { code: 'PaymentUnderWay' }]);
      letGo();
      expect((await paying).status).toBe(200);
      expect((await remove()).status).toBe(200);
    }, 30_000);
  });
});
