import type Stripe from 'stripe';
import { addInvoice, finalizeInvoice } from './bill-subscription.ts';
import { buildSubscription, itemOf } from './build-subscription.ts';
import { cardError } from './cards.ts';
import { addCharge, attempt, simulateCharge, type Attempt } from './collect.ts';
import { getCustomer, requireOwnMethod } from './find-customer.ts';
import { discountsIn } from './discounts.ts';
import { change, emit } from './events.ts';
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
import { LIST_PARAMS, listAnswer, readRoute } from './list.ts';
import { pauseCollectionIn } from './pause.ts';
import { getPaymentMethod } from './payment-methods.ts';
import { getRecurringPrice } from './prices.ts';
import type { Provider, Route } from './provider.ts';
import { get, idOf, nowInSeconds } from './store.ts';
import { invalidRequest, missingParam, noSuch } from './stripe-error.ts';
import {
  changeSubscription,
  endSubscription,
  hasEnded,
  NO_CANCELLATION,
  scheduleEnd,
} from './subscription-state.ts';
import { taxFor, unknownLocation } from './tax.ts';

const BEHAVIOURS = ['allow_incomplete', 'default_incomplete', 'error_if_incomplete'];

function createSubscription(provider: Provider, params: Params): Stripe.Subscription {
  const { store } = provider;
  const customerId = textOf(params, 'customer');
  if (!customerId) throw missingParam('customer');
  const customer = getCustomer(provider, customerId, 'customer');
  const { price, quantity } = readItem(provider, params);
  const behaviour = textOf(params, 'payment_behavior') ?? 'allow_incomplete';
  requireOneOf(params, 'payment_behavior', BEHAVIOURS);
  const ownMethod = textOf(params, 'default_payment_method') ?? null;
  if (ownMethod !== null) requireOwnMethod(provider, customer, ownMethod);
  const methodId = ownMethod ?? idOf(customer.invoice_settings.default_payment_method) ?? null;
  if (methodId === null && behaviour !== 'default_incomplete') {
    throw invalidRequest(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
      { code: 'resource_missing' },
    );
  }
  const isTaxed = textOf(objectOf(params, 'automatic_tax') ?? {}, 'enabled') === 'true';
  if (isTaxed && !taxFor(customer.address, 1)) throw unknownLocation();
  const isOffSession = flagOf(params, 'off_session') === true;
  if (behaviour === 'error_if_incomplete' && methodId !== null) {
    requireSuccess(provider, customer, methodId, (price.unit_amount ?? 0) * quantity, isOffSession);
  }

  const subscription = buildSubscription(provider, { customer, price, quantity, ownMethod, isTaxed, params });
  store.subscriptions.set(subscription.id, subscription);
  subscription.discounts = discountsIn(provider, params, subscription);
  const invoice = addInvoice(provider, subscription, 'subscription_create');
  subscription.latest_invoice = invoice.id;
  emit(provider, 'customer.subscription.created', subscription);
  emit(provider, 'invoice.created', invoice);
  const intent = finalizeInvoice(provider, invoice);
  if (intent && behaviour !== 'default_incomplete' && methodId !== null) {
    attempt(provider, intent, methodId, { isOffSession });
  }
  return subscription;
}

function readItem(provider: Provider, params: Params): { price: Stripe.Price; quantity: number } {
  const items = objectsOf(params, 'items');
  const [item] = items;
  if (!item) throw missingParam('items');
  if (items.length > 1)
    throw invalidRequest('The stand-in knows subscriptions to one price only.', { param: 'items' });
  const priceId = textOf(item, 'price');
  if (!priceId) throw missingParam('items[0][price]');
  const price = getRecurringPrice(provider.store, priceId, 'items[0][price]');
  return { price, quantity: numberOf(item, 'quantity') ?? 1 };
}

/** Throws if a payment would fail or need a challenge (`error_if_incomplete`). A decline leaves a failed charge. */
function requireSuccess(
  provider: Provider,
  customer: Stripe.Customer,
  methodId: string,
  amount: number,
  isOffSession: boolean,
): void {
  const result: Attempt = simulateCharge(provider, methodId, isOffSession);
  if (result.outcome === 'requires_action') {
    throw cardError({
      code: 'subscription_payment_intent_requires_action',
      message:
        'Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with `subscription.latest_invoice`. Additional information is available here: https://stripe.com/docs/billing/subscriptions/overview#requires-action',
    });
  }
  if (result.outcome === 'declined') {
    const payment = { amount, currency: 'usd', customer: customer.id, description: 'Subscription creation' };
    const charge = addCharge(provider, payment, getPaymentMethod(provider, methodId), result.decline);
    emit(provider, 'charge.failed', charge);
    throw cardError(result.decline, { charge: charge.id });
  }
}

function updateSubscription(provider: Provider, id: string, params: Params): Stripe.Subscription {
  const subscription = get(provider.store.subscriptions, id, 'subscription');
  const given = Object.keys(params).filter((name) => name !== 'expand');
  if (hasEnded(subscription) && given.some((name) => name !== 'cancellation_details'))
    throw invalidRequest('A canceled subscription can only update its cancellation_details.');
  const changes: Partial<Stripe.Subscription> = { metadata: mergeMetadata(subscription.metadata, params) };
  if (hasParam(params, 'default_payment_method')) {
    const methodId = textOf(params, 'default_payment_method') ?? null;
    const customer = getCustomer(provider, subscription.customer as string);
    if (methodId !== null) requireOwnMethod(provider, customer, methodId);
    changes.default_payment_method = methodId;
  }
  if (hasParam(params, 'discounts')) changes.discounts = discountsIn(provider, params, subscription);
  if (hasParam(params, 'description')) changes.description = textOf(params, 'description') ?? null;
  const save = textOf(objectOf(params, 'payment_settings') ?? {}, 'save_default_payment_method');
  if (save && subscription.payment_settings) {
    changes.payment_settings = { ...subscription.payment_settings, save_default_payment_method: save };
  }
  if (hasParam(params, 'pause_collection')) changes.pause_collection = pauseCollectionIn(params);
  const details = cancellationDetails(params);
  changes.cancellation_details = { ...(subscription.cancellation_details ?? NO_CANCELLATION), ...details };
  const end = endIn(subscription, params);
  if (end === undefined) changeSubscription(provider, subscription, changes);
  else
    scheduleEnd(provider, subscription, end, {
      ...changes,
      isFlagged: end !== null && !hasParam(params, 'cancel_at'),
    });
  const isTaxed = textOf(objectOf(params, 'automatic_tax') ?? {}, 'enabled');
  if (isTaxed !== undefined) {
    change(provider, subscription, {
      automatic_tax: { ...subscription.automatic_tax, enabled: isTaxed === 'true' },
    });
  }
  return subscription;
}

/** Reads the end to schedule. Null removes it, undefined changes nothing. */
function endIn(subscription: Stripe.Subscription, params: Params): number | null | undefined {
  const flag = flagOf(params, 'cancel_at_period_end');
  if (hasParam(params, 'cancel_at')) {
    if (flag !== undefined) {
      throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.');
    }
    const at = textOf(params, 'cancel_at');
    if (at === undefined) return null;
    if (/^(min|max)_period_end$/.test(at)) return itemOf(subscription).current_period_end;
    if (Number(at) > nowInSeconds()) return Number(at);
    throw invalidRequest('The cancel_at date must be in the future.', { param: 'cancel_at' });
  }
  if (flag === undefined) return undefined;
  return flag ? itemOf(subscription).current_period_end : null;
}

function cancellationDetails(params: Params): Partial<Stripe.Subscription.CancellationDetails> {
  const details = objectOf(params, 'cancellation_details') ?? {};
  return {
    ...(hasParam(details, 'comment') && { comment: textOf(details, 'comment') ?? null }),
    ...(hasParam(details, 'feedback') && { feedback: textOf(details, 'feedback') ?? null }),
  };
}

const CHANGEABLE = [
  'automatic_tax',
  'cancel_at',
  'cancel_at_period_end',
  'cancellation_details',
  'default_payment_method',
  'description',
  'discounts',
  'metadata',
  'pause_collection',
  'payment_settings',
];

export const subscriptionRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/subscriptions',
    params: [
      'automatic_tax',
      'collection_method',
      'customer',
      'default_payment_method',
      'description',
      'discounts',
      'items',
      'metadata',
      'off_session',
      'payment_behavior',
      'payment_settings',
    ],
    answer: ({ provider, params }) => createSubscription(provider, params),
  },
  readRoute('subscriptions', 'subscription'),
  {
    method: 'GET',
    path: '/v1/subscriptions',
    params: [...LIST_PARAMS, 'customer', 'price', 'status'],
    answer(call) {
      const { params, provider } = call;
      const status = textOf(params, 'status');
      requireOneOf(params, 'status', LISTED_STATUSES);
      const subscriptions = [...provider.store.subscriptions.values()].filter(
        (subscription) =>
          (textOf(params, 'customer') ?? subscription.customer) === subscription.customer &&
          (textOf(params, 'price') ?? itemOf(subscription).price.id) === itemOf(subscription).price.id &&
          isListed(subscription, status),
      );
      return listAnswer(call, subscriptions, '/v1/subscriptions');
    },
  },
  {
    method: 'POST',
    path: '/v1/subscriptions/:id',
    params: CHANGEABLE,
    answer: ({ provider, params, id }) => updateSubscription(provider, id, params),
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    params: ['cancellation_details', 'invoice_now', 'prorate'],
    answer({ provider, params, id }) {
      const subscription = get(provider.store.subscriptions, id, 'subscription');
      if (hasEnded(subscription)) throw noSuch('subscription', id, 'id');
      for (const name of ['invoice_now', 'prorate'])
        if (flagOf(params, name) === true)
          throw invalidRequest('The stand-in knows neither prorations nor metered usage.', { param: name });
      endSubscription(provider, subscription, 'cancellation_requested', cancellationDetails(params));
      return subscription;
    },
  },
];

const LISTED_STATUSES = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
];

function isListed(subscription: Stripe.Subscription, status: string | undefined): boolean {
  if (status === undefined) return subscription.status !== 'canceled';
  if (status === 'ended') return hasEnded(subscription);
  return status === 'all' || subscription.status === status;
}
