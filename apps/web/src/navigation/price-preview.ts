import { useLayoutEffect, useSyncExternalStore } from 'react';
import { makeListeners } from '../ui/listeners.ts';

/**
 * `quoted`: includes the tax for the billing address. `estimated`: without tax, because there is no address yet.
 * `compared`: the visitor is still choosing between the plans.
 */
export type PricePreview = 'quoted' | 'estimated' | 'compared';

let shown: PricePreview | undefined;
const changes = makeListeners();

function show(bill: PricePreview | undefined): void {
  shown = bill;
  changes.notify();
}

/**
 * Shows the price beside the page while the page is open. `bill` is undefined for visitors who pay nothing, such as new
 * team members.
 */
export function usePricePreview(bill: PricePreview | undefined): void {
  useLayoutEffect(() => {
    show(bill);
    return () => show(undefined);
  }, [bill]);
}

export function useShownPricePreview(): PricePreview | undefined {
  return useSyncExternalStore(
    changes.subscribe,
    () => shown,
    () => undefined,
  );
}
