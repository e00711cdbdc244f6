import { useSyncExternalStore } from 'react';
import { useSecondsUntil } from '../ui/use-seconds-until.ts';
import { stored } from './storage.ts';

/** The contract's number once more, without its schemas, for the first load; a spec keeps them equal. */
export const LOCKOUT_MS = 600_000;

/**
 * When the lock ends, for every tab of this browser. The time alone: which address is locked stays with the server,
 * which decides in any case.
 */
const storedEndMs = stored('localStorage', 'login-locked-until', (value) =>
  typeof value === 'number' ? value : undefined,
);
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** An end further off than a lock can last was written by a clock that has been put right since. */
function readEndMs(): number {
  const endMs = storedEndMs.read() ?? 0;
  return endMs - Date.now() > LOCKOUT_MS ? 0 : endMs;
}

export function lockLogin(seconds = LOCKOUT_MS / 1000): void {
  storedEndMs.write(Date.now() + Math.min(seconds * 1000, LOCKOUT_MS));
  for (const listener of listeners) listener();
}

/** After a reset, and for somebody with another account. */
export function unlockLogin(): void {
  storedEndMs.remove();
  for (const listener of listeners) listener();
}

/** Seconds for which logging in is of no use. */
export function useLockedSeconds(): number {
  return useSecondsUntil(useSyncExternalStore(subscribe, readEndMs, readEndMs));
}
