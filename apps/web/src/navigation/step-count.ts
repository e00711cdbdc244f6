import { isPaid } from '@foyer/catalog/entitlements';
import type { PlanType } from '@foyer/catalog/plans';

/** Returns the number of sign-up steps (docs/product.md 9): details and password, plus billing for PRO. */
export function stepCount(plan: PlanType): number {
  return isPaid(plan) ? 3 : 2;
}
