import { useSyncExternalStore } from 'react';
import { t } from '../words/t.ts';

const TICK_MS = 1000;

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK_MS);
  return () => clearInterval(timer);
}

/** Reads the clock, so that the time is right after a tab was suspended. */
export function useSecondsUntil(momentMs: number): number {
  const read = () => Math.max(0, Math.ceil((momentMs - Date.now()) / 1000));
  return useSyncExternalStore(subscribe, read, read);
}

/** 95 -> '1 min 35 sec' */
export function minutesAndSeconds(seconds: number): string {
  return t('ui.useSecondsUntil.countdown', '{minutes} min {seconds} sec', {
    minutes: Math.floor(seconds / 60),
    seconds: seconds % 60,
  });
}
