import type Stripe from 'stripe';
import { collectInvoice, finalizeInvoice } from './bill-subscription.ts';
import { buildInvoice } from './build-invoice.ts';
import { cardError } from './cards.ts';
import { attempt, defaultMethodOf, markPaid } from './collect.ts';
import { addressOf } from './address.ts';
import { getCustomer } from './find-customer.ts';
import {
  flagOf,
  hasParam,
  mergeMetadata,
  numberOf,
  objectOf,
  objectsOf,
  requireOneOf,
  textOf,
  type Params,
} from './form.ts';
import { intentOfInvoice, recordOutsidePayment } from './invoice-payments.ts';
import { LIST_PARAMS, listAnswer, readRoute } from './list.ts';
import { periodEnd } from './month.ts';
import { getPaymentMethod } from './payment-methods.ts';
import { getRecurringPrice } from './prices.ts';
import type { Provider, Route } from './provider.ts';
import { get, idOf, nowInSeconds } from './store.ts';
import { invalidRequest, missingParam } from './stripe-error.ts';
import { namedTaxIds } from './tax-ids.ts';
import { hasEnded, markUncollectible, switchCollection, voidInvoice } from './subscription-state.ts';
import { itemOf } from './build-subscription.ts';

const STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'];

function payInvoice(provider: Provider, id: string, params: Params): Stripe.Invoice {
  const invoice = get(provider.store.invoices, id, 'invoice');
  // Stripe's error has no code, only this message.
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid');
  const intent = intentOfInvoice(provider, id);
  if ((invoice.status !== 'open' && invoice.status !== 'uncollectible') || !intent) {
    throw invalidRequest(`This invoice can't be paid, because it is ${invoice.status}.`, {
      code: 'invoice_not_payable',
    });
  }
  if (flagOf(params, 'paid_out_of_band') === true) {
    recordOutsidePayment(provider, invoice);
    markPaid(provider, invoice);
    return invoice;
  }
  const named = textOf(params, 'payment_method');
  const methodId = named
    ? getPaymentMethod(provider, named, 'payment_method').id
    : defaultMethodOf(provider, invoice);
  if (methodId === undefined) {
    throw invalidRequest(
      'There is no `default_payment_method` set on this Customer or Invoice. Please pass a `payment_method`.',
      { code: 'resource_missing', param: 'payment_method' },
    );
  }
  const result = attempt(provider, intent, methodId, {
    // Off-session is the default.
    isOffSession: flagOf(params, 'off_session') !== false,
  });
  if (result.outcome === 'declined') {
    throw cardError(result.decline, {
      charge: intent.latest_charge,
      payment_intent: structuredClone(intent),
    });
  }
  if (result.outcome === 'requires_action') {
    throw cardError(
      {
        code: 'invoice_payment_intent_requires_action',
        message:
          'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice. For more details see: https://stripe.com/docs/billing/subscriptions/overview#requires-action',
      },
      { payment_intent: structuredClone(intent) },
    );
  }
  return invoice;
}

function updateInvoice(provider: Provider, id: string, params: Params): Stripe.Invoice {
  const invoice = get(provider.store.invoices, id, 'invoice');
  const isAutomatic = flagOf(params, 'auto_advance');
  const isSwitchable = invoice.status === 'draft' || invoice.status === 'open';
  if (isAutomatic !== undefined && !isSwitchable)
    throw invalidRequest(`auto_advance can't be changed on an invoice that is ${invoice.status}.`, {
      param: 'auto_advance',
    });
  switchCollection(provider, invoice, isAutomatic ?? invoice.auto_advance ?? false, {
    metadata: mergeMetadata(invoice.metadata, params),
  });
  return invoice;
}

/** Previews the next invoice of a subscription, or the first of a new one. Stores nothing. */
function previewInvoice(provider: Provider, params: Params): Stripe.Invoice {
  const subscriptionId = textOf(params, 'subscription');
  if (subscriptionId) return previewRenewal(provider, subscriptionId);
  const customerId = textOf(params, 'customer');
  const customer = customerId ? getCustomer(provider, customerId, 'customer') : undefined;
  const details = objectOf(params, 'customer_details');
  if (!customer && !details) throw missingParam('customer');
  const [item] = objectsOf(objectOf(params, 'subscription_details') ?? {}, 'items');
  const priceId = item && textOf(item, 'price');
  if (!item || !priceId) throw missingParam('subscription_details[items][0][price]');
  const start = nowInSeconds();
  return buildInvoice(provider, {
    id: provider.store.newId('upcoming_in'),
    reason: 'upcoming',
    price: getRecurringPrice(provider.store, priceId, 'subscription_details[items][0][price]'),
    quantity: numberOf(item, 'quantity') ?? 1,
    period: { start, end: periodEnd(start, start) },
    customer,
    address: addressOf(details ?? {}) ?? customer?.address,
    taxIds: details && hasParam(details, 'tax_ids') ? namedTaxIds(details) : undefined,
    isTaxed: textOf(objectOf(params, 'automatic_tax') ?? {}, 'enabled') === 'true',
    subscription: undefined,
    defaultPaymentMethod: null,
  });
}

function previewRenewal(provider: Provider, id: string): Stripe.Invoice {
  const subscription = get(provider.store.subscriptions, id, 'subscription', 'subscription');
  if (
    hasEnded(subscription) ||
    subscription.status === 'paused' ||
    (subscription.cancel_at ?? Infinity) <= itemOf(subscription).current_period_end
  ) {
    throw invalidRequest(`No upcoming invoices for customer: ${idOf(subscription.customer)}`, {
      code: 'invoice_upcoming_none',
      status: 404,
    });
  }
  const item = itemOf(subscription);
  const start = item.current_period_end;
  const customer = getCustomer(provider, subscription.customer as string);
  const invoice = buildInvoice(provider, {
    id: provider.store.newId('upcoming_in'),
    reason: 'upcoming',
    price: item.price,
    quantity: item.quantity ?? 1,
    period: { start, end: periodEnd(subscription.billing_cycle_anchor, start) },
    customer,
    address: customer.address,
    isTaxed: subscription.automatic_tax.enabled,
    subscription: { id, itemId: item.id, metadata: subscription.metadata },
    defaultPaymentMethod: null,
  });
  return { ...invoice, next_payment_attempt: start };
}

export const invoiceRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/invoices/create_preview',
    params: [
      'automatic_tax',
      'currency',
      'customer',
      'customer_details',
      'subscription',
      'subscription_details',
    ],
    answer: ({ provider, params }) => previewInvoice(provider, params),
  },
  readRoute('invoices', 'invoice'),
  {
    method: 'GET',
    path: '/v1/invoices',
    params: [...LIST_PARAMS, 'customer', 'status', 'subscription'],
    answer(call) {
      const { params } = call;
      const subscription = textOf(params, 'subscription');
      requireOneOf(params, 'status', STATUSES);
      const invoices = [...call.provider.store.invoices.values()].filter(
        (invoice) =>
          (textOf(params, 'customer') ?? invoice.customer) === invoice.customer &&
          (textOf(params, 'status') ?? invoice.status) === invoice.status &&
          (subscription === undefined ||
            idOf(invoice.parent?.subscription_details?.subscription) === subscription),
      );
      return listAnswer(call, invoices, '/v1/invoices');
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    params: ['off_session', 'paid_out_of_band', 'payment_method'],
    answer: ({ provider, params, id }) => payInvoice(provider, id, params),
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    params: [],
    answer({ provider, id }) {
      const invoice = get(provider.store.invoices, id, 'invoice');
      if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
        throw invalidRequest("You can only pass in open invoices. This invoice isn't open.");
      }
      // Stripe does not document this case.
      if (invoice.amount_paid > 0 || intentOfInvoice(provider, id)?.status === 'processing')
        throw invalidRequest('This invoice is paid in part, or its payment is processing.');
      voidInvoice(provider, invoice);
      return invoice;
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/finalize',
    params: ['auto_advance'],
    answer({ provider, params, id }) {
      const invoice = get(provider.store.invoices, id, 'invoice');
      if (invoice.status !== 'draft')
        throw invalidRequest('This invoice is already finalized.', { code: 'invoice_already_finalized' });
      invoice.auto_advance = flagOf(params, 'auto_advance') ?? invoice.auto_advance;
      finalizeInvoice(provider, invoice);
      if (invoice.auto_advance) collectInvoice(provider, invoice);
      return invoice;
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/mark_uncollectible',
    params: [],
    answer({ provider, id }) {
      const invoice = get(provider.store.invoices, id, 'invoice');
      if (invoice.status !== 'open')
        throw invalidRequest("You can only mark an open invoice as uncollectible. This invoice isn't open.");
      markUncollectible(provider, invoice);
      return invoice;
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id',
    params: ['auto_advance', 'metadata'],
    answer: ({ provider, params, id }) => updateInvoice(provider, id, params),
  },
  {
    method: 'DELETE',
    path: '/v1/invoices/:id',
    params: [],
    answer({ provider, id }) {
      get(provider.store.invoices, id, 'invoice');
      // Stripe deletes only one-off invoices (https://docs.stripe.com/api/invoices/delete), and the stand-in has none.
      throw invalidRequest('You can only delete draft one-off invoices, not one of a subscription.');
    },
  },
];
