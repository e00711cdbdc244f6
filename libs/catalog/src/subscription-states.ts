import type { PlanType } from './plans.ts';
import { say } from './words/say.ts';

/** After a failed payment, a team keeps PRO for this time (docs/product.md 10). */
export const PAYMENT_GRACE_DAYS = 7;

/** The state of a team whose plan has ended. `free`: the Free Trial. `ended`: restricted until the team pays. */
export const subscriptionEnds = ['free', 'ended'] as const;
export type SubscriptionEnd = (typeof subscriptionEnds)[number];

export type SubscriptionState = {
  /** `grace`: PRO only in the grace period after a failed payment. */
  readonly pro: 'yes' | 'grace' | 'no';
  /** The team cannot buy another plan now. */
  readonly isRunning: boolean;
  /** The first payment has not succeeded yet. Another purchase continues the subscription or replaces it. */
  readonly awaitsFirstPayment: boolean;
  readonly isRetried: boolean;
  /** The owner can schedule an end and undo it. */
  readonly mayBeCancelled: boolean;
  /** A paid subscription has ended. `SubscriptionEnd` decides what the team may do now. */
  readonly isEnded: boolean;
  /** The provider never reactivates the subscription. */
  readonly isFinal: boolean;
  /** The subscription does not renew, but an open invoice is still collected. A purchase replaces it. */
  readonly isPaused: boolean;
  /** In English; may be empty. */
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
 * The states by the provider's status (https://docs.stripe.com/api/subscriptions/object, `status`). `none`: no
 * subscription yet (docs/product.md 10, "Subscription states").
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
  /** Paused at the provider, by request or because a trial ended without a card. The portal starts no such trials. */
  paused: { ...never, isPaused: true, badge: say('catalog.subscriptionStates.paused', 'Paused') },
} as const satisfies Record<string, SubscriptionState>;

export type SubscriptionStatus = keyof typeof subscriptionStates;

export const NEVER_PAID: SubscriptionStatus = 'incomplete_expired';

export const subscriptionStatuses = Object.keys(subscriptionStates) as SubscriptionStatus[];

/** A missing or unknown status counts as `none`. */
export function subscriptionStateOf(status: string | null | undefined): SubscriptionState {
  return isSubscriptionStatus(status) ? subscriptionStates[status] : subscriptionStates.none;
}

export function statusesWhere(isTrue: (state: SubscriptionState) => boolean): SubscriptionStatus[] {
  return subscriptionStatuses.filter((status) => isTrue(subscriptionStates[status]));
}

/**
 * Returns whether the card may be charged again. If an end is scheduled, `nextChargeAt` is set for an open invoice, or
 * for a renewal before the end.
 */
export function isChargedOn(subscription: {
  status: string;
  isCancelScheduled: boolean;
  nextChargeAt: Date | null;
}): boolean {
  const { isRunning, isRetried } = subscriptionStateOf(subscription.status);
  return isRunning && (isRetried || !subscription.isCancelScheduled || subscription.nextChargeAt !== null);
}

export function graceEndOf(pastDueSince: Date): Date {
  return new Date(pastDueSince.getTime() + PAYMENT_GRACE_DAYS * 86_400_000);
}

export function planOf(
  { status, pastDueSince }: { status: string; pastDueSince: Date | null },
  at: Date,
): PlanType {
  const { pro } = subscriptionStateOf(status);
  if (pro === 'grace') return pastDueSince !== null && at < graceEndOf(pastDueSince) ? 'pro' : 'free';
  return pro === 'yes' ? 'pro' : 'free';
}

/**
 * Restrictions of a session (docs/architecture.md 4, `restrictedTo`), with the main thing that each still allows.
 * `billing`: the owner pays for the ended plan. `ended-member`: a member reads, switches teams or leaves. `leaving`:
 * the user cancels the account's deletion. `second-factor`: the user verifies a required second factor or sets up the
 * first one.
 */
export const restrictions = ['billing', 'ended-member', 'leaving', 'second-factor'] as const;
export type Restriction = (typeof restrictions)[number];
export type Access = 'full' | Restriction;

/** Ignores restrictions that do not come from the team's subscription (docs/product.md 10). */
export function accessOf(
  subscription: { status: string | null; endsAs: SubscriptionEnd | null },
  isOwner: boolean,
): Access {
  if (!subscriptionStateOf(subscription.status).isEnded || subscription.endsAs !== 'ended') return 'full';
  return isOwner ? 'billing' : 'ended-member';
}

function isSubscriptionStatus(status: string | null | undefined): status is SubscriptionStatus {
  return typeof status === 'string' && Object.hasOwn(subscriptionStates, status);
}
