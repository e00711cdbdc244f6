import { plans, type PlanLimits, type PlanType } from './plans.ts';

/** What a plan allows: the one table, for screens, the API and outside apps. */
export function entitlementsOf(plan: PlanType): PlanLimits {
  return plans[plan].limits;
}

/** Whether a plan is paid for, which decides the next page of a sign-up. */
export function isPaid(plan: PlanType): boolean {
  return plans[plan].monthlyPriceCents > 0;
}
