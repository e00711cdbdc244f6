import type { Location } from 'react-router-dom';
import { PAGE_SHOWN } from './page-shown.ts';

export type TransitionPage = (from: Location, to: Location, put: () => void) => Promise<void>;

/** The maximum wait for the new page. The screen is frozen during this time. */
const LONGEST_MS = 1000;

export function isFadeAllowed(): boolean {
  return 'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * Replaces a page while an image of the old one fades out above it. Only the image is animated, so the new page can be
 * read, focused and used from its first frame (base.css, decision 66).
 */
export function crossFade(put: () => void): void {
  const { dataset } = document.documentElement;
  dataset['leaving'] = '';
  const { ready } = document.startViewTransition(async () => {
    delete dataset['leaving'];
    const isThere = new Promise((resolve) => {
      addEventListener(PAGE_SHOWN, resolve, { once: true });
      setTimeout(resolve, LONGEST_MS);
    });
    put();
    await isThere;
  });
  // If the browser skips the transition, as in a background tab, nothing fades.
  ready.catch(() => {});
}
