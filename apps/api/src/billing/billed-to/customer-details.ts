import { findTaxIdKind, taxIdProblem } from '@foyer/catalog/tax-ids';
import {
  CHECK_ADDRESS,
  ENTER_VALID_TAX_ID,
  type BilledTo,
  type BilledToReply,
} from '@foyer/contracts/billing/billed-to';
import { Problem } from '../../request/problem.ts';
import type { CardProvider, Stripe } from '../provider/card-provider.ts';
import { isCode } from '../provider/card-provider-errors.ts';

const COMPANY = 'Company';
/** https://docs.stripe.com/api/customers/update#update_customer-invoice_settings-custom_fields */
const CUSTOM_FIELD_MAX_LENGTH = 140;

export async function findDetails(provider: CardProvider, customerId: string): Promise<BilledToReply> {
  const customer = await provider.call((stripe) =>
    stripe.customers.retrieve(customerId, { expand: ['tax_ids'] }),
  );
  if (customer.deleted) throw new Problem('NotFound');
  const { name, address, invoice_settings: settings } = customer;
  const taxId = customer.tax_ids?.data[0];
  return {
    name: name ?? '',
    addressLine1: address?.line1 ?? '',
    addressLine2: address?.line2 ?? '',
    city: address?.city ?? '',
    countryCode: address?.country ?? '',
    stateCode: address?.state ?? '',
    postalCode: address?.postal_code ?? '',
    company: settings.custom_fields?.find((field) => field.name === COMPANY)?.value ?? '',
    taxIdType: taxId?.type ?? '',
    taxId: taxId?.value ?? '',
  };
}

/**
 * Finalized invoices do not change. Sends the tax ID first, so that nothing has changed if the provider rejects it.
 * Throws `ValidationFailed` with the field of a rejected tax ID or address.
 */
export async function changeDetails(
  provider: CardProvider,
  customerId: string,
  wanted: BilledTo,
): Promise<void> {
  await changeTaxId(provider, customerId, wanted);
  try {
    await provider.call((stripe) =>
      stripe.customers.update(customerId, {
        name: wanted.name,
        address: {
          line1: wanted.addressLine1,
          line2: wanted.addressLine2,
          city: wanted.city,
          country: wanted.countryCode,
          state: wanted.stateCode,
          postal_code: wanted.postalCode,
        },
        invoice_settings: {
          custom_fields: wanted.company === '' ? '' : [{ name: COMPANY, value: wanted.company }],
        },
        tax: { validate_location: 'immediately' },
      }),
    );
  } catch (error) {
    if (!isCode(error, 'customer_tax_location_invalid')) throw error;
    throw new Problem('ValidationFailed', {
      fields: { postalCode: CHECK_ADDRESS },
    });
  }
}

/** Changes the company on invoices only if it equals the former team name. Does nothing for a deleted customer. */
export async function updateCustomer(
  provider: CardProvider,
  customerId: string,
  { name, email, formerName }: { name: string; email?: string | undefined; formerName?: string | undefined },
): Promise<void> {
  const customer = await provider.findCustomer(customerId);
  if (!customer) return;
  const isBilled = customer.invoice_settings.custom_fields?.some(
    (field) => field.name === COMPANY && field.value === formerName,
  );
  const custom_fields = [{ name: COMPANY, value: name.slice(0, CUSTOM_FIELD_MAX_LENGTH) }];
  await provider.call((stripe) =>
    stripe.customers.update(customerId, {
      description: name,
      ...(email !== undefined && { email }),
      ...(isBilled && { invoice_settings: { custom_fields } }),
    }),
  );
}

/** Creates the new tax ID first, so that the old one stays if the new one is rejected. */
async function changeTaxId(
  provider: CardProvider,
  customerId: string,
  { taxId: value, taxIdType: type, countryCode }: BilledTo,
): Promise<void> {
  const { data: existing } = await provider.call((stripe) => stripe.customers.listTaxIds(customerId));
  const isSame = (one: Stripe.TaxId): boolean => one.type === type && one.value === value;
  if (value !== '' && !existing.some(isSame)) await addTaxId(provider, customerId, type, value, countryCode);
  for (const old of existing)
    if (value === '' || !isSame(old))
      await provider.call((stripe) => stripe.customers.deleteTaxId(customerId, old.id));
}

async function addTaxId(
  provider: CardProvider,
  customerId: string,
  type: string,
  value: string,
  countryCode: string,
): Promise<void> {
  try {
    await provider.call((stripe) => stripe.customers.createTaxId(customerId, { type, value }));
  } catch (error) {
    if (!isCode(error, 'tax_id_invalid')) throw error;
    const kind = findTaxIdKind(type, countryCode);
    throw new Problem('ValidationFailed', {
      fields: {
        taxId: kind ? taxIdProblem(kind) : ENTER_VALID_TAX_ID,
      },
    });
  }
}
