import { useEffect, useSyncExternalStore } from 'react';
import { makeListeners } from './listeners.ts';
import { reloadOnce } from './load-page.ts';

/** Time after which a press has become a click. */
const CLICK_COMES_WITHIN_MS = 100;

/**
 * A component that visitors need only after they have touched the page, such as a menu (decisions 66 and 15). A
 * lightweight placeholder is shown until it is loaded. `use` says when to replace it. If the component is needed and
 * cannot be loaded, the page reloads.
 */
export function loadOnTouch<Part>(load: () => Promise<Part>) {
  let part: Part | undefined;
  let hasFailed = false;
  const changes = makeListeners();
  /** An element that is replaced while it is pressed receives no click. */
  let isPressOver: Promise<unknown> = Promise.resolve();

  async function loadNow(): Promise<void> {
    if (part) return;
    const loaded = await load().catch((error: unknown) => {
      hasFailed = true;
      changes.notify();
      throw error;
    });
    await isPressOver;
    part = loaded;
    changes.notify();
  }

  function loadQuietly({ type }: { type: string }): void {
    if (type === 'pointerdown')
      isPressOver = new Promise((resolve) => {
        const end = () => void setTimeout(resolve, CLICK_COMES_WITHIN_MS);
        for (const event of ['pointerup', 'pointercancel'] as const)
          document.addEventListener(event, end, { once: true });
      });
    loadNow().catch(() => {});
  }

  function useLoaded(isWanted = false): Part | undefined {
    const isMissing = useSyncExternalStore(
      changes.subscribe,
      () => hasFailed && !part,
      () => false,
    );
    const loaded = useSyncExternalStore(
      changes.subscribe,
      () => part,
      () => undefined,
    );
    useEffect(() => {
      if (isWanted && isMissing) reloadOnce();
    }, [isWanted, isMissing]);
    useEffect(() => {
      if (loaded) return;
      if (document.activeElement !== document.body) loadQuietly({ type: 'focusin' });
      const events = ['focusin', 'pointerdown'] as const;
      for (const event of events) document.addEventListener(event, loadQuietly);
      return () => {
        for (const event of events) document.removeEventListener(event, loadQuietly);
      };
    }, [loaded]);
    return loaded;
  }

  return { load: loadNow, use: useLoaded };
}
