import { stateOf } from './subscription-states.ts';

/** What our copy takes from a subscription at the card provider (https://docs.stripe.com/api/subscriptions/object). */
export type BilledSubscription = {
  id: string;
  status: string;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  items: { data: { current_period_end: number }[] };
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

/** The status of our copy: a purchase that was begun and not paid leaves a team that had a plan where that left it. */
export function statusAfter(before: string, read: string): string {
  const { isRunning, isEnded } = stateOf(read);
  return stateOf(before).isEnded && !isRunning && !isEnded ? before : read;
}
