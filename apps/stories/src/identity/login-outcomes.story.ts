import { expect, test, type Page, type Response } from '@playwright/test';
import { logOut } from '../account-steps.ts';
import { createAccount, logIn, portal, queryDatabase, readMail, uniqueEmail } from '../portal.ts';

const PASSWORD = 'Round-Tables-For-8!';
const WRONG = 'Square-Tables-For-9!';
const TEAM_OF = '(SELECT team_id FROM users WHERE email = $1)';

/** Returns whether a response is to the login, not to the call that finds the company of an email address. */
const isLogin = (response: Response) =>
  response.request().method() === 'POST' && new URL(response.url()).pathname === '/login';
const ONE_LEFT = 'After one more wrong password, you’ll have to wait 10 minutes.';

async function lock(page: Page, email: string): Promise<void> {
  for (let left = 4; left > 0; left--) {
    const answer = page.waitForResponse(isLogin);
    await logIn(page, email, WRONG);
    expect((await answer).status()).toBe(401);
    await expect(page.getByText('Invalid email or password. Try again.', { exact: true })).toBeVisible();
    await expect(page.getByText(ONE_LEFT)).toBeVisible({ visible: left === 1 });
  }
  await logIn(page, email, WRONG);
}

test('a locked unknown address counts down in every tab and after a reload, and blocks no other account', async ({
  page,
  context,
}) => {
  const notice = /^Due to multiple password attempts, your account has been locked for \d+ min \d+ sec\.$/;
  await page.goto('/');
  const otherTab = await context.newPage();
  await otherTab.goto('/');
  await lock(page, uniqueEmail('unknown'));
  for (const tab of [page, otherTab]) {
    await expect(tab.getByText(notice).first()).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Log in', exact: true })).toBeDisabled();
  }

  await page.reload();
  const shown = page.getByText(notice).first();
  const before = await shown.textContent();
  await expect(shown).not.toHaveText(before ?? '');
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeDisabled();

  const email = uniqueEmail('colleague');
  await createAccount(page, email, PASSWORD);
  await page.reload();
  await page.getByRole('button', { name: 'use another account' }).click();
  await expect(otherTab.getByRole('button', { name: 'Log in', exact: true })).toBeEnabled();
  await logIn(page, email, PASSWORD);
  await expect(page).toHaveURL(portal().productUrl);
});

test('the correct password is rejected while the account is locked', { tag: '@deep' }, async ({ page }) => {
  const email = uniqueEmail('locked');
  await createAccount(page, email, PASSWORD);
  await page.goto('/');
  await lock(page, email);
  await page.getByRole('button', { name: 'use another account' }).click();
  await logIn(page, email, PASSWORD);
  await expect(page.getByText(/has been locked/).first()).toBeVisible();
});

test(
  'an attacker who locks an address does not block its owner, and gets no sixth guess',
  { tag: '@deep' },
  async ({ page, browser }) => {
    const email = uniqueEmail('owner');
    await createAccount(page, email, PASSWORD);
    await page.goto('/');
    await logIn(page, email, PASSWORD);
    await expect(page).toHaveURL(portal().productUrl);
    await page.goto(`${portal().portalUrl}/settings/security`);
    await logOut(page);
    await expect(page).toHaveURL(`${portal().portalUrl}/`);

    const elsewhere = await browser.newContext({ baseURL: portal().portalUrl });
    const stranger = await elsewhere.newPage();
    await stranger.goto('/');
    await lock(stranger, email);
    await expect(stranger.getByText(/has been locked/).first()).toBeVisible();

    await logIn(page, email, PASSWORD);
    await expect(page).toHaveURL(portal().productUrl);
    await stranger.getByRole('button', { name: 'use another account' }).click();
    const answer = stranger.waitForResponse(isLogin);
    await logIn(stranger, email, PASSWORD);
    expect((await answer).status()).toBe(423);

    await queryDatabase(`UPDATE lockouts SET locked_until = now() - interval '1 second' WHERE subject = $1`, [
      email,
    ]);
    await stranger.getByRole('button', { name: 'use another account' }).click();
    await logIn(stranger, email, PASSWORD);
    await expect(stranger).toHaveURL(portal().productUrl);
    expect((await readMail(email, 'was used in a new browser')).text).toContain('Chrome on Linux');
    await elsewhere.close();
  },
);

test('a deactivated user sees how to get reactivated', { tag: '@deep' }, async ({ page }) => {
  const email = uniqueEmail('deactivated');
  await createAccount(page, email, PASSWORD);
  await queryDatabase('UPDATE users SET deactivated_at = now() WHERE email = $1', [email]);
  await page.goto('/');
  await logIn(page, email, PASSWORD);
  const modal = page.getByRole('dialog');
  await expect(modal).toContainText(
    'Welcome back! Your account has been archived, but no worries - we can help get you reactivated',
  );
  await expect(modal.getByRole('link')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
});

test('an ended subscription offers reactivation and logout', { tag: '@deep' }, async ({ page }) => {
  const email = uniqueEmail('ended');
  await createAccount(page, email, PASSWORD);
  await queryDatabase(
    `INSERT INTO subscriptions (team_id, stripe_customer_id, status) VALUES (${TEAM_OF}, $2, 'canceled')`,
    [email, `cus_${crypto.randomUUID()}`],
  );
  await page.goto('/');
  await logIn(page, email, PASSWORD);
  const modal = page.getByRole('alertdialog', { name: 'Reactivate your account' });
  await expect(modal).toContainText('PRO Plan');
  await page.keyboard.press('Escape');
  await expect(modal).toBeVisible();
  await modal.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');

  await logIn(page, email, PASSWORD);
  await modal.getByRole('button', { name: 'Reactivate your account' }).click();
  await expect(page).toHaveURL(/\/pro\/upgrade$/);
  // The session is restricted to paying.
  await page.goto('/settings/security');
  await expect(page).toHaveURL(/\/pro\/upgrade$/);
});

test('a user with incomplete billing must first choose a plan', { tag: '@deep' }, async ({ page }) => {
  const email = uniqueEmail('unpaid');
  await createAccount(page, email, PASSWORD);
  await queryDatabase(`UPDATE teams SET has_incomplete_billing = true WHERE id = ${TEAM_OF}`, [email]);
  await page.goto('/');
  await logIn(page, email, PASSWORD);
  const modal = page.getByRole('alertdialog');
  await expect(modal.getByRole('button', { name: 'Get PRO' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(modal).toBeVisible();
  await modal.getByRole('button', { name: 'Start Free plan' }).click();
  await expect(page).toHaveURL(portal().productUrl);
  const [team] = await queryDatabase(`SELECT has_incomplete_billing FROM teams WHERE id = ${TEAM_OF}`, [
    email,
  ]);
  expect(team).toEqual({ has_incomplete_billing: false });
});

test('a logout link on another site asks for confirmation', { tag: '@deep' }, async ({ page }) => {
  const email = uniqueEmail('stay');
  await createAccount(page, email, PASSWORD);
  await page.goto('/');
  await logIn(page, email, PASSWORD);
  await expect(page).toHaveURL(portal().productUrl);
  await page.evaluate((address) => window.location.assign(address), `${portal().portalUrl}/logout`);
  await expect(page.getByRole('heading', { name: 'Log out?' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});
