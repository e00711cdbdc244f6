import type { Page } from '@playwright/test';

/** The largest layout shift that visitors do not notice (docs/performance.md). */
export const MAX_SHIFT = 0.02;

type LayoutShift = PerformanceEntry & { value: number };

export function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, entry) => sum + (entry as LayoutShift).value, 0)),
        ).observe({ type: 'layout-shift', buffered: true });
        // Without a shift, the observer reports nothing.
        setTimeout(() => resolve(0), 200);
      }),
  );
}
