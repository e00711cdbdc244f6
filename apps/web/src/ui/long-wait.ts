import { useSyncExternalStore } from 'react';
import { makeListeners } from './listeners.ts';

const LONG_MS = 5000;

const changes = makeListeners();
let longWaits = 0;

/** Says that something is waited for. Returns how to say that it has come. */
export function beginWait(): () => void {
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

/** Whether anything has been waited for so long that the page should say so. */
export function useIsLongWait(): boolean {
  return useSyncExternalStore(
    changes.subscribe,
    () => longWaits > 0,
    () => false,
  );
}
