import type Stripe from 'stripe';
import { change, emit } from './events.ts';
import { returnBalance } from './customer-balance.ts';
import { cancelPayment } from './invoice-payments.ts';
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

function invoicesOf(provider: Provider, subscription: Stripe.Subscription): Stripe.Invoice[] {
  return [...provider.store.invoices.values()]
    .filter((invoice) => subscriptionOf(provider, invoice)?.id === subscription.id)
    .reverse();
}

export function followPayment(provider: Provider, invoice: Stripe.Invoice, methodId?: string): void {
  const subscription = subscriptionOf(provider, invoice);
  if (!subscription || hasEnded(subscription) || subscription.latest_invoice !== invoice.id) return;
  const resumption = provider.store.resumptions.get(invoice.id);
  // A paused subscription becomes active only by the invoice that resumes it.
  if (subscription.status === 'paused' && !resumption) return;
  const isSaved =
    methodId !== undefined &&
    subscription.payment_settings?.save_default_payment_method === 'on_subscription';
  becomeActive(provider, subscription, resumption?.item, isSaved ? { default_payment_method: methodId } : {});
}

export function becomeActive(
  provider: Provider,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem | undefined,
  changes: Partial<Stripe.Subscription> = {},
): void {
  const wasPaused = subscription.status === 'paused';
  if (wasPaused) delete subscription.status_details;
  changeSubscription(provider, subscription, {
    ...changes,
    status: 'active',
    ...(item && {
      billing_cycle_anchor: item.current_period_start,
      items: { ...subscription.items, data: [item] },
    }),
  });
  if (wasPaused) emit(provider, 'customer.subscription.resumed', subscription);
}

/**
 * Makes a subscription past due after a failed payment, if it is active, or if it is paused and this invoice resumes it
 * even without success (`resume_on_payment_attempt`).
 */
export function followFailure(provider: Provider, invoice: Stripe.Invoice): void {
  const subscription = subscriptionOf(provider, invoice);
  if (subscription?.status === 'active') changeSubscription(provider, subscription, { status: 'past_due' });
  const resumption = provider.store.resumptions.get(invoice.id);
  if (subscription?.status !== 'paused' || !resumption || resumption.isOnSuccess) return;
  changeSubscription(provider, subscription, {
    status: 'past_due',
    items: { ...subscription.items, data: [resumption.item] },
  });
}

/**
 * Makes an unpaid or past due subscription active if its newest invoice, void ones apart, is paid or written off
 * (https://docs.stripe.com/billing/subscriptions/overview). Makes a paused one active if the invoice that resumes it is
 * written off.
 */
function followInvoices(provider: Provider, invoice: Stripe.Invoice): void {
  const subscription = subscriptionOf(provider, invoice);
  const resumption = provider.store.resumptions.get(invoice.id);
  if (subscription?.status === 'paused' && resumption && invoice.status === 'uncollectible')
    becomeActive(provider, subscription, resumption.item);
  if (subscription?.status !== 'past_due' && subscription?.status !== 'unpaid') return;
  const latest = invoicesOf(provider, subscription).find(({ status }) => status !== 'void');
  if (latest?.status === 'paid' || latest?.status === 'uncollectible')
    changeSubscription(provider, subscription, { status: 'active' });
}

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

/**
 * Ends a subscription now. Open invoices can still be paid, but are not collected automatically. An incomplete
 * subscription expires instead, and its open invoice is voided.
 */
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
  stopCollection(provider, subscription);
}

export function stopCollection(provider: Provider, subscription: Stripe.Subscription): void {
  for (const invoice of invoicesOf(provider, subscription))
    if (invoice.status === 'draft' || invoice.status === 'open') switchCollection(provider, invoice, false);
}

export function switchCollection(
  provider: Provider,
  invoice: Stripe.Invoice,
  isAutomatic: boolean,
  changes: Partial<Stripe.Invoice> = {},
): void {
  const isDraft = invoice.status === 'draft';
  const next = nowInSeconds() + provider.draftSeconds;
  const times =
    isAutomatic === invoice.auto_advance
      ? {}
      : {
          automatically_finalizes_at: isAutomatic && isDraft ? next : null,
          next_payment_attempt: isAutomatic && !isDraft ? next : null,
        };
  change(provider, invoice, { ...changes, ...times, auto_advance: isAutomatic }, 'invoice.updated');
}

/** Writes an invoice off. It is no longer collected automatically, but can still be paid. */
export function markUncollectible(provider: Provider, invoice: Stripe.Invoice): void {
  Object.assign(invoice, {
    status: 'uncollectible',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: nowInSeconds() },
  });
  emit(provider, 'invoice.marked_uncollectible', invoice);
  followInvoices(provider, invoice);
}

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
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: nowInSeconds() },
  });
  emit(provider, 'invoice.voided', invoice);
  followInvoices(provider, invoice);
  returnBalance(provider, invoice);
  cancelPayment(provider, invoice.id, 'void_invoice');
}
