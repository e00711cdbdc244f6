import { plans, type PlanLimits, type PlanType } from './plans.ts';

/** Returns the limits of a plan, the same for screens, the API and connected apps. */
export function entitlementsOf(plan: PlanType): PlanLimits {
  return plans[plan].limits;
}

export function isPaid(plan: PlanType): boolean {
  return plans[plan].monthlyPriceCents > 0;
}
