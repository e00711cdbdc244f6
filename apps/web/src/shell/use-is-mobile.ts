import { useSyncExternalStore } from 'react';

/** docs/product.md 9: 1080px or less. Spelled again in the style sheets, where a variable cannot stand. */
const MOBILE_QUERY = '(width <= 1080px)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(MOBILE_QUERY);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Undefined where no window has a width yet: at build (decision 26). Style sheets then choose. */
export function useIsMobile(): boolean | undefined {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(MOBILE_QUERY).matches,
    () => undefined,
  );
}
