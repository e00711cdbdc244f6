import { NEVER_PAID, stateOf } from './subscription-states.ts';

/** What our copy takes from a subscription at the card provider (https://docs.stripe.com/api/subscriptions/object). */
export type BilledSubscription = {
  id: string;
  status: string;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  items: { data: { current_period_end: number }[] };
  /** Only the id unless the call expanded it. */
  latest_invoice?: { status: string | null; billing_reason: string | null } | string | null;
};

/** Our copy of it, with the names of its columns. */
export type SubscriptionCopy = {
  stripeSubscriptionId: string;
  status: string;
  currentPeriodEnd: Date | null;
  isCancelScheduled: boolean;
};

/** A customer's current subscription: the one that runs, or else the newest that is not over, or else the newest. */
export function currentOf<T extends { status: string }>(newestFirst: readonly T[]): T | undefined {
  return (
    newestFirst.find(({ status }) => stateOf(status).isRunning) ??
    newestFirst.find(({ status }) => !stateOf(status).isFinal) ??
    newestFirst[0]
  );
}

/**
 * An end may be scheduled in two ways: by the flag (ours, dashboard), with the period; by a time only (customer
 * portal in flexible billing mode), at that time
 * (https://docs.stripe.com/billing/subscriptions/billing-mode/compare). The earlier one ends what is paid for.
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
 * The status of our copy: an unpaid purchase leaves a team that had a plan as it was, and one that had none without
 * one. How the provider calls such a purchase once it is over does not matter here.
 */
export function statusAfter(before: string, read: BilledSubscription): string {
  const status = stateOf(read.status).isEnded && !wasEverPaid(read) ? NEVER_PAID : read.status;
  const { isRunning, isEnded } = stateOf(status);
  return stateOf(before).isEnded && !isRunning && !isEnded ? before : status;
}

/**
 * Told by the last invoice: it was paid, or it is not the first one, which follows a paid period
 * (https://docs.stripe.com/api/invoices/object, `billing_reason`). If unknown, an end counts as an end.
 */
function wasEverPaid({ latest_invoice: invoice }: BilledSubscription): boolean {
  if (typeof invoice !== 'object' || invoice === null) return true;
  return invoice.status === 'paid' || invoice.billing_reason !== 'subscription_create';
}
