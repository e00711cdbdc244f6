import { useSyncExternalStore } from 'react';
import { makeListeners } from './listeners.ts';

const LONG_MS = 5000;

const changes = makeListeners();
let longWaits = 0;

/** Returns a function that reports the end of the wait. */
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

export function useIsLongWait(): boolean {
  return useSyncExternalStore(
    changes.subscribe,
    () => longWaits > 0,
    () => false,
  );
}
