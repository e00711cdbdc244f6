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

/** The chosen plan (docs/product.md 3), Free until somebody chooses. */
export function usePlan(): PlanType {
  return useSyncExternalStore(storedPlan.subscribe, readPlan, () => 'free');
}

/** The plan beside a page: the chosen one, or PRO for who has it. */
export function useShownPlan(): PlanType {
  const chosen = usePlan();
  return useFullSession()?.plan === 'pro' ? 'pro' : chosen;
}

/** On the screens that sell PRO, PRO is chosen (docs/product.md 3). */
export function useProPlan(): void {
  usePlanOf('pro');
}

/** Chooses the plan of a sign-up that was begun elsewhere: what was registered wins (docs/product.md 10). */
export function usePlanOf(plan: PlanType | undefined): void {
  useLayoutEffect(() => {
    if (plan) choosePlan(plan);
  }, [plan]);
}

/** What a page in which a plan is chosen gets from its row of the route table. */
export type WithPlanPicker = {
  PlanPicker: ComponentType<{ value: PlanType; onChange(plan: PlanType): void }>;
};
