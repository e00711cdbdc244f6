import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { CARDS } from '@foyer/card-provider-stand-in/test-provider';
import { signUp } from '../test-support/test-accounts.ts';
import type { Visitor } from '../test-support/test-api.ts';
import { NEW_YORK, TestBilling } from '../test-support/test-billing.ts';
import { GOOD_PASSWORD } from '../test-support/test-bodies.ts';

const EMAIL = 'ada@example.com';
/** This address has no tax, so the sum is the price. */
const portland = {
  address_line1: '1 Alder St',
  address_city: 'Portland',
  address_state: 'OR',
  address_zip: '97201',
  address_country: 'US',
};
const usd = (cents: number) => ({ cents, currency: 'usd' });
const [OLD, NEW] = [usd(19_900), usd(24_900)];
const sumChanged = { status: 409, code: 'SumChanged', sum: NEW };

describe('a sum that changed after it was shown', () => {
  let billing: TestBilling;
  let provider: CardProvider;
  let ada: Visitor;

  beforeAll(async () => {
    billing = await TestBilling.start({ replicas: 2 });
    ({ provider } = billing);
  });
  afterAll(() => billing.stop());
  beforeEach(async () => {
    await billing.empty();
    ada = await signUp(billing.api, EMAIL);
  });

  const send = async (token: string, quoted?: typeof OLD, visitor = ada) => {
    const { status, body } = await visitor.post('/upgrade-plan', {
      email: EMAIL,
      token,
      ...(quoted && { quoted }),
    });
    const { code, sum } = body as { code?: string; sum?: object };
    return code ? { status, code, ...(sum && { sum }) } : { status };
  };
  const token = (number: string = CARDS.ok, address: typeof NEW_YORK = portland) =>
    billing.tokenFor(number, address);
  const quote = async (visitor = ada) => {
    const body = { country_code: 'US', state_code: 'OR', postal_code: '97201', city: 'Portland' };
    const { total, currency } = (await visitor.post('/billing/quote', body)).body as Record<string, unknown>;
    return { cents: total, currency };
  };
  const movePrice = (unitAmount = NEW.cents) => provider.control.replacePrice({ unitAmount });
  const another = async (api = billing.replica) => {
    const visitor = await api.visit();
    await visitor.post('/login', { email: EMAIL, password: GOOD_PASSWORD });
    await visitor.refreshCsrfToken();
    return visitor;
  };
  const charged = () =>
    provider.control.events('charge.succeeded').map(({ data }) => (data.object as { amount: number }).amount);
  const invoices = async () =>
    (await billing.stripe.invoices.list()).data.map(({ total, status }) => ({ total, status }));
  const receipt = async (visitor: Visitor) =>
    ((await visitor.get('/settings/billing/receipt')).body as { total: number }).total;

  it('is reported on every call, and is charged only after the user’s consent', async () => {
    expect(await quote()).toEqual(OLD);
    movePrice();
    const card = await token();
    expect(await send(card, OLD)).toEqual(sumChanged);
    expect(await invoices()).toEqual([{ total: NEW.cents, status: 'void' }]);
    expect(await send(card, OLD)).toEqual(sumChanged);
    expect(await invoices()).toHaveLength(1);
    expect((await ada.post('/upgrade-plan/confirmation', { token: card })).body).toMatchObject({
      code: 'SumChanged',
      sum: NEW,
    });
    expect(charged()).toEqual([]);
    expect(await quote()).toEqual(NEW);
    expect(await send(card, NEW)).toEqual({ status: 200 });
    expect(charged()).toEqual([NEW.cents]);
    expect(provider.control.counters().subscriptions.byStatus).toEqual({ active: 1, incomplete_expired: 1 });
    expect(await send(card, NEW)).toEqual({ status: 200 });
    expect(charged()).toEqual([NEW.cents]);
  });

  it('is reported again when it changes again', async () => {
    movePrice();
    const card = await token();
    expect(await send(card, OLD)).toEqual(sumChanged);
    movePrice(29_900);
    expect(await send(card, NEW)).toEqual({ ...sumChanged, sum: usd(29_900) });
    expect(await send(card, usd(29_900))).toEqual({ status: 200 });
    expect(charged()).toEqual([29_900]);
  });

  it('is reported if only the currency differs', async () => {
    expect(await send(await token(), { cents: OLD.cents, currency: 'eur' })).toEqual({
      ...sumChanged,
      sum: OLD,
    });
    expect(charged()).toEqual([]);
  });

  it('is charged if the page sends no sum', async () => {
    movePrice();
    expect(await send(await token())).toEqual({ status: 200 });
    expect(charged()).toEqual([NEW.cents]);
  });

  it.each([
    { cents: -1, currency: 'usd' },
    { cents: 1.5, currency: 'usd' },
    { cents: 1e12, currency: 'usd' },
    { cents: 1, currency: 'US$' },
    { cents: 1 },
    { ...OLD, more: 1 },
  ])('is rejected if the page sends an invalid one: %j', async (quoted) => {
    expect((await send('tok_1', quoted as typeof OLD)).status).toBe(400);
  });

  it('applies on every replica immediately, even if the replica has quoted the old sum', async () => {
    const there = await another();
    expect([await quote(), await quote(there)]).toEqual([OLD, OLD]);
    movePrice();
    expect([await quote(), await quote(there)]).toEqual([NEW, NEW]);
    const card = await token();
    expect(await send(card, OLD, there)).toEqual(sumChanged);
    expect(await send(card, NEW, ada)).toEqual({ status: 200 });
    expect(charged()).toEqual([NEW.cents]);
  });

  it('can be charged without a restart after the price was archived and replaced', async () => {
    expect(await quote()).toEqual(OLD);
    const { data } = await billing.stripe.prices.list({ lookup_keys: ['pro_monthly'] });
    await billing.stripe.prices.update(data[0]?.id ?? '', { active: false });
    expect(await send(await token(), OLD)).toEqual({ status: 503, code: 'PaymentUnavailable' });
    movePrice(OLD.cents);
    expect(await send(await token(), OLD)).toEqual({ status: 200 });
  });

  it('is reported if a declined card left an invoice with the old price', async () => {
    expect((await send(await token(CARDS.failsLater), OLD)).status).toBe(402);
    movePrice();
    const card = await token();
    expect(await send(card, OLD)).toEqual(sumChanged);
    expect(await invoices()).toEqual([
      { total: NEW.cents, status: 'void' },
      { total: OLD.cents, status: 'void' },
    ]);
    expect(await send(card, NEW)).toEqual({ status: 200 });
    expect(charged()).toEqual([NEW.cents]);
  });

  it.each(['address_line1', 'address_line2', 'address_city'])(
    'is not reported if a second card with another %s gets a new invoice with the same sum',
    async (field) => {
      expect((await send(await token(CARDS.failsLater), OLD)).status).toBe(402);
      expect(await send(await token(CARDS.ok, { ...portland, [field]: '2 Other Place' }), OLD)).toEqual({
        status: 200,
      });
      expect(await invoices()).toEqual([
        { total: OLD.cents, status: 'paid' },
        { total: OLD.cents, status: 'void' },
      ]);
    },
  );

  it('is not charged if the bank confirms the old sum at the same moment', async () => {
    const { body } = await ada.post('/upgrade-plan', {
      email: EMAIL,
      token: await token(CARDS.asksBank),
      quoted: OLD,
    });
    const intent = (body as { clientSecret: string }).clientSecret.split('_secret')[0] ?? '';
    movePrice();
    const card = await token();
    provider.control.addFault({
      kind: 'late',
      method: 'POST',
      path: '/v1/customers',
      until: async () => void provider.control.authenticate(intent, 'passed'),
    });
    expect(await send(card, OLD)).toEqual({ status: 200 });
    expect(charged()).toEqual([OLD.cents]);
  });

  it.each([true, false])('is reported after an error of the void call (voided: %s)', async (isDone) => {
    movePrice();
    const card = await token();
    provider.control.addFault({
      kind: 'error',
      method: 'POST',
      path: '/v1/invoices',
      status: 500,
      isDone,
      count: 6,
    });
    expect([409, 503]).toContain((await send(card, OLD)).status);
    provider.control.clearFaults();
    expect(await send(card, OLD)).toEqual(sumChanged);
    expect(charged()).toEqual([]);
    expect(await send(card, NEW)).toEqual({ status: 200 });
    expect(charged()).toEqual([NEW.cents]);
  });

  it('is reported after the response about the first subscription was lost', async () => {
    const card = await token();
    provider.control.addFault({ kind: 'drop', method: 'POST', path: '/v1/subscriptions', count: 6 });
    expect(await send(card, OLD)).toMatchObject({ status: 503 });
    provider.control.clearFaults();
    movePrice();
    expect(await send(card, OLD)).toEqual(sumChanged);
    expect(await send(card, NEW)).toEqual({ status: 200 });
    expect(charged()).toEqual([NEW.cents]);
    expect(provider.control.counters().subscriptions.byStatus).toMatchObject({ active: 1 });
  });

  it('is reported and mailed if the payment attempt takes longer than the browser waits', async () => {
    movePrice();
    const card = await token();
    await billing.api.pool.query(
      `CREATE FUNCTION age_attempt() RETURNS trigger AS $$ BEGIN NEW.started_at := NEW.started_at - interval '2 minutes';
       RETURN NEW; END $$ LANGUAGE plpgsql;
       CREATE TRIGGER age_attempt BEFORE INSERT ON payment_attempts FOR EACH ROW EXECUTE FUNCTION age_attempt()`,
    );
    try {
      expect(await send(card, OLD)).toEqual(sumChanged);
    } finally {
      await billing.api.pool.query('DROP FUNCTION age_attempt CASCADE');
    }
    expect(await billing.mailsOf('payment-not-made')).toHaveLength(1);
  });

  describe('in two tabs', () => {
    it('is charged once, and both tabs show the receipt of the first', async () => {
      movePrice();
      const there = await another();
      const [card, other] = [await token(), await token()];
      expect(await send(card, OLD)).toEqual(sumChanged);
      provider.control.addFault({ kind: 'slow', method: 'POST', path: '/v1/invoices', delayMs: 1_500 });
      provider.control.clearCalls();
      const first = send(card, NEW);
      while (!provider.control.calls().some(({ path }) => path.endsWith('/pay')))
        await new Promise((resolve) => setTimeout(resolve, 5));
      const second = send(other, OLD, there);
      expect([await first, await second]).toEqual([{ status: 200 }, { status: 200 }]);
      expect([await receipt(ada), await receipt(there)]).toEqual([NEW.cents, NEW.cents]);
      expect(charged()).toEqual([NEW.cents]);
    });

    it('is reported in both tabs', async () => {
      movePrice();
      const there = await another();
      const answers = await Promise.all([send(await token(), OLD), send(await token(), OLD, there)]);
      expect(answers).toEqual([sumChanged, sumChanged]);
      expect(charged()).toEqual([]);
    });
  });

  it('is charged once for 12 concurrent calls with one card, with old and new sum, on two replicas', async () => {
    movePrice();
    const there = await another();
    const card = await token();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, position) =>
        send(card, position % 2 ? NEW : OLD, position % 3 ? ada : there),
      ),
    );
    for (const answer of answers)
      expect([
        { status: 200 },
        { status: 202 },
        sumChanged,
        { status: 409, code: 'AlreadySubscribed' },
      ]).toContainEqual(answer);
    expect(await send(card, NEW)).toEqual({ status: 200 });
    expect(charged()).toEqual([NEW.cents]);
    expect(provider.control.counters().subscriptions.byStatus).toMatchObject({ active: 1 });
  });

  it('is never charged to concurrent cards with two addresses, and at most one quoted sum is charged', async () => {
    const there = await another();
    const tokens = [await token(), await token(CARDS.ok, NEW_YORK)];
    const answers = await Promise.all([
      (async () => movePrice())(),
      ...Array.from({ length: 8 }, (_, position) =>
        send(tokens[position % 2] ?? '', position % 2 ? usd(21_666) : OLD, position % 3 ? ada : there),
      ),
    ]);
    expect(answers).toHaveLength(9);
    const sums = charged();
    expect(sums.length).toBeLessThan(2);
    for (const sum of sums) expect([OLD.cents, 21_666]).toContain(sum);
  });
});
