import { expect, test } from '@playwright/test';
import { linkIn, queryDatabase, readMail, registerThroughApi, uniqueEmail } from './portal.ts';

const PASSWORD = 'Round-Tables-For-8!';

test('each state of a link has its own words, and none shows a field in vain', async ({ page }) => {
  const email = uniqueEmail('link');
  await registerThroughApi(page, email);
  const first = linkIn(await readMail(email));

  await page.goto(first.replace(/resetToken=[^&]+/, `resetToken=${'x'.repeat(43)}`));
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('We don’t recognize this link');
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);

  await queryDatabase('UPDATE one_time_links SET expires_at = now() WHERE email = $1', [email]);
  await page.goto(first);
  await expect(heading).toHaveText('This link has expired');
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);

  // An expired link offers a new one; that retires the old.
  await queryDatabase("UPDATE mail_waits SET sent_at = now() - interval '121 seconds' WHERE email = $1", [
    email,
  ]);
  await page.getByRole('button', { name: /new link/i }).click();
  await expect.poll(async () => linkIn(await readMail(email))).not.toBe(first);
  const second = linkIn(await readMail(email));
  await page.goto(first);
  await expect(heading).toHaveText('There is a newer link');

  await page.goto(second);
  await page.reload();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel(/^Confirm/).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: "All set! You've created an account" })).toBeVisible();

  await page.goto(second);
  await expect(heading).toHaveText('This link has already been used');
});

test('the checklist says what is met and what is not', async ({ page }) => {
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
