import { lazy, type ComponentType } from 'react';

const RELOADED_AT = 'portal.reloaded-at';
const RELOAD_PAUSE_MS = 60_000;

/** Returns a page in its own chunk, which loads when the page is first opened. */
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
 * Reloads the page after one of its files has failed to load: a release may have removed the file, and browsers do not
 * fetch a failed module again. Does not reload again within a minimum interval, to avoid a loop. Returns whether it
 * reloads.
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
