import { isPaid } from '@foyer/catalog/entitlements';
import type { PlanType } from '@foyer/catalog/plans';

export function stepCount(plan: PlanType): number {
  return isPaid(plan) ? 3 : 2;
}
