import { expect, test, type Page } from '@playwright/test';
import { createAccount, logInThroughApi, uniqueEmail } from './portal.ts';
import { accountMenu } from './account-steps.ts';
import { openHydrated } from './open-hydrated.ts';

/**
 * The maximum number of requests that a page sends. Without HTTP/2 in the proxy, a browser cannot send
 * them all at the same time.
 */
const MAX_REQUESTS = 25;
/** A page with the card form also loads the card provider's script, and requests the amount to pay. */
const MAX_REQUESTS_WITH_CARD = 32;
/** The maximum bytes of compressed scripts that the sign-up form adds to the plan page. */
const MAX_MORE_BYTES = 31_000;
/** The security page has four parts with separate files: sessions, passkeys, password and authenticator app. */
const MAX_REQUESTS_OF_SECURITY = 32;
const PASSWORD = 'Round-Tables-For-8!';

const ofVisitors = ['/signup/form', '/forgot-password', '/verify-email', '/reset-password', '/saml-pending'];
const withCard = ['/pro/upgrade', '/billing'];
const ofUsers = ['/', '/settings'].concat(
  ['team', 'billing', 'apps', 'sso', 'profile', 'data'].map((name) => `/settings/${name}`),
);

async function filesOf(page: Page, path: string): Promise<{ name: string; bytes: number }[]> {
  await openHydrated(page, path);
  await page.waitForLoadState('networkidle');
  // The comparison of the plans loads last, possibly after the network was idle.
  if (path === '/signup')
    await expect(page.getByRole('heading', { name: 'What you get with PRO' })).toBeVisible();
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map((entry) => ({
      name: new URL(entry.name).pathname,
      bytes: entry.encodedBodySize,
    })),
  );
}

test('each page loads only a few files', { tag: '@deep' }, async ({ page }) => {
  test.slow();
  const expectFew = async (path: string, most: number) =>
    expect((await filesOf(page, path)).length, path).toBeLessThanOrEqual(most);
  for (const path of ofVisitors) await expectFew(path, MAX_REQUESTS);
  const email = uniqueEmail('few');
  await createAccount(page, email, PASSWORD);
  await logInThroughApi(page, email, PASSWORD);
  for (const path of ofUsers) await expectFew(path, MAX_REQUESTS);
  await expectFew('/settings/security', MAX_REQUESTS_OF_SECURITY);
  for (const path of withCard) await expectFew(path, MAX_REQUESTS_WITH_CARD);
});

test(
  'the sign-up form loads few scripts beyond those of the plan step',
  { tag: '@deep' },
  async ({ page }) => {
    const scripts = async (path: string) =>
      (await filesOf(page, path))
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, { bytes }) => sum + bytes, 0);
    const [plan, form] = [await scripts('/signup'), await scripts('/signup/form')];
    expect(plan).toBeGreaterThan(0);
    expect(form - plan).toBeLessThan(MAX_MORE_BYTES);
  },
);

test(
  'a menu loads when it is first used, and opens at the first click',
  { tag: '@deep' },
  async ({ page }) => {
    const email = uniqueEmail('few');
    await createAccount(page, email, PASSWORD);
    await logInThroughApi(page, email, PASSWORD);
    const names = (await filesOf(page, '/settings')).map(({ name }) => name);
    expect(names.filter((name) => /list-menu|Dialog/.test(name))).toEqual([]);
    await accountMenu(page).click();
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(accountMenu(page)).toBeFocused();
  },
);
