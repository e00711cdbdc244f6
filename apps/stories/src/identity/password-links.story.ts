import { expect, test } from '@playwright/test';
import {
  askForReset,
  linkIn,
  passMailLimits,
  queryDatabase,
  readMail,
  registerThroughApi,
  uniqueEmail,
} from '../portal.ts';

const PASSWORD = 'Round-Tables-For-8!';

test(
  'each state of a link has its own message, and an invalid link shows no password field',
  { tag: '@deep' },
  async ({ page }) => {
    const email = uniqueEmail('link');
    await registerThroughApi(page, email);
    const first = linkIn(await readMail(email));

    await page.goto(first.replace(/resetToken=[^&]+/, `resetToken=${'x'.repeat(43)}`));
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('We don’t recognize this link');
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);

    await queryDatabase(
      `UPDATE one_time_links SET expires_at = now() - interval '1 second' WHERE email = $1`,
      [email],
    );
    await page.goto(first);
    await expect(heading).toHaveText('This link has expired');
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);

    await passMailLimits(email);
    await page.getByRole('button', { name: /new link/i }).click();
    await expect.poll(async () => linkIn(await readMail(email))).not.toBe(first);
    const second = linkIn(await readMail(email));
    await page.goto(second);
    await page.reload();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel(/^Confirm/).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: "All set! You've created an account" })).toBeVisible();

    for (const link of [first, second]) {
      await page.goto(link);
      await expect(heading).toHaveText('This link has already been used');
    }

    // A reset link becomes invalid when the account is deactivated.
    await askForReset(page, email);
    const reset = linkIn(await readMail(email, 'Reset your'));
    await page.goto(reset);
    await expect(heading).toHaveText('Reset your password');
    await expect(page.getByRole('region', { name: 'Your details' })).toHaveCount(0);
    await queryDatabase('UPDATE users SET deactivated_at = now() WHERE email = $1', [email]);
    await page.getByLabel('Password', { exact: true }).fill(`${PASSWORD}!`);
    await page.getByLabel(/^Confirm/).fill(`${PASSWORD}!`);
    await page.keyboard.press('Enter');
    await expect(heading).toHaveText('This link no longer works');
  },
);

test(
  'a sign-up link shows the details entered in another browser, and the user can change them',
  { tag: '@deep' },
  async ({ page, browser }) => {
    const email = uniqueEmail('stranger');
    const stranger = await browser.newPage();
    await registerThroughApi(stranger, email, 'pro', 'Not Hers');
    await page.goto(linkIn(await readMail(email)));

    const details = page.getByRole('region', { name: 'Your details' });
    await expect(details).toContainText('Not Hers');
    await expect(details).toContainText('PRO');
    await expect(page.getByRole('img', { name: 'Step 2 of 3' })).toBeVisible();

    await details.getByRole('button', { name: 'Change' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('First name')).toBeFocused();
    await page.getByLabel('Company name').fill('');
    await page.getByLabel('Company name').press('Enter');
    await expect(page.getByLabel('Company name')).toBeFocused();
    await expect(details.getByText('Required Field')).toBeVisible();
    await page.getByLabel('Company name').fill('Hers Alone');
    await page.getByRole('radio', { name: /PRO/ }).focus();
    await page.keyboard.press('ArrowUp');
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    await expect(details.getByRole('heading')).toBeFocused();
    await expect(details).toContainText('Hers Alone');
    await expect(page.getByRole('img', { name: 'Step 2 of 2' })).toBeVisible();

    // The other browser changes its registration meanwhile. The account still gets the data that this page shows.
    await registerThroughApi(stranger, email, 'pro', 'Behind Her Back');
    await stranger.close();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel(/^Confirm/).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: "All set! You've created an account" })).toBeVisible();
    const made = await queryDatabase(
      'SELECT t.name, t.has_incomplete_billing FROM teams t JOIN users u ON u.team_id = t.id WHERE u.email = $1',
      [email],
    );
    expect(made).toEqual([{ name: 'Hers Alone', has_incomplete_billing: false }]);
  },
);

test('the password checklist shows which rules are met', { tag: '@deep' }, async ({ page }) => {
  const email = uniqueEmail('checklist');
  await registerThroughApi(page, email);
  await page.goto(linkIn(await readMail(email)));
  await page.getByLabel('Password', { exact: true }).fill('round');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password requirements were not met.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'One lowercase letter' })).toContainText(/met/);
  await expect(page.getByRole('listitem').filter({ hasText: 'One uppercase letter' })).toContainText(
    /not met/i,
  );
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});
