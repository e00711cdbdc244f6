import { NEVER_PAID, subscriptionStateOf } from './subscription-states.ts';

/** The fields that the portal reads (https://docs.stripe.com/api/subscriptions/object). */
export type BilledSubscription = {
  id: string;
  status: string;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  items: { data: { current_period_end: number }[] };
  /** An ID if the call did not expand it. Null if there is no invoice. */
  latest_invoice?: { status: string | null; billing_reason: string | null } | string | null;
};

export type SubscriptionCopy = {
  stripeSubscriptionId: string;
  status: string;
  currentPeriodEnd: Date | null;
  isCancelScheduled: boolean;
};

export function currentSubscription<T extends { status: string }>(newestFirst: readonly T[]): T | undefined {
  return (
    newestFirst.find(({ status }) => subscriptionStateOf(status).isRunning) ??
    newestFirst.find(({ status }) => !subscriptionStateOf(status).isFinal) ??
    newestFirst[0]
  );
}

/**
 * `currentPeriodEnd` is the end of the period, or an earlier `cancel_at`. In flexible billing mode, Stripe's customer
 * portal sets only `cancel_at` (https://docs.stripe.com/billing/subscriptions/billing-mode/compare).
 */
export function subscriptionCopyOf(subscription: BilledSubscription): SubscriptionCopy {
  const { id, status, cancel_at: endsAt, cancel_at_period_end: isFlagged, items } = subscription;
  const ends = [items.data[0]?.current_period_end, endsAt ?? undefined].filter((end) => end !== undefined);
  return {
    stripeSubscriptionId: id,
    status,
    currentPeriodEnd: ends.length === 0 ? null : new Date(Math.min(...ends) * 1000),
    isCancelScheduled: !subscriptionStateOf(status).isFinal && (isFlagged || endsAt !== null),
  };
}

/**
 * Returns the status to store. A subscription that ended before it was paid becomes `NEVER_PAID`. If the stored status
 * (`before`) is that of an ended plan, it stays until another plan runs or has ended.
 */
export function statusAfter(before: string, read: BilledSubscription): string {
  const status = subscriptionStateOf(read.status).isEnded && !wasEverPaid(read) ? NEVER_PAID : read.status;
  const { isRunning, isEnded } = subscriptionStateOf(status);
  return subscriptionStateOf(before).isEnded && !isRunning && !isEnded ? before : status;
}

/**
 * Returns whether a subscription's last invoice is paid, or is not its first one
 * (https://docs.stripe.com/api/invoices/object, `billing_reason`). A missing or unexpanded invoice counts as paid.
 */
function wasEverPaid({ latest_invoice: invoice }: BilledSubscription): boolean {
  if (typeof invoice !== 'object' || invoice === null) return true;
  return invoice.status === 'paid' || invoice.billing_reason !== 'subscription_create';
}
