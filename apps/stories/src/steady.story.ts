import { LANGUAGE_COOKIE, languages } from '@foyer/catalog/languages';
import { expect, test } from '@playwright/test';
import { layoutShiftOf } from './layout-shift.ts';
import { cards, enterCard, fillBilling, PASSWORD, subscribe } from './paying-steps.ts';
import { createAccount, logInThroughApi, portal, uniqueEmail } from './portal.ts';

/** The largest layout shift that visitors do not notice (docs/performance.md). */
const MAX_SHIFT = 0.02;
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

test('/settings/billing does not shift while its parts load', { tag: '@deep' }, async ({ page }) => {
  const email = uniqueEmail('steady');
  await createAccount(page, email, PASSWORD);
  await logInThroughApi(page, email, PASSWORD);
  await page.goto('/pro/upgrade');
  await fillBilling(page);
  await enterCard(page, cards.good);
  await subscribe(page);
  await expect(page).toHaveURL(/\/billing-success$/);
  for (const late of ['payments', 'billed-to'])
    for (const size of sizes) {
      await page.setViewportSize(size);
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route(`**/settings/billing/${late}`, async (route) => {
        await held;
        await route.continue();
      });
      const other = late === 'payments' ? 'billed-to' : 'payments';
      const answered = page.waitForResponse(`**/settings/billing/${other}`);
      await page.goto('/settings/billing');
      await answered;
      await expect(page.getByRole('heading', { name: 'Current plan' })).toBeVisible();
      release();
      await expect(page.getByRole('heading', { name: 'Receipts' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible();
      await expect(page.getByText('1 Harbor Street')).toBeVisible();
      expect(await layoutShiftOf(page), `${late} at ${size.width}`).toBeLessThan(MAX_SHIFT);
      await page.unrouteAll();
    }
});

test('the footer is one line on a phone, in each language', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const { tag } of languages.filter((language) => !('isDraft' in language))) {
    await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: tag, url: portal().portalUrl }]);
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    expect((await page.getByRole('contentinfo').boundingBox())?.height, tag).toBe(40);
  }
});

test('a slow answer of the server shows a message until it arrives', { tag: '@deep' }, async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/login', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(uniqueEmail('unknown'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  const line = page.getByText('This is taking longer than usual…');
  await expect(line).toBeVisible();
  expect(await layoutShiftOf(page)).toBeLessThan(MAX_SHIFT);
  release();
  await expect(page.getByText('Invalid email or password. Try again.', { exact: true })).toBeVisible();
  await expect(line).toHaveCount(0);
});
