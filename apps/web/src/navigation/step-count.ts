import { isPaid } from '@foyer/catalog/entitlements';
import type { PlanType } from '@foyer/catalog/plans';

/** docs/product.md 9: details, password, and for PRO billing. */
export function stepCount(plan: PlanType): number {
  return isPaid(plan) ? 3 : 2;
}
