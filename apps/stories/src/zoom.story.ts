import { expect, test, type Locator, type Page } from '@playwright/test';
import { openHydrated } from './open-hydrated.ts';

type Role = 'button' | 'link';

const screens: { path: string; action: [role: Role, name: string] }[] = [
  { path: '/signup/form', action: ['button', 'Next'] },
  { path: '/login', action: ['button', 'Log in'] },
  { path: '/forgot-password', action: ['button', 'Send reset link'] },
  { path: '/reset-password', action: ['link', 'Go to login'] },
  { path: '/pro', action: ['link', 'Create an account'] },
];

/** None of these screens has this many controls. */
const MAX_TABS = 40;

async function tabTo(page: Page, wanted: Locator, visit: (focused: Locator) => Promise<void>): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    await page.keyboard.press('Tab');
    await visit(page.locator(':focus'));
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never comes to ${String(wanted)}`);
}

test.describe('at 400 % zoom', () => {
  // A window of 1280 x 1024 at 400 %.
  test.use({ viewport: { width: 320, height: 256 } });

  for (const { path, action } of screens)
    test(
      `${path} needs no horizontal scrolling, and Tab reaches its main action`,
      { tag: '@deep' },
      async ({ page }) => {
        await openHydrated(page, path);
        const wanted = page.getByRole(action[0], { name: action[1], exact: true });
        await tabTo(page, wanted, (focused) => expect.poll(() => isInSight(focused)).toBe(true));
        expect(
          await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
        ).toBe(0);
      },
    );
});

test.describe('in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' }, colorScheme: 'dark' });

  for (const { path, action } of screens)
    test(`${path} shows which control has the focus`, { tag: '@deep' }, async ({ page }) => {
      await openHydrated(page, path);
      expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
      const wanted = page.getByRole(action[0], { name: action[1], exact: true });
      await tabTo(page, wanted, async (focused) =>
        expect.poll(() => outlineOf(focused)).toMatch(/^(?!none).* [1-9]/),
      );
    });
});

/** Returns whether the middle of the control's first line is in the window and not covered. */
function isInSight(control: Locator): Promise<boolean> {
  return control.evaluate((element) => {
    const [line = element.getBoundingClientRect()] = element.getClientRects();
    const seen = document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2);
    // The label draws the box of a radio button or checkbox.
    return seen !== null && (element.contains(seen) || seen.closest('label')?.contains(element) === true);
  });
}

function outlineOf(control: Locator): Promise<string> {
  return control.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return `${outlineStyle} ${outlineWidth}`;
  });
}
