import { useSyncExternalStore } from 'react';
import { useSecondsUntil } from '../ui/use-seconds-until.ts';
import { stored } from './storage.ts';

/** A copy of the contract's constant, so that the first load does without the schemas. A spec keeps them equal. */
export const LOCKOUT_MS = 600_000;

/** End of the lock, shared by all tabs. It holds no address; the server decides anyway. */
const storedEndMs = stored('localStorage', 'login-locked-until', (value) =>
  typeof value === 'number' ? value : undefined,
);

/** An end further away than the length of a lock comes from a wrong clock. */
function readEndMs(): number {
  const endMs = storedEndMs.read() ?? 0;
  return endMs - Date.now() > LOCKOUT_MS ? 0 : endMs;
}

export function lockLogin(seconds = LOCKOUT_MS / 1000): void {
  storedEndMs.write(Date.now() + Math.min(seconds * 1000, LOCKOUT_MS));
}

/** Called after a reset, and for another account. */
export function unlockLogin(): void {
  storedEndMs.remove();
}

/** Seconds until a login can succeed. */
export function useLockedSeconds(): number {
  return useSecondsUntil(useSyncExternalStore(storedEndMs.subscribe, readEndMs, () => 0));
}
