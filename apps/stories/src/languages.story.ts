import { expect, test } from '@playwright/test';
import { listenForErrors } from './page-errors.ts';
import { portal } from './portal.ts';

test('the login page is in the language of the browser, from its HTML to its error messages', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'de-DE', baseURL: portal().portalUrl });
  const page = await context.newPage();
  const faults = await listenForErrors(page);
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page).toHaveTitle(/^Anmelden/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Erwecken Sie Ihre Events zum Leben');
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
