import type { Location } from 'react-router-dom';
import { PAGE_SHOWN } from './page-shown.ts';

/** Replaces the page of one address with the page of another. */
export type TakeStep = (from: Location, to: Location, put: () => void) => Promise<void>;

/** Longest time in which a busy machine renders a loaded page. The screen is frozen until then. */
const LONGEST_MS = 1000;

/** False in browsers without view transitions (CSS View Transitions 1), and for people who prefer reduced motion. */
export function mayFade(): boolean {
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
  // There is no image, for example in a background tab or because the next page is already shown. So nothing fades.
  ready.catch(() => {});
}
