import { useLayoutEffect, useSyncExternalStore } from 'react';

/** `quoted` where the visitor's address says what the tax is, `estimated` before there is one. */
export type OwnBill = 'quoted' | 'estimated';

let shown: OwnBill | undefined;
const listeners = new Set<() => void>();

function show(bill: OwnBill | undefined): void {
  shown = bill;
  for (const listener of listeners) listener();
}

/**
 * Says that the visitor of this page is who will pay for PRO. Beside all other pages the plan stands without a bill:
 * who is invited to a team or resets a password is asked for nothing (decision 45).
 */
export function useOwnBill(bill: OwnBill | undefined): void {
  useLayoutEffect(() => {
    show(bill);
    return () => show(undefined);
  }, [bill]);
}

/** The bill that the open page has, for what stands beside it. */
export function useShownBill(): OwnBill | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => undefined,
  );
}
