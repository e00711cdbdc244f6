import { expect, test } from '@playwright/test';
import { createAccount, linkIn, passMailLimits, queryDatabase, readMail, uniqueEmail } from '../portal.ts';

const PASSWORD = 'Round-Tables-For-8!';

test(
  'an unknown address shows the same screen, and the cooldown survives a reload',
  { tag: '@deep' },
  async ({ page }) => {
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(uniqueEmail('unknown'));
    await page.keyboard.press('Enter');
    const modal = page.getByRole('dialog', { name: 'Check your email' });
    await expect(modal).toContainText('If there’s an account for');
    await expect(modal.getByRole('button', { name: 'Resend email' })).toBeDisabled();
    await page.keyboard.press('Escape');

    await page.reload();
    await expect(page.getByText(/^\d+ min \d+ sec remaining to re-send email$/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send reset link' })).toBeDisabled();
    await page.getByLabel('Email').fill(uniqueEmail('corrected'));
    await expect(page.getByRole('button', { name: 'Send reset link' })).toBeEnabled();
  },
);

test('the email is sent again after the cooldown', { tag: '@deep' }, async ({ page }) => {
  await page.clock.install();
  const email = uniqueEmail('again');
  await createAccount(page, email, PASSWORD);
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  const resend = page.getByRole('button', { name: 'Resend email' });
  await expect(resend).toBeDisabled();
  const first = linkIn(await readMail(email, 'Reset your'));

  await passMailLimits(email);
  await page.clock.fastForward('02:01');
  await resend.click();
  await expect(page.getByText(/another email is on its way/)).toBeVisible();
  await expect(resend).toBeDisabled();
  await expect.poll(async () => linkIn(await readMail(email, 'Reset your'))).not.toBe(first);
});

test('an expired reset link offers a new one for the same address', { tag: '@deep' }, async ({ page }) => {
  const email = uniqueEmail('dead');
  await createAccount(page, email, PASSWORD);
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  const link = linkIn(await readMail(email, 'Reset your'));
  await queryDatabase(`UPDATE one_time_links SET expires_at = now() - interval '1 second' WHERE email = $1`, [
    email,
  ]);
  await page.goto(link);
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
});

test('a failed call redirects to the failure page', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/forgot-password');
  await page.route('**/forgot-password', (route) => route.abort());
  await page.getByLabel('Email').fill(uniqueEmail('offline'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/failure-general$/);
});

test('a common password is rejected on the form', { tag: '@deep' }, async ({ page }) => {
  const email = uniqueEmail('common');
  await createAccount(page, email, PASSWORD);
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await page.goto(linkIn(await readMail(email, 'Reset your')));
  await page.getByLabel('Password', { exact: true }).fill('Password1234!');
  await page.getByLabel('Confirm password', { exact: true }).fill('Password1234!');
  await page.keyboard.press('Enter');
  const problem = page.getByText('This password is too common. Choose a different one.');
  await expect(problem).toBeVisible();
  await page.getByLabel('Password', { exact: true }).press('End');
  await page.keyboard.type('x');
  await expect(problem).toBeHidden();
});
