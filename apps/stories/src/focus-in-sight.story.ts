import { expect, test, type Page } from '@playwright/test';
import { createAccount, logInThroughApi, uniqueEmail } from './portal.ts';
import { openHydrated } from './open-hydrated.ts';
import { PASSWORD } from './team-steps.ts';

/** A phone with a visible toolbar, and a window of 1280 x 1024 at 400 % zoom. */
const sizes = [
  { width: 390, height: 664 },
  { width: 320, height: 256 },
];
const forVisitors = ['/login', '/signup', '/signup/form', '/forgot-password', '/pro', '/nowhere'];
const forUsers = [
  ...['/pro', '/pro/upgrade', '/settings/team', '/settings/security', '/settings/billing', '/settings/sso'],
  ...['/settings/apps', '/settings/billing/confirm', '/settings/profile', '/settings/data'],
];

/** None of these screens has this many controls. */
const MAX_TABS = 60;

function seenOfFocused(page: Page): Promise<{ name: string; isSeen: boolean } | undefined> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return undefined;
    // The label draws the box of a radio button or checkbox.
    const drawn = focused.closest('label') ?? focused;
    // A link may span several lines.
    const lines = [...drawn.getClientRects()];
    const isAt = (x: number, y: number): boolean => {
      const found = document.elementFromPoint(x, y);
      return found !== null && (drawn.contains(found) || found.closest('label') === drawn);
    };
    const isAlong = (line: DOMRect | undefined, y: number): boolean =>
      line !== undefined && (isAt((line.left + line.right) / 2, y) || isAt(line.left + 4, y));
    const { top = 0 } = lines[0] ?? {};
    const { bottom = 0 } = lines.at(-1) ?? {};
    // Both ends must be visible, because a half-covered control is hard to find. For a control higher than half the
    // window, one end is enough.
    const ends = [isAlong(lines[0], top + 2), isAlong(lines.at(-1), bottom - 2)];
    const isSeen = bottom - top > innerHeight / 2 ? ends.some(Boolean) : ends.every(Boolean);
    const name = focused.getAttribute('aria-label') ?? focused.textContent.trim().slice(0, 40);
    return { name: `${focused.tagName} ${focused.getAttribute('name') ?? name}`, isSeen };
  });
}

async function hiddenFocusStops(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const hidden: string[] = [];
  const seen = new Set<string>();
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    await page.keyboard.press(key);
    const focused = await seenOfFocused(page);
    if (!focused) {
      if (seen.size > 0) break;
      continue;
    }
    seen.add(focused.name);
    if (!focused.isSeen) hidden.push(focused.name);
  }
  expect(seen.size).toBeGreaterThan(1);
  return hidden;
}

async function expectFocusInSight(page: Page, path: string): Promise<void> {
  await openHydrated(page, path);
  // Waits for the redirects of logged-in users, because the heading of the next screen takes the focus.
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  for (const key of ['Tab', 'Shift+Tab'] as const) {
    // Starts at the bottom, because moving upwards shows whether a banner at the top covers a control.
    if (key === 'Shift+Tab') await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    expect(await hiddenFocusStops(page, key), `${path} by ${key}`).toEqual([]);
  }
}

for (const viewport of sizes)
  test.describe(`at ${viewport.width} by ${viewport.height}`, () => {
    test.use({ viewport });

    for (const path of forVisitors)
      test(`the focused control on ${path} is visible`, { tag: '@deep' }, ({ page }) =>
        expectFocusInSight(page, path),
      );

    test('the focused control on the pages of a user is visible', { tag: '@deep' }, async ({ page }) => {
      test.slow();
      const email = uniqueEmail('focus');
      await createAccount(page, email, PASSWORD);
      await logInThroughApi(page, email, PASSWORD);
      for (const path of forUsers) await expectFocusInSight(page, path);
    });

    test('an open banner closes when the focus moves below it', { tag: '@deep' }, async ({ page }) => {
      await page.goto('/signup/form');
      const banner = page.getByRole('region', { name: 'Your plan' }).getByRole('button');
      await banner.focus();
      await page.keyboard.press('Enter');
      await expect(banner).toHaveAttribute('aria-expanded', 'true');
      await page.getByLabel('First name').focus();
      await expect(banner).toHaveAttribute('aria-expanded', 'false');
      await expect.poll(async () => (await seenOfFocused(page))?.isSeen).toBe(true);
    });
  });
