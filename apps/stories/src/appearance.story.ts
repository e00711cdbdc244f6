import { expect, test, type Page } from '@playwright/test';
import { accountMenu } from './account-steps.ts';
import { setColorScheme, expectAccessible, listenForErrors } from './page-errors.ts';
import { createAccount, logInThroughApi, uniqueEmail } from './portal.ts';
import { PASSWORD } from './team-steps.ts';

const LIGHT = 'rgb(255, 255, 255)';
const DARK = 'rgb(18, 21, 42)';

function backgroundOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

async function choose(page: Page, appearance: string): Promise<void> {
  await accountMenu(page).click();
  await page.getByRole('menuitemradio', { name: appearance }).click();
  await expect(page.getByRole('menuitemradio', { name: appearance })).toBeChecked();
  await page.keyboard.press('Escape');
}

test('the page follows the system’s light or dark mode, even without scripts', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/login');
  for (const [scheme, colour] of [
    ['dark', DARK],
    ['light', LIGHT],
  ] as const) {
    await setColorScheme(page, scheme);
    expect(await backgroundOf(page)).toBe(colour);
  }
});

test(
  'a user’s choice of light or dark applies to all tabs of the browser, from the first paint on',
  { tag: '@deep' },
  async ({ page, context }) => {
    const faults = await listenForErrors(page);
    const email = uniqueEmail('dark');
    await createAccount(page, email, PASSWORD);
    await logInThroughApi(page, email, PASSWORD);
    await page.goto('/settings');
    const otherTab = await context.newPage();
    await otherTab.goto('/signup');
    await choose(page, 'Dark');
    await expect.poll(() => backgroundOf(page)).toBe(DARK);
    await expect.poll(() => backgroundOf(otherTab)).toBe(DARK);
    await otherTab.close();
    expect(await page.locator('meta[name=theme-color][media=all]').getAttribute('content')).toBe('#12152a');
    await expectAccessible(page);

    // Only the inline script of the page runs.
    await page.route('**/assets/*.js', (route) => route.abort());
    await setColorScheme(page, 'light');
    await page.goto('/signup');
    expect(await backgroundOf(page)).toBe(DARK);
    await page.unrouteAll();
    await page.goto('/');

    await choose(page, 'Light');
    await setColorScheme(page, 'dark');
    await expect.poll(() => backgroundOf(page)).toBe(LIGHT);
    await choose(page, 'System');
    await expect.poll(() => backgroundOf(page)).toBe(DARK);
    expect(faults.filter((fault) => !fault.includes('net::ERR_FAILED'))).toEqual([]);
  },
);
