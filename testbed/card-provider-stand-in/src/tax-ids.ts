/** Tax IDs of customers. Only the format is checked. For some types, Stripe later checks the number with a registry. */
import type Stripe from 'stripe';
import { getCustomer } from './find-customer.ts';
import { emit } from './events.ts';
import { objectsOf, textOf, type Params } from './form.ts';
import { innerList, LIST_PARAMS, listAnswer } from './list.ts';
import type { Provider, Route } from './provider.ts';
import { get, nowInSeconds } from './store.ts';
import { invalidRequest, missingParam } from './stripe-error.ts';
import { isTaxIdOf, isTaxIdType, countryOfTaxId } from './tax-id-formats.ts';

type Named = Pick<Stripe.TaxId, 'type' | 'value'>;

function readTaxId(params: Params): Named {
  const [type, value] = [textOf(params, 'type'), textOf(params, 'value')];
  if (type === undefined) throw missingParam('type');
  if (value === undefined) throw missingParam('value');
  if (!isTaxIdType(type))
    throw invalidRequest(`Invalid type: ${type} is not a type of tax ID`, { param: 'type' });
  if (!isTaxIdOf(type, value)) {
    throw invalidRequest(`Invalid value for ${type}.`, { code: 'tax_id_invalid', param: 'value' });
  }
  return { type, value };
}

export function namedTaxIds(details: Params): Stripe.Invoice.CustomerTaxId[] {
  return objectsOf(details, 'tax_ids').map(readTaxId);
}

function createTaxId(provider: Provider, customerId: string, params: Params): Stripe.TaxId {
  const customer = getCustomer(provider, customerId);
  const { type, value } = readTaxId(params);
  const taxId: Stripe.TaxId = {
    id: provider.store.newId('txi'),
    object: 'tax_id',
    country: countryOfTaxId(type, value),
    created: nowInSeconds(),
    customer: customer.id,
    customer_account: null,
    livemode: false,
    owner: { type: 'customer', customer: customer.id, customer_account: null },
    type,
    value,
    verification: {
      status: type === 'eu_vat' ? 'pending' : 'unavailable',
      verified_address: null,
      verified_name: null,
    },
  };
  provider.store.taxIds.set(taxId.id, taxId);
  emit(provider, 'customer.tax_id.created', taxId);
  return taxId;
}

function taxIdsOf(provider: Provider, customerId: string): Stripe.TaxId[] {
  return [...provider.store.taxIds.values()].filter(({ customer }) => customer === customerId);
}

export function expandedTaxIds(provider: Provider, customerId: string): object {
  return innerList(structuredClone(taxIdsOf(provider, customerId)), `/v1/customers/${customerId}/tax_ids`);
}

export function invoicedTaxIds(provider: Provider, customerId: string): Stripe.Invoice.CustomerTaxId[] {
  return taxIdsOf(provider, customerId).map(({ type, value }) => ({ type, value }));
}

export const taxIdRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/customers/:id/tax_ids',
    params: ['type', 'value'],
    answer: ({ provider, params, id }) => createTaxId(provider, id, params),
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/tax_ids',
    params: [...LIST_PARAMS],
    answer(call) {
      const customer = getCustomer(call.provider, call.id);
      return listAnswer(call, taxIdsOf(call.provider, customer.id), `/v1/customers/${customer.id}/tax_ids`);
    },
  },
  {
    method: 'DELETE',
    path: '/v1/customers/:id/tax_ids/:inner',
    params: [],
    answer({ provider, id, inner }) {
      const taxId = get(provider.store.taxIds, inner, 'tax_id');
      if (taxId.customer !== getCustomer(provider, id).id)
        throw invalidRequest(`No such tax_id: '${inner}'`, {
          code: 'resource_missing',
          param: 'id',
          status: 404,
        });
      provider.store.taxIds.delete(inner);
      emit(provider, 'customer.tax_id.deleted', taxId);
      return { id: inner, object: 'tax_id', deleted: true };
    },
  },
];
