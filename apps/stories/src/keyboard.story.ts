import { expect, test, type Page } from '@playwright/test';
import { uniqueEmail } from './portal.ts';

/** Longer than the second after which type-ahead forgets the typed letters (docs/product.md 5). */
const FORGOTTEN_MS = 1_100;

/** Types the beginning of an option. Retries if a busy machine took more than a second. */
async function typeInOne(page: Page, typed: string, option: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.keyboard.type(typed);
    await expect(page.locator('[role=option]:focus')).toHaveText(option, { timeout: 2 * FORGOTTEN_MS });
  }).toPass();
}

test('a dropdown works by keyboard alone', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/signup/form');
  const country = page.getByRole('button', { name: /Country/ });
  const highlighted = page.locator('[role=option]:focus');
  await country.focus();
  await page.keyboard.press('Enter');
  await expect(highlighted).toHaveText('United States');

  await typeInOne(page, 'un', 'United Kingdom');
  await page.waitForTimeout(FORGOTTEN_MS);
  await page.keyboard.type('c');
  await expect(highlighted).toHaveText(/^C/);
  await expect(highlighted).not.toHaveText('United Kingdom');

  await page.keyboard.press('Home');
  await expect(highlighted).toHaveText('United States');
  await page.keyboard.press('ArrowUp');
  await expect(highlighted).toHaveText('Zimbabwe');
  await page.keyboard.press('ArrowDown');
  await expect(highlighted).toHaveText('United States');
  await page.keyboard.press('End');
  await expect(highlighted).toHaveText('Zimbabwe');

  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(country).toBeFocused();
  await expect(country).not.toContainText('Zimbabwe');
});

async function choose(page: Page, field: string, typed: string): Promise<void> {
  const dropdown = page.locator(`[data-field="${field}"]`);
  await expect(dropdown).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[role=option]:focus')).toBeVisible();
  await typeInOne(page, typed, new RegExp(`^${typed}`));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(dropdown).toContainText(typed);
  await expect(dropdown).toBeFocused();
}

test('a visitor signs up by keyboard alone, at 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/signup/form');
  await page.getByLabel('First name').focus();
  for (const text of ['Grace', 'Hopper', uniqueEmail('keys'), '+1 555 0100', 'Grace Gatherings']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await choose(page, 'businessType', 'Event');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await choose(page, 'countryCode', 'Can');
  await page.keyboard.press('Tab');
  await choose(page, 'stateCode', 'Ont');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByRole('checkbox')).toBeChecked();
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBe(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
  expect(await overflow()).toBe(0);
});
