import { useSyncExternalStore } from 'react';
import { useSecondsUntil } from '../ui/use-seconds-until.ts';
import { stored } from './storage.ts';

/** Duplicate of the contract's constant, without its schemas, for the first load; a spec keeps them equal. */
export const LOCKOUT_MS = 600_000;

/** When the lock ends, for all tabs. Without the address: the server decides in any case. */
const storedEndMs = stored('localStorage', 'login-locked-until', (value) =>
  typeof value === 'number' ? value : undefined,
);

/** An end beyond a lock's length was written by a wrong clock. */
function readEndMs(): number {
  const endMs = storedEndMs.read() ?? 0;
  return endMs - Date.now() > LOCKOUT_MS ? 0 : endMs;
}

export function lockLogin(seconds = LOCKOUT_MS / 1000): void {
  storedEndMs.write(Date.now() + Math.min(seconds * 1000, LOCKOUT_MS));
}

/** After a reset, and for another account. */
export function unlockLogin(): void {
  storedEndMs.remove();
}

/** Seconds until a login can succeed. */
export function useLockedSeconds(): number {
  return useSecondsUntil(useSyncExternalStore(storedEndMs.subscribe, readEndMs, () => 0));
}
