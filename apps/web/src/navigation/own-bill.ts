import { useLayoutEffect, useSyncExternalStore } from 'react';
import { makeListeners } from '../ui/listeners.ts';

/**
 * `quoted` where the visitor's address says what the tax is, `estimated` before there is one, `compared` where the plan is
 * still being chosen.
 */
export type OwnBill = 'quoted' | 'estimated' | 'compared';

let shown: OwnBill | undefined;
const changes = makeListeners();

function show(bill: OwnBill | undefined): void {
  shown = bill;
  changes.notify();
}

/**
 * Marks the page as one whose visitor pays for PRO. Elsewhere the plan is shown without a bill: an invited person, or
 * one who resets a password, pays nothing (decision 45).
 */
export function useOwnBill(bill: OwnBill | undefined): void {
  useLayoutEffect(() => {
    show(bill);
    return () => show(undefined);
  }, [bill]);
}

/** The bill of the open page, for the side panel. */
export function useShownBill(): OwnBill | undefined {
  return useSyncExternalStore(
    changes.subscribe,
    () => shown,
    () => undefined,
  );
}
