import { plans, type PlanLimits, type PlanType } from './plans.ts';

export function entitlementsOf(plan: PlanType): PlanLimits {
  return plans[plan].limits;
}

export function isPaid(plan: PlanType): boolean {
  return plans[plan].monthlyPriceCents > 0;
}
