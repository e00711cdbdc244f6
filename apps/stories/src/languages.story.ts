import { expect, test, type Page } from '@playwright/test';
import { listenForErrors } from './page-errors.ts';
import { portal } from './portal.ts';

const headingOf = (page: Page) => page.getByRole('heading', { level: 1 });

test('the login is in the language of the browser, from its HTML to its problems', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE', baseURL: portal().portalUrl });
  const page = await context.newPage();
  const faults = await listenForErrors(page);
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page).toHaveTitle(/^Anmelden/);
  await expect(headingOf(page)).toHaveText('Erwecken Sie Ihre Events zum Leben');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByText('Pflichtfeld')).toHaveCount(2);
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => /\/assets\/(?:[a-z]{2}[\w-]*)\//.exec(name)?.[0] ?? []),
  );
  expect(new Set(scripts).size, 'the page loads one language').toBe(1);
  expect(faults).toEqual([]);
  await context.close();
});

test(
  'a language chosen in the footer stays, and reads from right to left where it does',
  { tag: '@deep' },
  async ({ page }) => {
    await page.goto('/login');
    await expect(headingOf(page)).toHaveText('Bring your events to life');
    await page.getByRole('button', { name: 'Language: English' }).click();
    await page.getByRole('button', { name: 'العربية' }).click();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
    await page.goto('/signup');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  },
);

test('the login in the pseudo-language has no plain English', { tag: '@deep' }, async ({ page, context }) => {
  await context.addCookies([{ name: 'language', value: 'en-XA', url: portal().portalUrl }]);
  await page.goto('/login');
  await expect(headingOf(page)).toHaveText(/^\[Ɓ?.*\]$/);
  const texts = await page.locator('body').evaluate((body) => {
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode;
      if (parentElement?.checkVisibility() && !parentElement.closest('section') && textContent?.trim())
        found.push(textContent.trim());
    }
    return found;
  });
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter((text) => /[a-z]{3}/.test(text.replace('Foyer', '')))).toEqual([]);
});
