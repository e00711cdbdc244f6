import { describe, expect, it } from '@jest/globals';
import { errorOf, startWithCustomer, subscribe } from './test-provider.ts';

const { stripe, ids } = await startWithCustomer();

describe('tax IDs', () => {
  it('are added, listed, expanded and deleted', async () => {
    const taxId = await stripe.customers.createTaxId(ids.customer, {
      type: 'eu_vat',
      value: 'FRAB123456789',
    });
    expect(taxId).toMatchObject({ object: 'tax_id', country: 'FR', verification: { status: 'pending' } });
    const read = await stripe.customers.retrieve(ids.customer, { expand: ['tax_ids'] });
    expect(read).toMatchObject({ tax_ids: { data: [{ id: taxId.id }] } });
    expect(await stripe.customers.deleteTaxId(ids.customer, taxId.id)).toMatchObject({ deleted: true });
    expect((await stripe.customers.listTaxIds(ids.customer)).data).toEqual([]);
  });

  it.each([
    ['eu_vat', 'DE12345678'],
    ['eu_vat', 'GB123456789'],
    ['gb_vat', '123456789'],
    ['us_ein', '123456789'],
  ])('of type %s are rejected with the invalid value %s', async (type, value) => {
    const error = await errorOf(stripe.customers.createTaxId(ids.customer, { type, value }));
    expect(error).toMatchObject({ statusCode: 400, code: 'tax_id_invalid', param: 'value' });
    expect(error.message).toBe(`Invalid value for ${type}.`);
  });

  it('and custom fields are copied to later invoices', async () => {
    await stripe.customers.createTaxId(ids.customer, { type: 'us_ein', value: '12-3456789' });
    await stripe.customers.update(ids.customer, {
      invoice_settings: { custom_fields: [{ name: 'Company', value: 'Harbour Hotel' }] },
    });
    const { latest_invoice: invoice } = await subscribe(stripe, ids.customer);
    expect(invoice).toMatchObject({
      custom_fields: [{ name: 'Company', value: 'Harbour Hotel' }],
      customer_tax_ids: [{ type: 'us_ein', value: '12-3456789' }],
    });
    const cleared = await stripe.customers.update(ids.customer, { invoice_settings: { custom_fields: '' } });
    expect(cleared.invoice_settings.custom_fields).toBeNull();
    expect(cleared.invoice_settings.default_payment_method).not.toBeNull();
  });
});
