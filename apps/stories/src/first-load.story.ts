import { expect, test } from '@playwright/test';

/** The maximum size of the login page's compressed scripts and styles (decision 15). */
const MAX_BYTES = 92_000;

test('the login page loads less than 92 kB of scripts and styles', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const files = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /\.(js|css)$/.test(name))
      .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, encodedBodySize })),
  );
  const bytes = files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes, JSON.stringify(files)).toBeLessThan(MAX_BYTES);
});
