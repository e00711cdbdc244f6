/**
 * The two ways to pause: the subscription itself (https://docs.stripe.com/billing/subscriptions/pause), or only the
 * collection of its invoices (https://docs.stripe.com/billing/subscriptions/pause-payment).
 */
import type Stripe from 'stripe';
import { addInvoice, finalizeInvoice } from './bill-subscription.ts';
import { itemOf } from './build-subscription.ts';
import { attempt, defaultMethodOf } from './collect.ts';
import { emit } from './events.ts';
import { numberOf, objectOf, requireOneOf, textOf, type Params } from './form.ts';
import { periodEnd } from './month.ts';
import type { Provider, Route } from './provider.ts';
import { get, nowInSeconds } from './store.ts';
import { invalidRequest, missingParam } from './stripe-error.ts';
import { becomeActive, changeSubscription } from './subscription-state.ts';

export type PauseReason = Stripe.Subscription.StatusDetails.Paused.Subscription.Type;

const MAY_PAUSE = ['active', 'past_due', 'unpaid'];

/**
 * A paused subscription does not renew. An invoice that is already open is still collected, but its payment does not
 * resume the subscription.
 */
export function pauseSubscription(
  provider: Provider,
  subscription: Stripe.Subscription,
  reason: PauseReason = 'pause_requested',
): void {
  if (!MAY_PAUSE.includes(subscription.status))
    throw invalidRequest(`A subscription that is ${subscription.status} can't be paused.`);
  const now = nowInSeconds();
  const item = { ...itemOf(subscription), current_period_end: now };
  changeSubscription(provider, subscription, {
    status: 'paused',
    items: { ...subscription.items, data: [item] },
    status_details: {
      paused: { subscription: { type: reason }, transitioned_at: now, type: 'subscription' },
    },
  });
  emit(provider, 'customer.subscription.paused', subscription);
}

/**
 * Resumes a subscription with a new period and its invoice. The subscription is active once the invoice is paid or
 * written off. With `resume_on_payment_attempt`, a failed payment makes it past due. With the billing anchor
 * `unchanged`, the old period continues without an invoice.
 */
function resumeSubscription(provider: Provider, id: string, params: Params): Stripe.Subscription {
  const subscription = get(provider.store.subscriptions, id, 'subscription');
  if (subscription.status !== 'paused') throw invalidRequest('Only a paused subscription can be resumed.');
  requireOneOf(params, 'payment_behavior', ['resume_on_payment_attempt', 'resume_on_payment_success']);
  const isOnSuccess = textOf(params, 'payment_behavior') === 'resume_on_payment_success';
  const now = nowInSeconds();
  const anchor = textOf(objectOf(params, 'billing_cycle_anchor') ?? {}, 'type') ?? 'now';
  if (anchor === 'unchanged') {
    if (textOf(params, 'proration_behavior') !== 'none')
      throw invalidRequest('The stand-in knows no prorations.', { param: 'proration_behavior' });
    const current_period_end = periodEnd(subscription.billing_cycle_anchor, now);
    const item = { ...itemOf(subscription), current_period_end };
    becomeActive(provider, subscription, undefined, { items: { ...subscription.items, data: [item] } });
    return subscription;
  }
  const item = {
    ...itemOf(subscription),
    current_period_start: now,
    current_period_end: periodEnd(now, now),
  };
  const invoice = addInvoice(provider, subscription, 'subscription_update', item);
  const methodId = defaultMethodOf(provider, invoice);
  if (isOnSuccess && methodId === undefined) {
    provider.store.invoices.delete(invoice.id);
    throw invalidRequest('This customer has no default payment method.', { code: 'resource_missing' });
  }
  invoice.auto_advance = isOnSuccess;
  provider.store.resumptions.set(invoice.id, { item, isOnSuccess });
  emit(provider, 'invoice.created', invoice);
  changeSubscription(provider, subscription, { latest_invoice: invoice.id });
  const intent = finalizeInvoice(provider, invoice);
  if (intent && isOnSuccess && methodId !== undefined)
    attempt(provider, intent, methodId, { isOffSession: true });
  return subscription;
}

export function pauseCollectionIn(params: Params): Stripe.Subscription.PauseCollection | null {
  const pause = objectOf(params, 'pause_collection');
  if (!pause) return null;
  const behavior = textOf(pause, 'behavior');
  if (!behavior) throw missingParam('pause_collection[behavior]');
  requireOneOf(pause, 'behavior', ['keep_as_draft', 'mark_uncollectible', 'void']);
  return { behavior, resumes_at: numberOf(pause, 'resumes_at') ?? null };
}

export const pauseRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/subscriptions/:id/pause',
    params: ['bill_for', 'invoicing_behavior', 'type'],
    answer({ provider, params, id }) {
      const subscription = get(provider.store.subscriptions, id, 'subscription');
      const credit = objectOf(objectOf(params, 'bill_for') ?? {}, 'unused_time_from') ?? {};
      if (textOf(credit, 'type') !== 'none')
        throw invalidRequest('The stand-in knows no credit for unused time: say `none`.', {
          param: 'bill_for[unused_time_from][type]',
        });
      pauseSubscription(provider, subscription);
      return subscription;
    },
  },
  {
    method: 'POST',
    path: '/v1/subscriptions/:id/resume',
    params: ['billing_cycle_anchor', 'payment_behavior', 'proration_behavior'],
    answer: ({ provider, params, id }) => resumeSubscription(provider, id, params),
  },
];
