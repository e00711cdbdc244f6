import type { Location } from 'react-router-dom';
import { PAGE_IS_THERE } from './page-is-there.ts';

/** Puts what is at an address in the place of what was at another. */
export type TakeStep = (from: Location, to: Location, put: () => void) => Promise<void>;

/** How long a busy machine may take to put a page there whose files it has; the screen stands still meanwhile. */
const LONGEST_MS = 1000;

/** Neither in a browser without view transitions (CSS View Transitions 1) nor for people who want things to be still. */
export function mayFade(): boolean {
  return 'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * Puts a page in the place of another while a picture of the old one fades out above it. Only the picture is animated, so the
 * new page is read, focused and pressed from its first frame (base.css, decision 66).
 */
export function crossFade(put: () => void): void {
  const { dataset } = document.documentElement;
  dataset['leaving'] = '';
  const { ready } = document.startViewTransition(async () => {
    delete dataset['leaving'];
    const isThere = new Promise((resolve) => {
      addEventListener(PAGE_IS_THERE, resolve, { once: true });
      setTimeout(resolve, LONGEST_MS);
    });
    put();
    await isThere;
  });
  // Without a picture, as in a tab in the background, or because the next page is there already: nothing fades.
  ready.catch(() => {});
}
