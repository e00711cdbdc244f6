import { useSyncExternalStore } from 'react';
import { makeListeners } from './listeners.ts';

const LONG_MS = 5000;

const changes = makeListeners();
let longWaits = 0;

/** Reports the start of a wait. Returns a function that reports its end. */
export function startWait(): () => void {
  const change = (by: number) => {
    longWaits += by;
    changes.notify();
  };
  let end = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    change(1);
    end = () => change(-1);
  }, LONG_MS);
  return () => end();
}

/** Returns whether a wait is so long that the page should mention it. */
export function useIsLongWait(): boolean {
  return useSyncExternalStore(
    changes.subscribe,
    () => longWaits > 0,
    () => false,
  );
}
