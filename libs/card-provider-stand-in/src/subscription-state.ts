/** How a subscription follows from its payments. */
import type Stripe from 'stripe';
import { change, emit } from './events.ts';
import { intentOfInvoice } from './invoice-payments.ts';
import type { Provider } from './provider.ts';
import { idOf, nowInSeconds } from './store.ts';

export function changeSubscription(
  provider: Provider,
  subscription: Stripe.Subscription,
  changes: Partial<Stripe.Subscription>,
): void {
  change(provider, subscription, changes, 'customer.subscription.updated');
}

export function subscriptionOf(provider: Provider, invoice: Stripe.Invoice): Stripe.Subscription | undefined {
  const id = idOf(invoice.parent?.subscription_details?.subscription);
  return id === undefined ? undefined : provider.store.subscriptions.get(id);
}

export function hasEnded(subscription: Stripe.Subscription): boolean {
  return subscription.status === 'canceled' || subscription.status === 'incomplete_expired';
}

/** The latest invoice was paid: whatever was wrong before is mended. */
export function followPayment(provider: Provider, invoice: Stripe.Invoice, methodId: string): void {
  const subscription = subscriptionOf(provider, invoice);
  if (!subscription || hasEnded(subscription) || subscription.latest_invoice !== invoice.id) return;
  const isSaved = subscription.payment_settings?.save_default_payment_method === 'on_subscription';
  changeSubscription(provider, subscription, {
    status: 'active',
    ...(isSaved && { default_payment_method: methodId }),
  });
}

/** An active subscription is past due when its renewal is not paid; a new one stays incomplete. */
export function followFailure(provider: Provider, invoice: Stripe.Invoice): void {
  const subscription = subscriptionOf(provider, invoice);
  if (subscription?.status === 'active') changeSubscription(provider, subscription, { status: 'past_due' });
}

/** At this time it ends instead of going on, or not any more. Which parameter says so decides about the flag. */
export function scheduleEnd(
  provider: Provider,
  subscription: Stripe.Subscription,
  at: number | null,
  { isFlagged = false, ...changes }: Partial<Stripe.Subscription> & { isFlagged?: boolean } = {},
): void {
  changeSubscription(provider, subscription, {
    ...changes,
    cancel_at: at,
    cancel_at_period_end: isFlagged,
    canceled_at: at === null ? null : nowInSeconds(),
    cancellation_details: {
      ...(changes.cancellation_details ?? subscription.cancellation_details ?? NO_CANCELLATION),
      reason: at === null ? null : 'cancellation_requested',
    },
  });
}

export const NO_CANCELLATION: Stripe.Subscription.CancellationDetails = {
  comment: null,
  feedback: null,
  feedback_option: null,
  reason: null,
};

/** Ends it now, and gives up what it still owes. */
export function endSubscription(
  provider: Provider,
  subscription: Stripe.Subscription,
  reason: 'cancellation_requested' | 'payment_failed' = 'cancellation_requested',
  details: Partial<Stripe.Subscription.CancellationDetails> = {},
): void {
  if (subscription.status === 'incomplete') return expireSubscription(provider, subscription);
  const now = nowInSeconds();
  Object.assign(subscription, {
    status: 'canceled',
    cancel_at_period_end: false,
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancellation_details: { ...subscription.cancellation_details, reason, ...details },
  });
  emit(provider, 'customer.subscription.deleted', subscription);
}

/** What Stripe does with a first payment that nobody finished within 23 hours. */
export function expireSubscription(provider: Provider, subscription: Stripe.Subscription): void {
  const now = nowInSeconds();
  const invoice = provider.store.invoices.get(idOf(subscription.latest_invoice) ?? '');
  if (invoice?.status === 'open') voidInvoice(provider, invoice);
  changeSubscription(provider, subscription, {
    status: 'incomplete_expired',
    canceled_at: now,
    ended_at: now,
  });
}

export function voidInvoice(provider: Provider, invoice: Stripe.Invoice): void {
  Object.assign(invoice, {
    status: 'void',
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: nowInSeconds() },
  });
  emit(provider, 'invoice.voided', invoice);
  const intent = intentOfInvoice(provider, invoice.id);
  if (!intent || intent.status === 'succeeded') return;
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: nowInSeconds(),
    cancellation_reason: 'void_invoice',
    next_action: null,
  });
  emit(provider, 'payment_intent.canceled', intent);
}
