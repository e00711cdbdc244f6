import { planTypes, type PlanType } from '@foyer/catalog/plans';
import { useLayoutEffect, useSyncExternalStore, type ComponentType } from 'react';
import { useFullSession } from '../http/known-session.ts';
import { stored } from './storage.ts';

const storedPlan = stored('localStorage', 'plan', (value) => planTypes.find((type) => type === value));

export function readPlan(): PlanType {
  return storedPlan.read() ?? 'free';
}

export function choosePlan(plan: PlanType): void {
  storedPlan.write(plan);
}

/** The chosen plan (docs/product.md 3). Free by default. */
export function usePlan(): PlanType {
  return useSyncExternalStore(storedPlan.subscribe, readPlan, () => 'free');
}

/** The plan shown beside a page: the chosen one, or PRO for teams that have it. */
export function useShownPlan(): PlanType {
  const chosen = usePlan();
  return useFullSession()?.plan === 'pro' ? 'pro' : chosen;
}

/** Screens that sell PRO choose it (docs/product.md 3). */
export function useProPlan(): void {
  usePlanOf('pro');
}

/** Chooses the plan of a sign-up from another browser: the registered plan wins (docs/product.md 10). */
export function usePlanOf(plan: PlanType | undefined): void {
  useLayoutEffect(() => {
    if (plan) choosePlan(plan);
  }, [plan]);
}

/** Properties from the route table for a page that offers the plans. */
export type WithPlanPicker = {
  PlanPicker: ComponentType<{ value: PlanType; onChange(plan: PlanType): void }>;
};
