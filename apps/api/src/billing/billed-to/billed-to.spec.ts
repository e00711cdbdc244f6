import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BilledTo } from '@foyer/contracts/billing/billed-to';
import { toFieldsByPlace } from '@foyer/contracts/place';
import { profileReply } from '@foyer/contracts/account/profile';
import type { CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import type { Stripe } from 'stripe';
import { signUp } from '../../test-support/test-accounts.ts';
import type { TestApi, Visitor } from '../../test-support/test-api.ts';
import { PRO_SIGN_UP, TestBilling } from '../../test-support/test-billing.ts';

const EMAIL = 'ada@example.com';
const PATH = '/settings/billing/billed-to';

const berlin: BilledTo = {
  name: 'Ada Lovelace',
  addressLine1: 'Unter den Linden 1',
  addressLine2: '',
  city: 'Berlin',
  countryCode: 'DE',
  stateCode: '',
  postalCode: '10117',
  company: 'Analytical Engines GmbH',
  taxIdType: 'eu_vat',
  taxId: 'DE123456789',
};

describe('the bill-to details of invoices', () => {
  let billing: TestBilling;
  let provider: CardProvider;
  let stripe: Stripe;
  let api: TestApi;
  let ada: Visitor;

  beforeAll(async () => {
    billing = await TestBilling.start();
    ({ provider, stripe, api } = billing);
  });
  afterAll(() => billing.stop());
  beforeEach(async () => {
    await billing.empty();
    ada = await signUp(api, EMAIL, PRO_SIGN_UP);
  });

  const pay = async () => expect((await billing.pay(ada, EMAIL)).status).toBe(200);
  const customerId = async () => (await billing.row()).stripeCustomerId;
  const lastInvoice = async () => (await stripe.invoices.list({ customer: await customerId() })).data[0];
  const billedTo = async () => (await ada.get(PATH)).body;

  it('from the form are on the first invoice, with company and tax ID, and create only one customer', async () => {
    expect((await ada.post(PATH, berlin)).status).toBe(200);
    await pay();
    expect(await lastInvoice()).toMatchObject({
      status: 'paid',
      custom_fields: [{ name: 'Company', value: 'Analytical Engines GmbH' }],
      customer_tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }],
    });
    expect(provider.control.counters().customers).toBe(1);
  });

  it('can be changed for future invoices, and earlier invoices stay the same', async () => {
    await pay();
    expect(await billedTo()).toMatchObject({
      name: 'Ada Lovelace',
      city: 'New York',
      company: '',
      taxId: '',
    });
    expect((await ada.post(PATH, berlin)).status).toBe(200);
    expect(await billedTo()).toEqual(berlin);
    provider.control.renew((await billing.row()).stripeSubscriptionId);
    const [renewal, first] = (await stripe.invoices.list({ customer: await customerId() })).data;
    expect(renewal).toMatchObject({
      customer_address: { city: 'Berlin', country: 'DE' },
      customer_tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }],
    });
    expect(first).toMatchObject({ customer_address: { city: 'New York' }, customer_tax_ids: [] });
  });

  it('get a new team name if the company was the team name, and otherwise keep the company', async () => {
    const rename = async (team_name: string) => {
      const { first_name, last_name, phone, ...said } = profileReply.parse(
        (await ada.get('/settings/profile/details')).body,
      );
      const place = { countryCode: said.country_code, stateCode: said.state_code, optIn: true };
      const { job_title, company, country_code, state_code, language, time_zone } = said;
      const reply = await ada.patch('/settings/profile', {
        first_name,
        last_name,
        phone,
        job_title,
        company,
        country_code,
        state_code,
        language,
        time_zone,
        team_name,
        ...toFieldsByPlace(place),
      });
      expect(reply.status).toBe(200);
      await api.queuedMails();
    };
    await pay();
    await rename('Analytical Engines GmbH');
    await ada.post(PATH, berlin);
    expect(await stripe.customers.retrieve(await customerId())).toMatchObject({
      email: EMAIL,
      description: 'Analytical Engines GmbH',
    });
    await rename('Engines of Difference');
    expect(await billedTo()).toEqual({ ...berlin, company: 'Engines of Difference' });
    await ada.post(PATH, { ...berlin, company: 'Somebody Else' });
    await rename('Third');
    expect(await billedTo()).toEqual({ ...berlin, company: 'Somebody Else' });
    provider.control.renew((await billing.row()).stripeSubscriptionId);
    expect(await lastInvoice()).toMatchObject({ custom_fields: [{ value: 'Somebody Else' }] });
  });

  describe('after the team’s owner has changed their email address', () => {
    const email = 'ada.new@example.com';
    async function changeAddress() {
      await ada.post('/settings/profile/address', { email });
      const link = (await api.queuedMails()).find(({ kind }) => kind === 'confirm-address');
      if (link?.kind !== 'confirm-address') throw new Error('no link was mailed');
      expect((await ada.post('/address-link', { token: link.content.token })).status).toBe(200);
      await api.queuedMails();
    }

    it('have the new address', async () => {
      await pay();
      await changeAddress();
      expect(await stripe.customers.retrieve(await customerId())).toMatchObject({ email });
    });

    it('cause no call to the provider if there is no customer', async () => {
      await changeAddress();
      expect(provider.control.counters().callCount).toBe(0);
    });
  });

  it('have at most one tax ID, and none after it is removed', async () => {
    await ada.post(PATH, berlin);
    await ada.post(PATH, { ...berlin, taxId: 'DE987654321' });
    expect((await stripe.customers.listTaxIds(await customerId())).data).toMatchObject([
      { value: 'DE987654321' },
    ]);
    await ada.post(PATH, { ...berlin, taxId: '', taxIdType: '', company: '' });
    expect(await billedTo()).toEqual({ ...berlin, taxId: '', taxIdType: '', company: '' });
  });

  it.each([
    ['DE', 'eu_vat', 'DE12345', 'Enter a valid VAT number, such as DE123456789'],
    ['GB', 'gb_vat', '123456789', 'Enter a valid VAT number, such as GB123456789'],
    ['CH', 'ch_vat', 'CHE-12', 'Enter a valid VAT number, such as CHE-123.456.789 MWST'],
  ])(
    'with an invalid tax ID of %s are rejected with a message at its field, and stay the same',
    async (countryCode, taxIdType, taxId, text) => {
      await ada.post(PATH, berlin);
      const postalCode = countryCode === 'GB' ? 'SW1A 1AA' : countryCode === 'CH' ? '8001' : '10117';
      const reply = await ada.post(PATH, { ...berlin, countryCode, postalCode, taxIdType, taxId });
      expect([reply.status, reply.body]).toMatchObject([
        400,
        { code: 'ValidationFailed', fields: { taxId: text } },
      ]);
      expect(await billedTo()).toEqual(berlin);
    },
  );

  it('with a tax ID of another country are rejected without a call to the provider', async () => {
    const reply = await ada.post(PATH, { ...berlin, taxIdType: 'gb_vat', taxId: 'GB123456789' });
    expect(reply.body).toMatchObject({ fields: { taxIdType: 'Choose one from the list' } });
    expect(provider.control.counters().callCount).toBe(0);
  });

  it('with an address that the provider cannot locate are rejected', async () => {
    const nowhere = { countryCode: 'US', stateCode: 'NY', postalCode: '00000', taxIdType: '', taxId: '' };
    const reply = await ada.post(PATH, { ...berlin, ...nowhere });
    expect([reply.status, reply.body]).toMatchObject([400, { fields: { postalCode: expect.any(String) } }]);
  });

  it('are available only to the owner', async () => {
    await api.prisma.team.updateMany({ data: { ownerId: null } });
    expect((await ada.get(PATH)).body).toMatchObject({ code: 'NotOwner' });
    expect((await ada.post(PATH, berlin)).body).toMatchObject({ code: 'NotOwner' });
    expect((await (await api.visit()).get(PATH)).status).toBe(401);
  });

  it('are prefilled with name, country and state of the account', async () => {
    await api.prisma.user.updateMany({
      data: { firstName: 'Ada', lastName: 'Lovelace', countryCode: 'CA', stateCode: 'ON' },
    });
    const reply = await ada.get('/billing/prefill');
    expect(reply.body).toEqual({ name: 'Ada Lovelace', countryCode: 'CA', stateCode: 'ON' });
    await api.prisma.user.updateMany({ data: { firstName: '' } });
    expect((await ada.get('/billing/prefill')).body).toMatchObject({ name: 'Lovelace' });
    expect((await (await api.visit()).get('/billing/prefill')).status).toBe(401);
  });
});
