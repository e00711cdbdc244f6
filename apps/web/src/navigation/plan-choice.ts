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

export function usePlan(): PlanType {
  return useSyncExternalStore(storedPlan.subscribe, readPlan, () => 'free');
}

export function useShownPlan(): PlanType {
  const chosen = usePlan();
  return useFullSession()?.plan === 'pro' ? 'pro' : chosen;
}

export function useChoosePro(): void {
  useChoosePlan('pro');
}

/** The plan of a sign-up replaces this browser's choice (docs/product.md 10). Ignores undefined. */
export function useChoosePlan(plan: PlanType | undefined): void {
  useLayoutEffect(() => {
    if (plan) choosePlan(plan);
  }, [plan]);
}

export type WithPlanPicker = {
  PlanPicker: ComponentType<{ value: PlanType; onChange(plan: PlanType): void }>;
};
