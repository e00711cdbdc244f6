import { expect, test } from '@playwright/test';
import { holdScripts } from './held-scripts.ts';
import { layoutShiftOf, MAX_SHIFT } from './layout-shift.ts';
import { captureLook } from './captured-look.ts';
import { listenForErrors } from './page-errors.ts';
import { createAccount, portal, uniqueEmail } from './portal.ts';
import { beSlowPhone } from './slow-phone.ts';

const HEADING = 'Bring your events to life';
const sizes = { desktop: { width: 1440, height: 900 }, mobile: { width: 390, height: 844 } } as const;

for (const [size, viewport] of Object.entries(sizes))
  test(
    `the login page shows before its scripts load, and does not change afterwards, on ${size}`,
    { tag: '@deep' },
    async ({ page }) => {
      const faults = await listenForErrors(page);
      await page.setViewportSize(viewport);
      const release = await holdScripts(page);
      await page.addInitScript(() => addEventListener('ready', () => (window.name = 'ready')));
      await page.goto('/login');
      await expect(page.getByText(HEADING)).toBeVisible();
      const expectSameLook = await captureLook(page);
      // Fonts that arrive after the first paint move the text a little.
      const shiftByFonts = await layoutShiftOf(page);
      expect(shiftByFonts).toBeLessThanOrEqual(MAX_SHIFT);
      release();
      await expect.poll(() => page.evaluate(() => window.name), 'the application took over').toBe('ready');
      await page.waitForLoadState('networkidle');
      await expectSameLook();
      await expect(page.getByRole('heading', { name: HEADING })).toBeVisible();
      await expect(page.getByText(HEADING)).toHaveCount(1);
      expect(await layoutShiftOf(page)).toBe(shiftByFonts);
      expect(faults).toEqual([]);
    },
  );

const PASSWORD = 'Round-Tables-For-8!';

test('a user on a slow phone logs in without waiting for the scripts', async ({ page }) => {
  const faults = await listenForErrors(page);
  const email = uniqueEmail('fast');
  await createAccount(page, email, PASSWORD);
  await page.setViewportSize(sizes.mobile);
  await beSlowPhone(page);
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  release();
  await page.waitForURL((url) => url.href.startsWith(portal().productUrl));
  expect(faults).toEqual([]);
});

test(
  'text, focus and a click from before the scripts load are not lost',
  { tag: '@deep' },
  async ({ page }) => {
    const faults = await listenForErrors(page);
    const email = uniqueEmail('fast');
    const release = await holdScripts(page);
    await page.goto('/login?redirect=%2Fdiagrams');
    await page.getByRole('button', { name: 'Show password' }).click();
    const field = page.getByRole('textbox', { name: 'Email' });
    await field.fill(email);
    await field.evaluate((box) => (box.dataset['seen'] = 'before'));
    release();
    await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible();
    await expect(field).toHaveValue(email);
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('data-seen', 'before');
    await page.getByLabel('Password', { exact: true }).fill('x');
    await expect(field).toHaveValue(email);
    expect(faults).toEqual([]);
  },
);

test('links work before the scripts load', { tag: '@deep' }, async ({ page }) => {
  await holdScripts(page);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.waitForURL('**/forgot-password', { waitUntil: 'commit' });
});

test(
  'a page whose scripts fail to load shows a message, and enables no button except Reload',
  { tag: '@deep' },
  async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/login');
    await page.getByLabel('Email').fill('ada@story.test');
    await expect(page.getByText('This page didn’t load completely. Reload it to continue.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('ada@story.test');
    await expect(page.getByRole('button', { disabled: false })).toHaveText(['Reload']);
    await page.getByLabel('Email').press('Enter');
    expect(new URL(page.url()).search).toBe('');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('button', { name: 'Help and support' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
);

test(
  'a form that a program submits before the scripts load does nothing, and keeps the typed text',
  { tag: '@deep' },
  async ({ page }) => {
    await holdScripts(page);
    await page.goto('/login');
    await page.getByLabel('Email').fill('ada@story.test');
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.evaluate(() => document.querySelector('form')?.submit());
    expect((await answered).status()).toBe(204);
    await page.evaluate(() => document.querySelector('form')?.requestSubmit());
    await expect(page.getByLabel('Email')).toHaveValue('ada@story.test');
    expect(new URL(page.url()).search).toBe('');
  },
);

test(
  'the application starts even if the browser never reports a paint',
  { tag: '@deep' },
  async ({ page }) => {
    await page.addInitScript(() => (PerformanceObserver.prototype.observe = () => {}));
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the login page asks for JavaScript, and its form cannot be sent', async ({ page }) => {
    await page.goto('/login');
    // A CSS selector is needed, because Playwright finds no text in a <noscript>.
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeDisabled();
    await page.getByLabel('Password', { exact: true }).fill('secret');
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.waitForURL((url) => url.pathname === '/signup' && url.search === '');
  });
});
