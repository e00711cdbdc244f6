import type { Page } from '@playwright/test';

/**
 * Keeps the scripts back, all or those of a name, so that what shows is what was rendered at build; gives what lets them
 * come.
 */
export async function holdScripts(page: Page, names = '*'): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/assets/${names}.js`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
