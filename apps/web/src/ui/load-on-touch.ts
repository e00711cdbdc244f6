import { useEffect, useSyncExternalStore } from 'react';
import { makeListeners } from './listeners.ts';
import { reloadOnce } from './lazy-component.ts';

/** After the end of a press, its click comes within this time. */
const CLICK_COMES_WITHIN_MS = 100;

/**
 * Loads a component, such as a menu, when the visitor first touches the page (decision 15). `use` returns the
 * component when it is loaded. If the visitor needs the component and it cannot be loaded, reloads the page.
 */
export function loadOnTouch<Part>(load: () => Promise<Part>) {
  let part: Part | undefined;
  let hasFailed = false;
  const changes = makeListeners();
  /** Resolves after the current press. An element that is replaced while it is pressed receives no click. */
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
