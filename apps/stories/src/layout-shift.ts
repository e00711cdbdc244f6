import type { Page } from '@playwright/test';

type LayoutShift = PerformanceEntry & { value: number };

/** What has jumped since the page was opened, as a sum of the browser's own scores. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, entry) => sum + (entry as LayoutShift).value, 0)),
        ).observe({ type: 'layout-shift', buffered: true });
        // It reports nothing where there is nothing.
        setTimeout(() => resolve(0), 200);
      }),
  );
}
