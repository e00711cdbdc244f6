import { lazy, type ComponentType } from 'react';

const RELOADED_AT = 'portal.reloaded-at';
const RELOAD_PAUSE_MS = 60_000;

/** A page that comes in a file of its own, when it is first opened. */
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
 * Loads the page anew, for a file of it that did not come: a release may have removed it, and a browser asks no second time
 * for a module that was lost on the way. Once in a while, lest a lasting fault reload for ever. Gives whether it does.
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
