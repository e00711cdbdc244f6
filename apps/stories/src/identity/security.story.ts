import { expect, test, type Browser, type Page } from '@playwright/test';
import { logOut } from '../account-steps.ts';
import { expectAccessible } from '../page-errors.ts';
import { createAccount, logIn, portal, queryDatabase, readMail, uniqueEmail } from '../portal.ts';

const PASSWORD = 'Round-Tables-For-8!';
const NEW_PASSWORD = 'Square-Tables-For-9!';
const LOGIN = /\/login\?redirect=/;

async function openSecurity(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/settings/security');
  await expect(page).toHaveURL(LOGIN);
  await logIn(page, email, password);
  await expect(page.getByText('This device')).toBeVisible();
}

async function otherBrowser(browser: Browser): Promise<Page> {
  return (await browser.newContext({ baseURL: portal().portalUrl })).newPage();
}

test(
  'a user sees their sessions, ends one, and logs out all others',
  { tag: '@deep' },
  async ({ page, browser }) => {
    const email = uniqueEmail('sessions');
    await createAccount(page, email, PASSWORD);
    const elsewhere = await otherBrowser(browser);
    await openSecurity(elsewhere, email);
    await openSecurity(page, email);

    // The third session began when the account was created.
    await expect(page.getByRole('listitem').filter({ hasText: 'Logged in' })).toHaveCount(3);
    await page
      .getByRole('button', { name: /^End session/ })
      .first()
      .click();
    await expect(page.getByText(/^You’ve ended the session on .+\.$/)).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Logged in' })).toHaveCount(2);
    await elsewhere.reload();
    await expect(elsewhere).toHaveURL(LOGIN);

    await page.getByRole('button', { name: 'Log out everywhere else' }).click();
    await expect(page.getByText('You’re logged out everywhere else.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^End session/ })).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('This device')).toBeVisible();
  },
);

test(
  'a session that another browser ended is redirected to the login at the next click',
  { tag: '@deep' },
  async ({ page, browser }) => {
    const email = uniqueEmail('click');
    await createAccount(page, email, PASSWORD);
    const elsewhere = await otherBrowser(browser);
    await openSecurity(elsewhere, email);
    await openSecurity(page, email);
    await page.getByRole('button', { name: 'Log out everywhere else' }).click();
    await expect(page.getByText('You’re logged out everywhere else.')).toBeVisible();
    await elsewhere.getByRole('button', { name: 'Log out everywhere else' }).click();
    await expect(elsewhere).toHaveURL(LOGIN);
  },
);

test('a user confirms their identity by keyboard some time after the login, and the call is repeated', async ({
  page,
  browser,
}) => {
  const email = uniqueEmail('proof');
  await createAccount(page, email, PASSWORD);
  const elsewhere = await otherBrowser(browser);
  await openSecurity(elsewhere, email);
  await openSecurity(page, email);
  await queryDatabase(
    `UPDATE sessions SET step_up_at = now() - interval '11 minutes'
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );

  const ask = page.getByRole('button', { name: 'Log out everywhere else' });
  const dialog = page.getByRole('alertdialog', { name: 'Confirm it’s you' });
  await ask.click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(ask).toBeFocused();
  await expect(page.getByText(/^Nothing was changed because/)).toBeVisible();

  await page.keyboard.press('Enter');
  const password = dialog.getByLabel('Your password', { exact: true });
  await password.fill('wrong');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('That’s not your current password')).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('You’re logged out everywhere else.')).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(LOGIN);
});

test('changing the password logs out all other sessions', { tag: '@deep' }, async ({ page, browser }) => {
  const email = uniqueEmail('change');
  await createAccount(page, email, PASSWORD);
  const elsewhere = await otherBrowser(browser);
  await openSecurity(elsewhere, email);
  await openSecurity(page, email);

  const current = page.getByLabel('Current password', { exact: true });
  await current.fill('wrong');
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm new password', { exact: true }).fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('That’s not your current password')).toBeVisible();
  await expect(current).toBeFocused();
  await current.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Your password has been changed/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^End session/ })).toHaveCount(0);
  await readMail(email, 'password was changed');

  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(LOGIN);
  await logIn(elsewhere, email, PASSWORD);
  await expect(elsewhere.getByText('Invalid email or password. Try again.')).toBeVisible();
  await logIn(elsewhere, email, NEW_PASSWORD);
  await expect(elsewhere.getByText('This device')).toBeVisible();

  await logOut(page);
  await expect(page).toHaveURL(`${portal().portalUrl}/`);
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});
