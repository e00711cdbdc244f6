import { expect, test } from '@playwright/test';
import { accountMenu } from './account-steps.ts';
import { createAccount, logInThroughApi, portal, uniqueEmail } from './portal.ts';

const PASSWORD = 'Round-Tables-For-8!';

test('a menu whose file failed to load opens after the page has reloaded', async ({ page }) => {
  const email = uniqueEmail('lost');
  await createAccount(page, email, PASSWORD);
  await logInThroughApi(page, email, PASSWORD);
  await page.goto(`${portal().portalUrl}/settings/profile`);
  await expect(accountMenu(page)).toBeVisible();
  await page.waitForLoadState('networkidle');

  // Scripts fail to load until the page reloads itself.
  let isLost = true;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isLost = false;
  });
  await page.route('**/assets/*.js', (route) =>
    isLost ? route.abort('internetdisconnected') : route.continue(),
  );
  const loadedAnew = page.waitForEvent('domcontentloaded');
  await accountMenu(page).click();
  await loadedAnew;
  await accountMenu(page).click();
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
});

test('the footer works on the error page of a page whose file is lost', async ({ page }) => {
  await page.route('**/assets/sign-up-form-page-*.js', (route) => route.abort('internetdisconnected'));
  await page.goto('/signup/form');
  await expect(page.getByText('We were unable to complete your request.')).toBeVisible();
  await page.getByRole('button', { name: 'Language' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
