import { NEVER_PAID, stateOf } from './subscription-states.ts';

/** What our copy takes from a subscription at the card provider (https://docs.stripe.com/api/subscriptions/object). */
export type BilledSubscription = {
  id: string;
  status: string;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  items: { data: { current_period_end: number }[] };
  /** The id alone where nobody asked for more. */
  latest_invoice?: { status: string | null; billing_reason: string | null } | string | null;
};

/** Our copy of it, as the columns of its row are called. */
export type SubscriptionCopy = {
  stripeSubscriptionId: string;
  status: string;
  currentPeriodEnd: Date | null;
  isCancelScheduled: boolean;
};

/** The one that counts among those of a customer: what is not over, or else what was there last. */
export function currentOf<T extends { status: string }>(newestFirst: readonly T[]): T | undefined {
  return newestFirst.find(({ status }) => !stateOf(status).isFinal) ?? newestFirst[0];
}

/**
 * An end may be scheduled in two ways: where the flag is set, by us or in the dashboard, with the period; where only the
 * time is, as in the customer portal with the flexible billing mode, at that time
 * (https://docs.stripe.com/billing/subscriptions/billing-mode/compare). What is paid for lasts until the earlier one.
 */
export function copyOf(subscription: BilledSubscription): SubscriptionCopy {
  const { id, status, cancel_at: endsAt, cancel_at_period_end: isFlagged, items } = subscription;
  const ends = [items.data[0]?.current_period_end, endsAt ?? undefined].filter((end) => end !== undefined);
  return {
    stripeSubscriptionId: id,
    status,
    currentPeriodEnd: ends.length === 0 ? null : new Date(Math.min(...ends) * 1000),
    isCancelScheduled: !stateOf(status).isFinal && (isFlagged || endsAt !== null),
  };
}

/**
 * The status of our copy: a purchase that was begun and not paid leaves a team that had a plan where that left it, and one
 * that had none without one. Which word the provider has for such a purchase once it is over is not ours to rely on.
 */
export function statusAfter(before: string, read: BilledSubscription): string {
  const status = stateOf(read.status).isEnded && !wasEverPaid(read) ? NEVER_PAID : read.status;
  const { isRunning, isEnded } = stateOf(status);
  return stateOf(before).isEnded && !isRunning && !isEnded ? before : status;
}

/**
 * The last invoice says it: it was paid, or it is not the first one, which stands at the end of a period that was
 * (https://docs.stripe.com/api/invoices/object, `billing_reason`). Where it is not known, an end is an end.
 */
function wasEverPaid({ latest_invoice: invoice }: BilledSubscription): boolean {
  if (typeof invoice !== 'object' || invoice === null) return true;
  return invoice.status === 'paid' || invoice.billing_reason !== 'subscription_create';
}
