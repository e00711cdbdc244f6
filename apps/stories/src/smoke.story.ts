import { expect, test } from '@playwright/test';

test('the portal answers with a page that has a title', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/.+/);
});
