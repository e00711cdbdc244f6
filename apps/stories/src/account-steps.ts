import type { Locator, Page } from '@playwright/test';

export function accountMenu(page: Page): Locator {
  return page.getByRole('button', { name: /^Account of / });
}

export async function logOut(page: Page): Promise<void> {
  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
}
