import { lazy, type ComponentType } from 'react';

const RELOADED_AT = 'portal.reloaded-at';
const RELOAD_PAUSE_MS = 60_000;

/**
 * A page that comes in a file of its own, when it is first opened. An open tab may ask for a file that a release has
 * removed; a reload then brings the new ones. Once, lest a lasting fault reload for ever.
 */
export function lazyPage<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      if (!mayReload()) throw error;
      window.location.reload();
      return await new Promise<never>(() => {});
    }
  });
}

function mayReload(): boolean {
  try {
    const now = Date.now();
    if (now - Number(sessionStorage.getItem(RELOADED_AT)) < RELOAD_PAUSE_MS) return false;
    sessionStorage.setItem(RELOADED_AT, String(now));
    return true;
  } catch {
    return false;
  }
}
