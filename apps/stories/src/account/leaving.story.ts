import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '../page-errors.ts';
import { createAccount, logIn, queryDatabase, readMail, uniqueEmail } from '../portal.ts';

const PASSWORD = 'Round-Tables-For-8!';
const DATA = '/settings/data';

async function openOwnData(page: Page, name: string): Promise<string> {
  const email = uniqueEmail(name);
  await createAccount(page, email, PASSWORD);
  await page.goto(DATA);
  await logIn(page, email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Download your data' })).toBeVisible();
  return email;
}

async function expectAccessibleAtEverySize(page: Page): Promise<void> {
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectAccessible(page);
  }
}

async function deleteAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Your account will be deleted' })).toBeVisible();
}

test(
  'a user downloads all their data after confirming their identity',
  { tag: '@deep' },
  async ({ page }) => {
    const email = await openOwnData(page, 'copy');
    await queryDatabase(
      `UPDATE sessions SET step_up_at = now() - interval '1 hour'
      WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
      [email],
    );
    await page.getByRole('button', { name: 'Request a copy' }).click();
    const question = page.getByRole('alertdialog', { name: 'Confirm it’s you' });
    await question.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await question.getByRole('button', { name: 'Confirm' }).click();
    const download = page.getByRole('button', { name: 'Download' });
    await expect(download).toBeVisible();
    await expectAccessibleAtEverySize(page);
    const mail = await readMail(email, 'data is ready');
    expect(mail.text).toContain(DATA);
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
    expect(file.suggestedFilename()).toBe('my-data.json');
    const copy = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, unknown>;
    expect(copy).toMatchObject({ email, user: { firstName: 'Grace', sessions: expect.any(Array) } });
  },
);

test(
  'a user requests the deletion of the account, logs in again, and keeps it',
  { tag: '@deep' },
  async ({ page }) => {
    const email = await openOwnData(page, 'kept');
    const button = page.getByRole('button', { name: 'Delete account' });
    await button.click();
    await expectAccessibleAtEverySize(page);
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await deleteAccount(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    expect((await readMail(email, 'will be deleted on')).text).toContain('Keep my account');

    await page.goto('/login');
    await logIn(page, email, PASSWORD);
    const question = page.getByRole('alertdialog', { name: 'Keep your account?' });
    await expect(question).toContainText('we’ll delete it with everything in it');
    await expectAccessibleAtEverySize(page);
    await question.getByRole('button', { name: 'No, delete it' }).click();
    await expect(question).toBeHidden();

    await page.goto('/login');
    await logIn(page, email, PASSWORD);
    await expect(question).toBeVisible();
    await page.goto(DATA);
    await expect(page).toHaveURL(/\/login/);
    await question.getByRole('button', { name: 'Keep my account' }).click();
    await expect(question).toBeHidden();
    // Retries, because the page after the login may still be loading, which aborts the navigation.
    await expect(async () => {
      await page.goto(DATA);
      await expect(button).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await readMail(email, 'won’t be deleted');
  },
);

test('a deleted account is erased after 14 days', { tag: '@deep' }, async ({ page }) => {
  const email = await openOwnData(page, 'erased');
  await deleteAccount(page);
  await queryDatabase(`UPDATE users SET leaving_at = now() - interval '14 days' WHERE email = $1`, [email]);
  await queryDatabase(`INSERT INTO pgboss.job (name) VALUES ('erase-accounts')`);
  await readMail(email, 'has been deleted');
  expect(await queryDatabase('SELECT id FROM users WHERE email = $1', [email])).toEqual([]);
  await page.goto('/login');
  await logIn(page, email, PASSWORD);
  await expect(page.getByText('Invalid email or password')).toBeVisible();
});

test(
  'an owner who deletes the account is asked to transfer a team with other members first',
  { tag: '@deep' },
  async ({ page }) => {
    const email = await openOwnData(page, 'owner');
    await queryDatabase(
      `UPDATE teams SET seat_limit = 5 WHERE owner_id = (SELECT id FROM users WHERE email = $1)`,
      [email],
    );
    await queryDatabase(
      `INSERT INTO users (email, first_name, last_name, team_id)
     SELECT 'second-' || email, 'Sam', 'Second', team_id FROM users WHERE email = $1`,
      [email],
    );
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click();
    await expect(page.getByRole('alert').getByText(/Transfer it to another member/)).toBeVisible();
    await page.getByRole('link', { name: 'See your team' }).click();
    await expect(page).toHaveURL(/\/settings\/team$/);
  },
);

test(
  'a user who is restricted to paying can still delete the account',
  { tag: '@deep' },
  async ({ page }) => {
    const email = uniqueEmail('ended-leaves');
    await createAccount(page, email, PASSWORD);
    await queryDatabase(
      `INSERT INTO subscriptions (team_id, stripe_customer_id, status, ends_as)
     SELECT team_id, $1, 'canceled', 'ended' FROM users WHERE email = $1`,
      [email],
    );
    await page.goto('/login');
    await logIn(page, email, PASSWORD);
    await page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .getByRole('link', { name: /Download your data/ })
      .click();
    await expect(page.getByRole('heading', { name: 'Download your data' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Settings' })).toHaveCount(0);
    await expectAccessibleAtEverySize(page);
    await deleteAccount(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/$/);
  },
);
