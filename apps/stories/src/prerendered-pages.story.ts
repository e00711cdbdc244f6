import { expect, test, type Page } from '@playwright/test';
import { accountMenu } from './account-steps.ts';
import { holdScripts } from './held-scripts.ts';
import { layoutShiftOf, MAX_SHIFT } from './layout-shift.ts';
import { listenForErrors } from './page-errors.ts';
import { createAccount, logInThroughApi, uniqueEmail } from './portal.ts';

const PASSWORD = 'Round-Tables-For-8!';

async function logInAsNew(page: Page): Promise<void> {
  const email = uniqueEmail('fast');
  await createAccount(page, email, PASSWORD);
  await logInThroughApi(page, email, PASSWORD);
}

const open = [
  { path: '/signup', title: 'Choose a plan', heading: 'Choose your plan' },
  { path: '/signup/form', title: 'Create an Account', heading: 'Create an Account' },
  { path: '/forgot-password', title: 'Forgot password', heading: 'Forgot password' },
  {
    path: '/nowhere',
    title: 'Oh no! This page cannot be found.',
    heading: 'Oh no! This page cannot be found.',
  },
];

for (const { path, title, heading } of open)
  test(
    `${path} is complete in its HTML, and its scripts take it over without a change`,
    { tag: '@deep' },
    async ({ page }) => {
      const faults = await listenForErrors(page, '/nowhere');
      const release = await holdScripts(page);
      await page.goto(path);
      await expect(page).toHaveTitle(new RegExp(`^${title} – `));
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /./);
      const h1 = page.getByRole('heading', { level: 1, name: heading });
      await h1.evaluate((element) => (element.dataset['seen'] = 'before'));
      release();
      await page.getByRole('button', { name: 'Help and support' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.locator('h1')).toHaveAttribute('data-seen', 'before');
      expect(await layoutShiftOf(page)).toBeLessThanOrEqual(MAX_SHIFT);
      expect(faults).toEqual([]);
    },
  );

test(
  'the sign-up form keeps a text and a click from before its scripts load',
  { tag: '@deep' },
  async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/signup/form');
    await page.getByLabel('First name').fill('Ada');
    await page.getByRole('button', { name: /Country/ }).click();
    release();
    await page.getByRole('option', { name: 'Canada' }).click();
    await expect(page.getByLabel('First name')).toHaveValue('Ada');
    await expect(page.getByRole('button', { name: /Canada/ })).toBeFocused();
  },
);

test(
  'the plan page keeps a choice and a click from before its scripts load',
  { tag: '@deep' },
  async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/signup');
    await page.getByRole('radio', { name: 'PRO' }).check({ force: true });
    await page.getByRole('button', { name: 'Next' }).click();
    release();
    await expect(page).toHaveURL(/\/signup\/form$/);
    await expect(page.getByRole('region', { name: 'Your plan' })).toContainText('$199');
  },
);

test(
  'the plan page keeps a choice made after the shell has started but before the page has',
  { tag: '@deep' },
  async ({ page }) => {
    const release = await holdScripts(page, 'sign-up-plan-page-*');
    await page.goto('/signup');
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('header') ?? {}).some((key) => key.startsWith('__react')),
    );
    await page.getByRole('radio', { name: 'PRO' }).check({ force: true });
    release();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page).toHaveURL(/\/signup\/form$/);
    await expect(page.getByRole('region', { name: 'Your plan' })).toContainText('$199');
  },
);

test('the account menu opens while the page still loads', { tag: '@deep' }, async ({ page }) => {
  await logInAsNew(page);
  const release = await holdScripts(page, 'settings-security-page-*');
  await page.goto('/settings/security');
  await accountMenu(page).click();
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
  release();
  await expect(page.getByText('Change password')).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
});

test(
  'the home page has its outline in the HTML, and its layout does not shift',
  { tag: '@deep' },
  async ({ page }) => {
    await logInAsNew(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const release = await holdScripts(page);
    for (const path of ['/', '/login', '/signin']) {
      await page.goto(path);
      await expect(page).toHaveTitle(/^Home – /);
      await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
      await expect(page.getByText('Free Trial')).toHaveCount(0);
    }
    release();
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await layoutShiftOf(page)).toBeLessThanOrEqual(MAX_SHIFT);
  },
);

const settings = ['team', 'profile', 'security', 'billing', 'apps', 'sso'].map((name) => `/settings/${name}`);
for (const path of settings)
  test(
    `${path} has its outline in the HTML, and its layout does not shift`,
    { tag: '@deep' },
    async ({ page }) => {
      await logInAsNew(page);
      const release = await holdScripts(page);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const title = await page.title();
      release();
      await expect(page.getByRole('navigation', { name: 'Settings' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await page.title()).toBe(title);
      expect(await layoutShiftOf(page)).toBeLessThanOrEqual(MAX_SHIFT);
    },
  );

test('pages whose scripts fail to load show a message', { tag: '@deep' }, async ({ page }) => {
  await logInAsNew(page);
  await page.route('**/assets/*.js', (route) => route.abort());
  for (const path of ['/', '/signup', '/settings/team', '/nowhere']) {
    await page.goto(path);
    await expect(page.getByText('This page didn’t load completely.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});
