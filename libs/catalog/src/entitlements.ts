import { plans, type PlanLimits, type PlanType } from './plans.ts';

/** DESIGN 6: a payment that failed leaves PRO in place for this long. */
export const PAYMENT_GRACE_DAYS = 7;

/** What the card provider says about a subscription, as far as it decides about the plan. */
export type SubscriptionState = { status: string; pastDueSince: Date | null };

/** Whether a subscription gives PRO at a time (DESIGN 6, "Subscription states"). */
export function isEntitledToPro({ status, pastDueSince }: SubscriptionState, at: Date): boolean {
  if (status === 'active' || status === 'trialing') return true;
  if (status !== 'past_due' || pastDueSince === null) return false;
  return at.getTime() - pastDueSince.getTime() < PAYMENT_GRACE_DAYS * 86_400_000;
}

/** What a plan allows: the one table, for screens, the API and outside apps. */
export function entitlementsOf(plan: PlanType): PlanLimits {
  return plans[plan].limits;
}
