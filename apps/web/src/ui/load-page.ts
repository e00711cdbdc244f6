import { lazy, type ComponentType } from 'react';

const RELOADED_AT = 'portal.reloaded-at';
const RELOAD_PAUSE_MS = 60_000;

/** A page in a chunk of its own, loaded when it is first opened. */
export function lazyPage<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      if (!reloadOnce()) throw error;
      return await new Promise<never>(() => {});
    }
  });
}

/**
 * Reloads the page after one of its files failed to load: a release may have removed it, and browsers do not fetch a
 * failed module again. Limited in time, so that a lasting fault causes no reload loop. Returns whether it reloads.
 */
export function reloadOnce(): boolean {
  try {
    const now = Date.now();
    if (now - Number(sessionStorage.getItem(RELOADED_AT)) < RELOAD_PAUSE_MS) return false;
    sessionStorage.setItem(RELOADED_AT, String(now));
  } catch {
    return false;
  }
  window.location.reload();
  return true;
}
