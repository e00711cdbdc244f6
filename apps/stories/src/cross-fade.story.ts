import { expect, test, type Page } from '@playwright/test';

declare global {
  interface Window {
    steps: { heading: string; focused: string; faded: string[]; isPressable: boolean }[];
  }
}

/** Records in `window.steps` the heading, the focus and the animated parts of the page when each fade starts. */
async function watchFades(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.steps = [];
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (...asked) => {
      const transition = start(...asked);
      void transition.ready.then(() => {
        const heading = document.querySelector('h1');
        const link = document.querySelector('main :is(a, button, input)');
        const { x, y, width, height } = link?.getBoundingClientRect() ?? new DOMRect();
        window.steps.push({
          heading: heading?.textContent ?? '',
          focused: document.activeElement?.textContent ?? '',
          faded: document
            .getAnimations()
            .map(({ effect }) => (effect instanceof KeyframeEffect ? (effect.pseudoElement ?? '') : ''))
            .filter((name) => name.startsWith('::view-transition')),
          isPressable:
            link !== null && link.contains(document.elementFromPoint(x + width / 2, y + height / 2)),
        });
      });
      return transition;
    };
  });
}

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Forgot password' });

/** Retries, because the click causes a full page load if the scripts are not loaded yet. */
async function fadeToNextPage(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto('/login');
    await page.waitForLoadState('networkidle');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(heading(page)).toBeFocused({ timeout: 5_000 });
  }).toPass();
}

test(
  'a link fades to the next page, which has the focus and is clickable from the first frame',
  { tag: '@deep' },
  async ({ page }) => {
    await watchFades(page);
    const name = 'Forgot password';
    // Retries, because there is no fade if the machine is too busy to render the page within a second.
    await expect(async () => {
      await fadeToNextPage(page);
      await page.waitForFunction(() => window.steps.length > 0, undefined, { timeout: 5_000 });
      expect(await page.evaluate(() => window.steps)).toEqual([
        { heading: name, focused: name, faded: expect.any(Array), isPressable: true },
      ]);
    }).toPass();
    const [step] = await page.evaluate(() => window.steps);
    expect(step?.faded).toContain('::view-transition-old(root)');
    expect(step?.faded).not.toContain('::view-transition-new(root)');
    // Going back does not fade, because the browser restores the scroll position itself (router.tsx).
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    expect(await page.evaluate(() => window.steps.length)).toBe(1);
  },
);

test('a link does not fade for users who prefer reduced motion', { tag: '@deep' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    document.startViewTransition = () => {
      throw new Error('It fades.');
    };
  });
  await fadeToNextPage(page);
});

test('a link works in a browser without view transitions', { tag: '@deep' }, async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Document.prototype, 'startViewTransition'));
  await fadeToNextPage(page);
  expect(await page.evaluate(() => 'startViewTransition' in document)).toBe(false);
});

test('a link to a page whose files fail to load shows a message', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/login');
  await page.waitForLoadState('networkidle');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByText('This page didn’t load completely.')).toBeVisible();
});
