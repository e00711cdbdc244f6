import type { PlanType } from './plans.ts';
import { say } from './words/say.ts';

/** How long a team keeps PRO after a failed payment (docs/product.md 10). */
export const PAYMENT_GRACE_DAYS = 7;

/** States of a team after its plan has ended: on the Free Trial, or restricted until it pays. */
export const subscriptionEnds = ['free', 'ended'] as const;
export type SubscriptionEnd = (typeof subscriptionEnds)[number];

/** The effects of a subscription's state, for example on the team's plan and on purchases. */
export type SubscriptionState = {
  /** Whether the team has PRO: yes, only in the grace period after a failed payment, or no. */
  readonly pro: 'yes' | 'grace' | 'no';
  /** The team cannot buy another plan, because one is active or its payment is retried. */
  readonly isRunning: boolean;
  /** The first payment has not succeeded yet. Another purchase continues the subscription or replaces it. */
  readonly awaitsFirstPayment: boolean;
  /** The provider retries the last payment. */
  readonly isRetried: boolean;
  /** The owner can schedule an end and undo it. */
  readonly mayBeCancelled: boolean;
  /** A paid subscription has ended. `SubscriptionEnd` decides what the team may do now. */
  readonly isEnded: boolean;
  /** The provider never reactivates the subscription. */
  readonly isFinal: boolean;
  /** The subscription has not ended, but nothing is charged. A purchase replaces it. */
  readonly isPaused: boolean;
  /** Label in the settings, in English; may be empty. */
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
  isPaused: false,
  badge: '',
} as const;
const running = {
  ...never,
  pro: 'yes',
  isRunning: true,
  mayBeCancelled: true,
  badge: say('catalog.subscriptionStates.active', 'Active'),
} as const;

/**
 * Every state of a subscription, by the provider's status (https://docs.stripe.com/api/subscriptions/object, `status`),
 * and `none` before there is one (docs/product.md 10, "Subscription states").
 */
export const subscriptionStates = {
  none: never,
  /** The first payment is under way or was declined. */
  incomplete: { ...never, awaitsFirstPayment: true },
  /** It was never paid, so `isEnded` is false. */
  incomplete_expired: { ...never, isFinal: true },
  trialing: running,
  active: running,
  past_due: {
    ...running,
    pro: 'grace',
    isRetried: true,
    badge: say('catalog.subscriptionStates.paymentFailed', 'Payment failed'),
  },
  unpaid: { ...never, isEnded: true, badge: say('catalog.subscriptionStates.ended', 'PRO has ended') },
  canceled: {
    ...never,
    isEnded: true,
    isFinal: true,
    badge: say('catalog.subscriptionStates.ended', 'PRO has ended'),
  },
  /** A trial at the provider that ended without a card. The portal starts no such trials: its Free Trial is a plan. */
  paused: { ...never, isPaused: true, badge: say('catalog.subscriptionStates.paused', 'Paused') },
} as const satisfies Record<string, SubscriptionState>;

export type SubscriptionStatus = keyof typeof subscriptionStates;

/** The status of a subscription that ended before it was paid. */
export const NEVER_PAID: SubscriptionStatus = 'incomplete_expired';

export const subscriptionStatuses = Object.keys(subscriptionStates) as SubscriptionStatus[];

/** Returns the effects of a status. A missing or unknown status has those of `none`. */
export function stateOf(status: string | null | undefined): SubscriptionState {
  return isSubscriptionStatus(status) ? subscriptionStates[status] : subscriptionStates.none;
}

export function statusesWhere(isTrue: (state: SubscriptionState) => boolean): SubscriptionStatus[] {
  return subscriptionStatuses.filter((status) => isTrue(subscriptionStates[status]));
}

/**
 * Returns whether the card may be charged again. If so, an owner without other members cannot leave the team. With a
 * scheduled end, an unpaid invoice of the current month may still be charged.
 */
export function isChargedOn(subscription: {
  status: string;
  isCancelScheduled: boolean;
  nextChargeAt: Date | null;
}): boolean {
  const { isRunning, isRetried } = stateOf(subscription.status);
  return isRunning && (isRetried || !subscription.isCancelScheduled || subscription.nextChargeAt !== null);
}

export function graceEndOf(pastDueSince: Date): Date {
  return new Date(pastDueSince.getTime() + PAYMENT_GRACE_DAYS * 86_400_000);
}

export function planOf(
  { status, pastDueSince }: { status: string; pastDueSince: Date | null },
  at: Date,
): PlanType {
  const { pro } = stateOf(status);
  if (pro === 'grace') return pastDueSince !== null && at < graceEndOf(pastDueSince) ? 'pro' : 'free';
  return pro === 'yes' ? 'pro' : 'free';
}

/**
 * Restrictions of a session (docs/architecture.md 4, `restrictedTo`), by what they mainly allow. `billing`: pay for the
 * ended plan, as the owner. `ended-member`: read, switch teams and leave, as a member. `leaving`: cancel the
 * account's deletion. `second-factor`: verify a required second factor or set up the first one.
 */
export const restrictions = ['billing', 'ended-member', 'leaving', 'second-factor'] as const;
export type Restriction = (typeof restrictions)[number];
/** The gate's decision for a session. */
export type Access = 'full' | Restriction;

/** Returns the access that the team's subscription allows. Ignores other restrictions (docs/product.md 10). */
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
