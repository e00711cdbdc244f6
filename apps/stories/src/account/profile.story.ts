import { expect, test } from '@playwright/test';
import { expectAccessible, listenForErrors } from '../page-errors.ts';
import { createAccount, logInThroughApi, queryDatabase, uniqueEmail } from '../portal.ts';
import { PASSWORD } from '../team-steps.ts';

test('a user changes their name, country, team and language', { tag: '@deep' }, async ({ page }) => {
  const email = uniqueEmail('profile');
  await createAccount(page, email, PASSWORD);
  await logInThroughApi(page, email, PASSWORD);
  const faults = await listenForErrors(page);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Grace');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'First name' }).fill('Amazing');
  await page.getByRole('textbox', { name: 'Job title' }).fill('Rear admiral');
  await page.getByRole('textbox', { name: 'Team name' }).fill('Compilers');
  const consent = page.getByRole('checkbox', { name: /email me news/ });
  await consent.check();
  await page.getByRole('button', { name: 'Country' }).click();
  await page.getByRole('option', { name: 'Germany' }).click();
  await expect(consent).not.toBeChecked();
  await page.getByRole('button', { name: /Time zone$/ }).click();
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Job title' })).toHaveValue('Rear admiral');
  await expect(page.getByRole('textbox', { name: 'Team name' })).toHaveValue('Compilers');
  await expect(page.getByRole('button', { name: /Time zone$/ })).toHaveText('Asia/Tokyo');
  await expect(page.getByRole('button', { name: 'State or province' })).toHaveCount(0);

  await page.getByRole('button', { name: /Language$/ }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  // The language belongs to the account, so a browser without the language cookie also shows it.
  await page.context().clearCookies({ name: 'language' });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Amazing');

  await page.getByRole('button', { name: 'Sprache: Deutsch' }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect
    .poll(() => queryDatabase('SELECT language FROM users WHERE email = $1', [email]))
    .toEqual([{ language: 'en' }]);
  expect(faults).toEqual([]);
});
