import type { Page } from '@playwright/test';

/**
 * Delays all scripts, or those whose names match `names`, so that the page shows its prerendered HTML. Returns a
 * function that releases the scripts.
 */
export async function holdScripts(page: Page, names = '*'): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/assets/${names}.js`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
