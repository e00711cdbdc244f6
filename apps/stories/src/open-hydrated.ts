import type { Page } from '@playwright/test';

/** Opens a page and waits until React has hydrated its HTML (decision 66). */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.addInitScript(() =>
    addEventListener('ready', () => (document.documentElement.dataset['ready'] = 'yes')),
  );
  await page.goto(path);
  await page.waitForFunction(() => document.documentElement.dataset['ready'] === 'yes');
}
