import { expect, test, type Page } from '@playwright/test';
import { listenForErrors } from './page-errors.ts';
import { uniqueEmail } from './portal.ts';

const HEADING = 'Bring your events to life';
const sizes = { desktop: { width: 1440, height: 900 }, mobile: { width: 390, height: 844 } } as const;

/** Keeps the scripts back, so that what shows is what was rendered at build; gives what lets them come. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

type LayoutShift = PerformanceEntry & { value: number };

/** What has jumped since the page was opened, as a sum of the browser's own scores. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, entry) => sum + (entry as LayoutShift).value, 0)),
        ).observe({ type: 'layout-shift', buffered: true });
        // It reports nothing where there is nothing.
        setTimeout(() => resolve(0), 200);
      }),
  );
}

for (const [size, viewport] of Object.entries(sizes))
  test(
    `the log-in screen shows before its scripts come, and stays as it is, on ${size}`,
    { tag: '@deep' },
    async ({ page }) => {
      const faults = await listenForErrors(page);
      await page.setViewportSize(viewport);
      const release = await holdScripts(page);
      await page.goto('/login');
      await expect(page.getByText(HEADING)).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const before = await page.screenshot();
      release();
      await expect(page.getByRole('heading', { name: HEADING })).toBeVisible();
      await expect(page.getByText(HEADING)).toHaveCount(1);
      const looksTheSame = async () => (await page.screenshot()).equals(before);
      await expect.poll(looksTheSame, 'looks the same').toBe(true);
      expect(await shiftOf(page)).toBe(0);
      expect(faults).toEqual([]);
    },
  );

test('what is typed before the scripts have come is not lost but waits', async ({ page }) => {
  const email = uniqueEmail('fast');
  const release = await holdScripts(page);
  await page.goto('/');
  const field = page.getByLabel('Email');
  const { x, y, height } = (await field.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await page.mouse.click(x + height, y + height / 2);
  await page.keyboard.type('gone');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('');
  await expect(field).not.toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveCount(0);
  expect(new URL(page.url()).search).toBe('');

  const typing = field.fill(email);
  release();
  await typing;
  await expect(field).toHaveValue(email);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
});

test('a screen whose scripts do not come says so', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/login');
  await expect(page.getByText('This page could not be loaded completely. Reload it to go on.')).toBeVisible();
});

test('what a program sends before the scripts have come goes nowhere', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/login');
  await page.evaluate(() => document.querySelector('form')?.submit());
  await page.evaluate(() => document.querySelector('form')?.requestSubmit());
  release();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});

test('the application starts although the browser never says that it has painted', async ({ page }) => {
  await page.addInitScript(() => (PerformanceObserver.prototype.observe = () => {}));
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says what it needs and shows no form', async ({ page }) => {
    await page.goto('/login');
    await expect(page.locator('body > noscript')).toBeVisible();
    await expect(page.getByText(HEADING)).toBeHidden();
  });
});
