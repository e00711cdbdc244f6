import type { PlanType } from './plans.ts';

/** docs/product.md 10: a payment that failed leaves PRO in place for this long. */
export const PAYMENT_GRACE_DAYS = 7;

/** What becomes of a team when its plan has ended: it stays on the Free Trial, or has to pay before anything else. */
export const subscriptionEnds = ['free', 'ended'] as const;
export type SubscriptionEnd = (typeof subscriptionEnds)[number];

/** What a state means for the plan, the card, the screens and the mails. */
export type SubscriptionState = {
  /** PRO for as long as the state lasts, for the grace after a failed payment, or not at all. */
  readonly pro: 'yes' | 'grace' | 'no';
  /** The provider charges a card for it, or will: nothing else may be bought beside it. */
  readonly isRunning: boolean;
  /** A purchase that was begun: the same one is paid by the next card. */
  readonly awaitsFirstPayment: boolean;
  /** The provider tries the last payment again by itself. */
  readonly isRetried: boolean;
  /** A scheduled end can be set and taken back. */
  readonly mayBeCancelled: boolean;
  /** It was paid once and is no longer; what the team may do then is its `SubscriptionEnd`. */
  readonly isEnded: boolean;
  /** The provider never brings it back to life. */
  readonly isFinal: boolean;
  /** What the settings call it; empty for what nobody needs to be told. */
  readonly badge: string;
};

const never = {
  pro: 'no',
  isRunning: false,
  awaitsFirstPayment: false,
  isRetried: false,
  mayBeCancelled: false,
  isEnded: false,
  isFinal: false,
  badge: '',
} as const;
const running = { ...never, pro: 'yes', isRunning: true, mayBeCancelled: true, badge: 'Active' } as const;

/**
 * Every state of a subscription, in the provider's words (https://docs.stripe.com/api/subscriptions/object, `status`),
 * and `none` before there is one (docs/product.md 10, "Subscription states").
 */
export const subscriptionStates = {
  none: never,
  /** The first payment is under way or was declined. */
  incomplete: { ...never, awaitsFirstPayment: true },
  /** It was never paid, so nothing has ended. */
  incomplete_expired: { ...never, isFinal: true },
  trialing: running,
  active: running,
  past_due: { ...running, pro: 'grace', isRetried: true, badge: 'Payment failed' },
  unpaid: { ...never, isEnded: true, badge: 'PRO has ended' },
  canceled: { ...never, isEnded: true, isFinal: true, badge: 'PRO has ended' },
  /** A trial that ended without a card; we start none. */
  paused: never,
} as const satisfies Record<string, SubscriptionState>;

export type SubscriptionStatus = keyof typeof subscriptionStates;

/** A purchase that was begun and came to nothing: nothing has ended. */
export const NEVER_PAID: SubscriptionStatus = 'incomplete_expired';

export const subscriptionStatuses = Object.keys(subscriptionStates) as SubscriptionStatus[];

/** What a status means. A word that the provider invents later says nothing until it stands above. */
export function stateOf(status: string | null | undefined): SubscriptionState {
  return isSubscriptionStatus(status) ? subscriptionStates[status] : subscriptionStates.none;
}

/** The statuses of which something is true, for a statement's `status = ANY (…)`. */
export function statusesWhere(isTrue: (state: SubscriptionState) => boolean): SubscriptionStatus[] {
  return subscriptionStatuses.filter((status) => isTrue(subscriptionStates[status]));
}

/** Whether a card goes on being charged for a team that nobody is left in: then its payer may not leave it. */
export function isChargedOn(status: string | null | undefined, isCancelScheduled: boolean): boolean {
  const { isRunning, isRetried } = stateOf(status);
  return isRunning && (isRetried || !isCancelScheduled);
}

/** When the grace of a payment that failed is over. */
export function graceEndOf(pastDueSince: Date): Date {
  return new Date(pastDueSince.getTime() + PAYMENT_GRACE_DAYS * 86_400_000);
}

/** The plan that a subscription gives at a time. */
export function planOf(
  { status, pastDueSince }: { status: string; pastDueSince: Date | null },
  at: Date,
): PlanType {
  const { pro } = stateOf(status);
  if (pro === 'grace') return pastDueSince !== null && at < graceEndOf(pastDueSince) ? 'pro' : 'free';
  return pro === 'yes' ? 'pro' : 'free';
}

/**
 * What the session of an ended team's user may do: pay, or read, switch teams and leave (docs/architecture.md 4,
 * `restrictedTo`).
 */
export const restrictions = ['billing', 'ended-member'] as const;
export type Restriction = (typeof restrictions)[number];
/** What the gate says of a session. */
export type Access = 'full' | Restriction;

/** The one gate (docs/product.md 10): asked at every login and at every check of a session. */
export function accessOf(
  subscription: { status: string | null; endsAs: SubscriptionEnd | null },
  isOwner: boolean,
): Access {
  if (!stateOf(subscription.status).isEnded || subscription.endsAs !== 'ended') return 'full';
  return isOwner ? 'billing' : 'ended-member';
}

function isSubscriptionStatus(status: string | null | undefined): status is SubscriptionStatus {
  return typeof status === 'string' && Object.hasOwn(subscriptionStates, status);
}
