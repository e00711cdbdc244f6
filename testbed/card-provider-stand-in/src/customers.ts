import type Stripe from 'stripe';
import { addressOf } from './address.ts';
import { bookBalance } from './customer-balance.ts';
import { change, emit } from './events.ts';
import { getCustomer, requireOwnMethod } from './find-customer.ts';
import { hasParam, mergeMetadata, numberOf, objectOf, objectsOf, textOf, type Params } from './form.ts';
import { LIST_PARAMS, listAnswer, readRoute } from './list.ts';
import { attach, getPaymentMethod } from './payment-methods.ts';
import type { Provider, Route } from './provider.ts';
import { nowInSeconds } from './store.ts';
import { invalidRequest } from './stripe-error.ts';
import { endSubscription, hasEnded } from './subscription-state.ts';
import { isTaxable, unknownLocation } from './tax.ts';

const FIELDS = [
  'address',
  'balance',
  'description',
  'email',
  'invoice_settings',
  'metadata',
  'name',
  'phone',
  'preferred_locales',
  'tax',
  'tax_exempt',
];

function applyParams(
  provider: Provider,
  customer: Stripe.Customer,
  params: Params,
): Partial<Stripe.Customer> {
  const changes: Partial<Stripe.Customer> = {};
  for (const field of ['description', 'email', 'name', 'phone'] as const) {
    if (hasParam(params, field)) changes[field] = textOf(params, field) ?? null;
  }
  if (changes.email && !/^[^@\s]+@[^@\s]+$/.test(changes.email)) {
    throw invalidRequest(`Invalid email address: ${changes.email}`, {
      code: 'email_invalid',
      param: 'email',
    });
  }
  if (hasParam(params, 'address')) changes.address = addressOf(params);
  if (hasParam(params, 'metadata')) changes.metadata = mergeMetadata(customer.metadata, params);
  if (hasParam(params, 'tax_exempt')) changes.tax_exempt = textOf(params, 'tax_exempt') ?? 'none';
  if (objectOf(params, 'tax')?.['validate_location'] === 'immediately') {
    const address = changes.address === undefined ? customer.address : changes.address;
    if (!isTaxable(address)) throw unknownLocation();
  }
  const settings = objectOf(params, 'invoice_settings');
  if (settings && hasParam(settings, 'default_payment_method')) {
    const id = textOf(settings, 'default_payment_method') ?? null;
    if (id !== null) requireOwnMethod(provider, customer, id);
    changes.invoice_settings = { ...customer.invoice_settings, default_payment_method: id };
  }
  if (settings && hasParam(settings, 'custom_fields')) {
    changes.invoice_settings = {
      ...(changes.invoice_settings ?? customer.invoice_settings),
      custom_fields: customFieldsOf(settings),
    };
  }
  return changes;
}

/** Stripe allows four custom fields (https://docs.stripe.com/api/customers/update). Returns null for none. */
function customFieldsOf(settings: Params): Stripe.Customer.InvoiceSettings.CustomField[] | null {
  const fields = objectsOf(settings, 'custom_fields').map((field) => ({
    name: textOf(field, 'name') ?? '',
    value: textOf(field, 'value') ?? '',
  }));
  const isTooLong = fields.some(({ name, value }) => name.length > 40 || value.length > 140);
  if (fields.length > 4 || isTooLong) {
    throw invalidRequest(
      'Invalid custom_fields: at most four, with names of 40 and values of 140 characters.',
      {
        param: 'invoice_settings[custom_fields]',
      },
    );
  }
  return fields.length > 0 ? fields : null;
}

function adjustBalance(provider: Provider, customer: Stripe.Customer, params: Params): void {
  const amount = (numberOf(params, 'balance') ?? customer.balance) - customer.balance;
  if (amount !== 0) bookBalance(provider, customer, { amount, type: 'adjustment' });
}

function createCustomer(provider: Provider, params: Params): Stripe.Customer {
  const { store } = provider;
  const id = store.newId('cus');
  const customer: Stripe.Customer = {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: nowInSeconds(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  const methodId = textOf(params, 'payment_method');
  const method = methodId === undefined ? undefined : getPaymentMethod(provider, methodId, 'payment_method');
  // Throws for a declined card, before the customer is stored.
  if (method) attach(provider, method, id);
  Object.assign(customer, applyParams(provider, customer, params));
  store.customers.set(id, customer);
  emit(provider, 'customer.created', customer);
  adjustBalance(provider, customer, params);
  return customer;
}

export const customerRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    params: [...FIELDS, 'payment_method'],
    answer: ({ provider, params }) => createCustomer(provider, params),
  },
  readRoute('customers', 'customer'),
  {
    method: 'GET',
    path: '/v1/customers',
    params: [...LIST_PARAMS, 'email'],
    answer(call) {
      const email = textOf(call.params, 'email');
      const customers = [...call.provider.store.customers.values()].filter(
        (customer) => !customer.deleted && (email === undefined || customer.email === email),
      );
      return listAnswer(call, customers, '/v1/customers');
    },
  },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    params: FIELDS,
    answer({ provider, params, id }) {
      const customer = getCustomer(provider, id);
      change(provider, customer, applyParams(provider, customer, params), 'customer.updated');
      adjustBalance(provider, customer, params);
      return customer;
    },
  },
  {
    method: 'DELETE',
    path: '/v1/customers/:id',
    params: [],
    answer({ provider, id }) {
      const customer = getCustomer(provider, id);
      // The customer's subscriptions end immediately (https://docs.stripe.com/api/customers/delete).
      for (const subscription of provider.store.subscriptions.values())
        if (subscription.customer === id && !hasEnded(subscription)) endSubscription(provider, subscription);
      for (const method of provider.store.paymentMethods.values())
        if (method.customer === id) change(provider, method, { customer: null });
      const deleted: Stripe.DeletedCustomer = { id, object: 'customer', deleted: true };
      provider.store.customers.set(id, deleted);
      emit(provider, 'customer.deleted', customer);
      return deleted;
    },
  },
];
