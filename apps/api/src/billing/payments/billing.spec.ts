import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { CARDS, skipRetryPauses } from '@foyer/card-provider-stand-in/test-provider';
import { CONSENT_TEXTS_VERSION } from '@foyer/catalog/consents';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { signUp } from '../../test-support/test-accounts.ts';
import type { TestApi, Visitor } from '../../test-support/test-api.ts';
import { intentIn, NEW_YORK, PRO_SIGN_UP, TestBilling } from '../../test-support/test-billing.ts';

const EMAIL = 'ada@example.com';

describe('paying for PRO', () => {
  let billing: TestBilling;
  let provider: CardProvider;
  let api: TestApi;
  let ada: Visitor;

  beforeAll(async () => {
    skipRetryPauses();
    billing = await TestBilling.start();
    ({ provider, api } = billing);
  });
  afterAll(() => billing.stop());
  beforeEach(async () => {
    await billing.empty();
    ada = await signUp(api, EMAIL, PRO_SIGN_UP);
    provider.control.clearCalls();
  });

  const pay = (number: string, visitor = ada, email = EMAIL) => billing.pay(visitor, email, number);
  const team = () => billing.team(EMAIL);

  it('makes the team PRO immediately, without an event, and mails its owner', async () => {
    const reply = await pay(CARDS.ok);
    expect([reply.status, reply.body]).toEqual([
      200,
      { subscription: { status: 'active', currentPeriodEnd: expect.stringMatching(/^\d{4}-.*Z$/) } },
    ]);
    expect(await team()).toMatchObject({
      plan: 'pro',
      hasIncompleteBilling: false,
      subscription: { status: 'active' },
    });
    expect(await billing.mailsOf('subscription-started')).toMatchObject([{ to: EMAIL }]);
    expect(provider.control.counters().charges.amount).toBe(19_900 + 1_766);
    const again = await pay(CARDS.ok);
    expect([again.status, again.body]).toMatchObject([409, { code: 'AlreadySubscribed' }]);
    expect(billing.made()).toEqual([1, 1, 1]);
  });

  it('stores one consent to the billing terms, even if several cards are tried', async () => {
    await api.prisma.user.updateMany({ data: { language: 'de' } });
    await pay(CARDS.declined);
    await pay(CARDS.ok);
    await pay(CARDS.ok);
    const attempt = await api.prisma.paymentAttempt.findFirstOrThrow();
    expect(await api.prisma.consent.findMany({ where: { what: 'billing' } })).toMatchObject([
      { how: 'ticked', about: attempt.id, language: 'de', textVersion: CONSENT_TEXTS_VERSION },
    ]);
  });

  it.each([
    [CARDS.declined, 'generic_decline'],
    [CARDS.insufficientFunds, 'insufficient_funds'],
    [CARDS.expired, 'expired_card'],
    [CARDS.failsLater, 'generic_decline'],
  ])(
    'reports that card %s was declined, leaves no partial state, and accepts the next card',
    async (number, declineCode) => {
      const declined = await pay(number);
      expect([declined.status, declined.body]).toMatchObject([
        402,
        { code: 'CardDeclined', message: expect.any(String), declineCode },
      ]);
      expect(await team()).toMatchObject({ plan: 'free', hasIncompleteBilling: true });
      expect((await pay(CARDS.ok)).status).toBe(200);
      expect(await team()).toMatchObject({ plan: 'pro' });
      expect(billing.made()).toEqual([1, 1, 1]);
      expect(await billing.mailsOf('subscription-started')).toHaveLength(1);
    },
  );

  it('rejects an address that cannot be taxed, and accepts a corrected one', async () => {
    const refused = await billing.pay(ada, EMAIL, CARDS.ok, { ...NEW_YORK, address_zip: '00000' });
    expect([refused.status, refused.body]).toMatchObject([
      402,
      { code: 'CardDeclined', declineCode: 'address' },
    ]);
    expect((await pay(CARDS.ok)).status).toBe(200);
    expect(billing.made()).toEqual([1, 1, 1]);
  });

  describe('when the bank requires a confirmation', () => {
    const confirm = () => ada.post('/upgrade-plan/confirmation', {});

    it('requests the confirmation, and makes the team PRO after it', async () => {
      const reply = await pay(CARDS.asksBank);
      expect([reply.status, reply.body]).toEqual([
        202,
        { requiresAction: true, clientSecret: expect.any(String) },
      ]);
      expect(await team()).toMatchObject({ plan: 'free' });
      provider.control.authenticate(intentIn(reply), 'passed');
      expect((await confirm()).body).toMatchObject({ subscription: { status: 'active' } });
      expect(await team()).toMatchObject({ plan: 'pro', hasIncompleteBilling: false });
      expect(billing.made()).toEqual([1, 1, 1]);
    });

    it('is declined if the confirmation fails, and another card pays the same invoice', async () => {
      const reply = await pay(CARDS.asksBank);
      provider.control.authenticate(intentIn(reply), 'failed');
      const refused = await confirm();
      expect([refused.status, refused.body]).toMatchObject([402, { code: 'CardDeclined' }]);
      expect((await pay(CARDS.ok)).status).toBe(200);
      expect(billing.made()).toEqual([1, 1, 1]);
    });
  });

  it.each([
    ['without a session', () => api.visit(), EMAIL, 401],
    ['with another user’s address', () => Promise.resolve(ada), 'eve@example.com', 403],
    ['before the email address is verified', registerOnly, 'new@example.com', 401],
  ] as const)('is rejected %s, without a call to the provider', async (_name, visit, email, status) => {
    const visitor = await visit();
    const token = await billing.tokenFor(CARDS.ok);
    provider.control.clearCalls();
    expect((await visitor.post('/upgrade-plan', { email, token })).status).toBe(status);
    expect(provider.control.counters().callCount).toBe(0);
  });

  async function registerOnly(): Promise<Visitor> {
    const visitor = await api.visit();
    await visitor.post('/register-by-email', signUpBody({ email: 'new@example.com' }));
    return visitor;
  }

  it('is possible only for the owner of the team', async () => {
    const member = await signUp(api, 'member@example.com', PRO_SIGN_UP);
    const own = await api.prisma.team.findFirstOrThrow({ where: { owner: { email: 'member@example.com' } } });
    await api.prisma.team.update({ where: { id: own.id }, data: { ownerId: null } });
    const reply = await pay(CARDS.ok, member, 'member@example.com');
    expect([reply.status, reply.body]).toMatchObject([403, { code: 'NotOwner' }]);
  });

  it('reports an unreachable provider, and works again afterwards [asvs 16.5.2]', async () => {
    const token = await billing.tokenFor(CARDS.ok);
    // The provider does not replay a 429 for the same idempotency key, so the next call can succeed (docs/stripe.md).
    provider.control.addFault({ kind: 'error', count: 50, status: 429 });
    const reply = await ada.post('/upgrade-plan', { email: EMAIL, token });
    expect([reply.status, reply.body]).toMatchObject([503, { code: 'PaymentUnavailable' }]);
    provider.control.clearFaults();
    expect((await pay(CARDS.ok)).status).toBe(200);
    expect(billing.made()).toEqual([1, 1, 1]);
  });

  it('waits for an object that another call locks, and reuses its idempotency keys if that takes too long', async () => {
    const fault = { kind: 'error', status: 429, code: 'lock_timeout', method: 'POST' } as const;
    const ofSubscription = { ...fault, path: '/v1/subscriptions' };
    provider.control.addFault({ ...ofSubscription, count: 3 });
    expect((await pay(CARDS.ok)).status).toBe(503);
    provider.control.addFault(ofSubscription);
    expect((await pay(CARDS.ok)).status).toBe(200);
    const calls = provider.control.calls().filter(({ route }) => route === ofSubscription.path);
    const keys = calls.filter(({ method }) => method === 'POST').map(({ idempotencyKey }) => idempotencyKey);
    expect([keys.length, new Set(keys).size]).toEqual([5, 1]);
    expect(billing.made()).toEqual([1, 1, 1]);
  });

  it('has a quote that includes the tax of the address', async () => {
    const quote = async (body: object) => (await ada.post('/billing/quote', body)).body;
    expect(
      await quote({ country_code: 'US', state_code: 'NY', postal_code: '10001', city: 'New York' }),
    ).toEqual({ subtotal: 19_900, discount: 0, tax: 1_766, balance: 0, total: 21_666, currency: 'usd' });
    expect(await quote({ country_code: 'US', state_code: 'OR', postal_code: '97201' })).toMatchObject({
      tax: 0,
    });
  });
});
