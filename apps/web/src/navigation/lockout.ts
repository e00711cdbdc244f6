import { useSyncExternalStore } from 'react';
import { useSecondsUntil } from '../ui/use-seconds-until.ts';
import { stored } from './storage.ts';

/** A copy of the contract's constant, so that the first load does not need the schemas. A spec keeps both equal. */
export const LOCKOUT_MS = 600_000;

/** The end of the lock. In a browser, all email addresses share it, although the server locks each one separately. */
const storedEndMs = stored('localStorage', 'login-locked-until', (value) =>
  typeof value === 'number' ? value : undefined,
);

/**
 * Returns the end of the lock. Ignores an end that is later than any lock can last, because the clock was wrong then.
 */
function readEndMs(): number {
  const endMs = storedEndMs.read() ?? 0;
  return endMs - Date.now() > LOCKOUT_MS ? 0 : endMs;
}

export function lockLogin(seconds = LOCKOUT_MS / 1000): void {
  storedEndMs.write(Date.now() + Math.min(seconds * 1000, LOCKOUT_MS));
}

/** Removes the lock in this browser, after a password reset or for another account. */
export function unlockLogin(): void {
  storedEndMs.remove();
}

/** Returns the seconds until the lock ends, or 0. */
export function useLockedSeconds(): number {
  return useSecondsUntil(useSyncExternalStore(storedEndMs.subscribe, readEndMs, () => 0));
}
