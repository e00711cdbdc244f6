import { useLayoutEffect, useSyncExternalStore } from 'react';
import { makeListeners } from '../ui/listeners.ts';

/**
 * `quoted`: the billing address determines the tax. `estimated`: there is no address yet. `compared`: the plan is still
 * being chosen.
 */
export type PricePreview = 'quoted' | 'estimated' | 'compared';

let shown: PricePreview | undefined;
const changes = makeListeners();

function show(bill: PricePreview | undefined): void {
  shown = bill;
  changes.notify();
}

/**
 * Marks the page as one whose visitor pays for PRO, so that the plan shows its price. Invited people and password
 * resets pay nothing (decision 45).
 */
export function usePricePreview(bill: PricePreview | undefined): void {
  useLayoutEffect(() => {
    show(bill);
    return () => show(undefined);
  }, [bill]);
}

/** The price preview of the open page, for the side panel. */
export function useShownPricePreview(): PricePreview | undefined {
  return useSyncExternalStore(
    changes.subscribe,
    () => shown,
    () => undefined,
  );
}
