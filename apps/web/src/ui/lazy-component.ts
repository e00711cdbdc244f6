import { lazy, type ComponentType } from 'react';

const RELOADED_AT = 'portal.reloaded-at';
const RELOAD_PAUSE_MS = 60_000;

export function lazyComponent<Props>(load: () => Promise<ComponentType<Props>>) {
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
 * fetch a failed module again. To avoid a loop, returns false if the page was reloaded recently or storage is blocked.
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
