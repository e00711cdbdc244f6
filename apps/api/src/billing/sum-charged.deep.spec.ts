import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { CARDS } from '@foyer/card-provider-stand-in/test-provider';
import { signUp } from '../test-support/test-accounts.ts';
import type { Visitor } from '../test-support/test-api.ts';
import { NEW_YORK, TestBilling } from '../test-support/test-billing.ts';
import { GOOD_PASSWORD } from '../test-support/test-bodies.ts';

const EMAIL = 'ada@example.com';
const portland = { address_state: 'OR', address_zip: '97201', address_country: 'US' };
const quotedAddress = { country_code: 'US', state_code: 'OR', postal_code: '97201', city: 'Portland' };
const WITH_TAX = 21_666;
const WITHOUT_TAX = 19_900;

describe('the sum charged', () => {
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
    billing.deliverEvents();
    ada = await signUp(billing.api, EMAIL);
  });

  const payWith = (token: string, visitor = ada) =>
    visitor.post('/upgrade-plan', { email: EMAIL, token }).then(({ status }) => status);
  const pay = async (number: string, address: typeof NEW_YORK) =>
    payWith(await billing.tokenFor(number, address));
  const invoices = async () =>
    (await billing.stripe.invoices.list()).data.map(({ total, status }) => ({ total, status }));
  const charged = () =>
    provider.control.events('charge.succeeded').map(({ data }) => (data.object as { amount: number }).amount);
  const refused = () =>
    provider.control.events('charge.failed').map(({ data }) => (data.object as { amount: number }).amount);
  const once = { active: 1, incomplete_expired: 1 };

  it('includes the tax of the second card’s address if the first card with another address was declined', async () => {
    expect(await pay(CARDS.failsLater, NEW_YORK)).toBe(402);
    expect([refused(), charged()]).toEqual([[WITH_TAX], []]);
    expect(await pay(CARDS.ok, portland)).toBe(200);
    expect([refused(), charged()]).toEqual([[WITH_TAX], [WITHOUT_TAX]]);
    expect(await invoices()).toEqual([
      { total: WITHOUT_TAX, status: 'paid' },
      { total: WITH_TAX, status: 'void' },
    ]);
    expect(provider.control.counters().subscriptions.byStatus).toEqual(once);
    await provider.control.webhooksSettled();
    const kinds = (await billing.api.queuedMails()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.startsWith('subscription-'))).toEqual(['subscription-started']);
  });

  it('depends on the address of each card if all are declined, with one open invoice at a time', async () => {
    expect(await pay(CARDS.failsLater, NEW_YORK)).toBe(402);
    expect(await pay(CARDS.failsLater, portland)).toBe(402);
    expect(await pay(CARDS.failsLater, NEW_YORK)).toBe(402);
    expect(refused()).toEqual([WITH_TAX, WITHOUT_TAX, WITH_TAX]);
    expect((await invoices()).map(({ status }) => status)).toEqual(['open', 'void', 'void']);
  });

  it('is on one invoice for two cards with the same address', async () => {
    expect(await pay(CARDS.failsLater, NEW_YORK)).toBe(402);
    expect(await pay(CARDS.ok, NEW_YORK)).toBe(200);
    expect(await invoices()).toEqual([{ total: WITH_TAX, status: 'paid' }]);
  });

  it('includes the tax of the second card’s address while the first card waits for a confirmation', async () => {
    expect(await pay(CARDS.asksBank, NEW_YORK)).toBe(202);
    expect(await pay(CARDS.ok, portland)).toBe(200);
    expect(charged()).toEqual([WITHOUT_TAX]);
    expect(provider.control.counters().subscriptions.byStatus).toEqual(once);
  });

  it('is only that of the first card if the bank confirms it at the same moment', async () => {
    const { body } = await ada.post('/upgrade-plan', {
      email: EMAIL,
      token: await billing.tokenFor(CARDS.asksBank, NEW_YORK),
    });
    const intent = (body as { clientSecret: string }).clientSecret.split('_secret')[0] ?? '';
    const token = await billing.tokenFor(CARDS.ok, portland);
    provider.control.addFault({
      kind: 'late',
      method: 'POST',
      path: '/v1/customers',
      until: async () => void provider.control.authenticate(intent, 'passed'),
    });
    expect(await payWith(token)).toBe(200);
    expect(charged()).toEqual([WITH_TAX]);
  });

  it('is charged once for 10 concurrent calls with two cards, on two replicas', async () => {
    expect(await pay(CARDS.failsLater, NEW_YORK)).toBe(402);
    const tokens = await Promise.all([
      billing.tokenFor(CARDS.ok, portland),
      billing.tokenFor(CARDS.ok, NEW_YORK),
    ]);
    const there = await billing.replica.visit();
    await there.post('/login', { email: EMAIL, password: GOOD_PASSWORD });
    await there.refreshCsrfToken();
    const statuses = await Promise.all(
      Array.from({ length: 10 }, (_, position) =>
        payWith(tokens[position % 2] ?? '', position % 3 ? ada : there),
      ),
    );
    for (const status of statuses) expect([200, 202, 409]).toContain(status);
    expect(statuses).toContain(200);
    expect(charged()).toHaveLength(1);
    expect(provider.control.counters().subscriptions.byStatus).toMatchObject({ active: 1 });
  });

  it.each(['/v1/invoices', '/v1/subscriptions'])(
    'is correct after the provider failed at %s between the first and the second card',
    async (path) => {
      expect(await pay(CARDS.failsLater, NEW_YORK)).toBe(402);
      provider.control.addFault({ kind: 'error', method: 'POST', path, isDone: true, status: 500 });
      await pay(CARDS.ok, portland);
      expect([200, 409]).toContain(await pay(CARDS.ok, portland));
      expect(charged()).toEqual([WITHOUT_TAX]);
    },
  );

  describe('of a team that is already a customer', () => {
    const place = { city: 'Portland', countryCode: 'US', stateCode: 'OR', postalCode: '97201' };
    const address = { name: 'Ada', addressLine1: '1 Alder St', addressLine2: '', ...place };
    const quotedBody = { ...quotedAddress, line1: '1 Alder St' };
    const quote = async (visitor = ada) => (await visitor.post('/billing/quote', quotedBody)).body;
    const card = (number: string) =>
      billing.tokenFor(number, { ...portland, address_line1: '1 Alder St', address_city: 'Portland' });
    const payQuoted = async (cents: number, number: string = CARDS.ok) => {
      const quoted = { cents, currency: 'usd' };
      return ada.post('/upgrade-plan', { email: EMAIL, token: await card(number), quoted });
    };
    const book = async (cents: number) => {
      const { stripeCustomerId } = await billing.row();
      const entry = { amount: cents, currency: 'usd' };
      await billing.stripe.customers.createBalanceTransaction(stripeCustomerId, entry);
    };
    const noCompany = { company: '', taxIdType: '', taxId: '' };
    beforeEach(async () => {
      const { status } = await ada.post('/settings/billing/billed-to', { ...address, ...noCompany });
      expect(status).toBe(200);
    });

    it.each([
      ['credit', -5_000, 14_900],
      ['debt', 1_000, 20_900],
      ['credit for the whole sum', -30_000, 0],
    ])('is quoted with the team’s %s', async (_, cents, total) => {
      await book(cents);
      expect(await quote()).toMatchObject({ subtotal: 19_900, tax: 0, balance: total - 19_900, total });
      expect((await payQuoted(total)).status).toBe(200);
      expect(charged()).toEqual(total === 0 ? [] : [total]);
    });

    it('changes if the credit was used in the meantime, and an unpaid attempt returns the credit', async () => {
      await book(-5_000);
      expect(await quote()).toMatchObject({ total: 14_900 });
      await book(3_000);
      expect((await payQuoted(14_900)).body).toMatchObject({ code: 'SumChanged', sum: { cents: 17_900 } });
      expect(await quote()).toMatchObject({ balance: -2_000, total: 17_900 });
      expect((await payQuoted(17_900)).status).toBe(200);
      expect(charged()).toEqual([17_900]);
    });

    it('is that of the open invoice, which includes the credit, after a card was declined', async () => {
      await book(-5_000);
      expect((await payQuoted(14_900, CARDS.failsLater)).status).toBe(402);
      expect(await quote()).toMatchObject({ balance: -5_000, total: 14_900 });
      expect((await payQuoted(14_900)).status).toBe(200);
      expect(charged()).toEqual([14_900]);
      expect(await invoices()).toEqual([{ total: 19_900, status: 'paid' }]);
    });

    it('is quoted without the team’s credit to a user who does not own the team', async () => {
      await book(-5_000);
      await billing.api.prisma.team.updateMany({ data: { ownerId: null } });
      expect(await quote()).toMatchObject({ balance: 0, total: 19_900 });
    });
  });

  describe('with a tax that depends on the street', () => {
    const border = { ...NEW_YORK, address_line1: '12 Border St' };
    const body = { country_code: 'US', state_code: 'NY', postal_code: '10001', city: 'New York' };
    const quote = async (line1: string) =>
      ((await ada.post('/billing/quote', { ...body, line1 })).body as { total: number }).total;
    const WITH_TAX_THERE = 21_567;

    it('is quoted and charged for the whole address', async () => {
      expect([await quote(''), await quote('12 Border St')]).toEqual([WITH_TAX, WITH_TAX_THERE]);
      const token = await billing.tokenFor(CARDS.ok, border);
      const pays = (cents: number) =>
        ada.post('/upgrade-plan', { email: EMAIL, token, quoted: { cents, currency: 'usd' } });
      expect((await pays(WITH_TAX)).body).toMatchObject({
        code: 'SumChanged',
        sum: { cents: WITH_TAX_THERE },
      });
      expect((await pays(WITH_TAX_THERE)).status).toBe(200);
      expect(charged()).toEqual([WITH_TAX_THERE]);
    });

    it('includes the tax of the second card’s street if the first card with another street was declined', async () => {
      expect(await pay(CARDS.failsLater, NEW_YORK)).toBe(402);
      expect(await pay(CARDS.ok, border)).toBe(200);
      expect([refused(), charged()]).toEqual([[WITH_TAX], [WITH_TAX_THERE]]);
    });
  });

  describe('in the European Union', () => {
    const berlin = { address_city: 'Berlin', address_zip: '10117', address_country: 'DE' };
    const WITH_VAT = 23_681;
    const quote = async (taxId: object) => {
      const body = { country_code: 'DE', state_code: '', postal_code: '10117', city: '', ...taxId };
      return ((await ada.post('/billing/quote', body)).body as { total: number }).total;
    };
    const giveTaxId = async () => {
      const company = { company: 'Engines GmbH', taxIdType: 'eu_vat', taxId: 'DE123456789' };
      const place = { city: 'Berlin', countryCode: 'DE', stateCode: '', postalCode: '10117' };
      const address = { name: 'Ada', addressLine1: 'Unter den Linden 1', addressLine2: '', ...place };
      expect((await ada.post('/settings/billing/billed-to', { ...address, ...company })).status).toBe(200);
    };

    it.each([
      ['without a VAT number', {}, WITH_VAT],
      ['with a VAT number', { tax_id_type: 'eu_vat', tax_id: 'DE123456789' }, WITHOUT_TAX],
      ['with an incomplete VAT number', { tax_id_type: 'eu_vat', tax_id: 'DE1234' }, WITH_VAT],
      ['with a VAT number of another country', { tax_id_type: 'gb_vat', tax_id: 'GB123456789' }, WITH_VAT],
    ])('is quoted %s', async (_, taxId, total) => {
      expect(await quote(taxId)).toBe(total);
    });

    it('is quoted with the stored VAT number if the page sends none', async () => {
      await giveTaxId();
      expect(await pay(CARDS.failsLater, berlin)).toBe(402);
      expect(await quote({})).toBe(WITHOUT_TAX);
      expect(await quote({ tax_id_type: '', tax_id: '' })).toBe(WITH_VAT);
      expect(await pay(CARDS.ok, berlin)).toBe(200);
      expect(charged()).toEqual([WITHOUT_TAX]);
    });

    it('is quoted without the VAT number to a user who is not the owner, and after the customer was deleted', async () => {
      await giveTaxId();
      await billing.api.prisma.team.updateMany({ data: { ownerId: null } });
      expect(await quote({})).toBe(WITH_VAT);
      const { id } = await billing.api.prisma.user.findFirstOrThrow();
      await billing.api.prisma.team.updateMany({ data: { ownerId: id } });
      expect(await quote({})).toBe(WITHOUT_TAX);
      await billing.stripe.customers.del((await billing.row()).stripeCustomerId);
      expect(await quote({})).toBe(WITH_VAT);
    });

    it('is without tax if the VAT number was saved before the payment', async () => {
      await giveTaxId();
      expect(await pay(CARDS.ok, berlin)).toBe(200);
      expect(charged()).toEqual([WITHOUT_TAX]);
    });

    it('is without tax if the VAT number was added after the first card was declined', async () => {
      expect(await pay(CARDS.failsLater, berlin)).toBe(402);
      await giveTaxId();
      expect(await pay(CARDS.ok, berlin)).toBe(200);
      expect([refused(), charged()]).toEqual([[WITH_VAT], [WITHOUT_TAX]]);
    });
  });
});
