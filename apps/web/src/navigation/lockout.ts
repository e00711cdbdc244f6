import { useSyncExternalStore } from 'react';
import { useSecondsUntil } from '../ui/use-seconds-until.ts';
import { stored } from './storage.ts';

/** A copy of the contract's constant, so that the first load does not need the schemas. A spec keeps both equal. */
export const LOCKOUT_MS = 600_000;

/** In a browser, all email addresses share the lock, although the server locks each one separately. */
const storedEndMs = stored('localStorage', 'login-locked-until', (value) =>
  typeof value === 'number' ? value : undefined,
);

/** Ignores an end that is later than any lock can last: the clock was wrong when it was stored. */
function readEndMs(): number {
  const endMs = storedEndMs.read() ?? 0;
  return endMs - Date.now() > LOCKOUT_MS ? 0 : endMs;
}

export function lockLogin(seconds = LOCKOUT_MS / 1000): void {
  storedEndMs.write(Date.now() + Math.min(seconds * 1000, LOCKOUT_MS));
}

export function unlockLogin(): void {
  storedEndMs.remove();
}

export function useLockedSeconds(): number {
  return useSecondsUntil(useSyncExternalStore(storedEndMs.subscribe, readEndMs, () => 0));
}
