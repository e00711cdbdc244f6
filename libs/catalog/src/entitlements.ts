import { plans, type PlanLimits, type PlanType } from './plans.ts';

/** What a plan allows: the one table, for screens, the API and outside apps. */
export function entitlementsOf(plan: PlanType): PlanLimits {
  return plans[plan].limits;
}
