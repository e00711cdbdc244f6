import { expect, test, type Page } from '@playwright/test';
import { linkIn, readMail, uniqueEmail } from '../portal.ts';
import { fillSignUpForm } from '../sign-up-steps.ts';

const PASSWORD = 'Round-Tables-For-8!';

const GRACE = { firstName: 'Grace', lastName: 'Hopper', businessName: 'Grace Gatherings' };

async function fillForm(page: Page, email: string): Promise<void> {
  await fillSignUpForm(page, { ...GRACE, email });
  await page.getByRole('button', { name: /Country/ }).click();
  await page.getByRole('option', { name: 'Canada' }).click();
  await page.getByRole('button', { name: /State or province/ }).click();
  await page.getByRole('option', { name: 'Ontario' }).click();
}

test(
  'an open "Verify your email" page continues when another tab finishes the sign-up',
  { tag: '@deep' },
  async ({ page, context }) => {
    const email = uniqueEmail('tab');
    await page.goto('/signup/form');
    await fillForm(page, email);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();

    const other = await context.newPage();
    await other.goto(linkIn(await readMail(email)));
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.getByLabel(/^Confirm/).fill(PASSWORD);
    await other.keyboard.press('Enter');
    await expect(other.getByRole('heading', { name: "All set! You've created an account" })).toBeVisible();
    await page.bringToFront();
    await expect(page.getByRole('heading', { name: "All set! You've created an account" })).toBeVisible();
  },
);

test(
  'a visitor with a mistyped address returns to the filled-in form',
  { tag: '@deep' },
  async ({ page }) => {
    await page.goto('/signup/form');
    await fillForm(page, uniqueEmail('typo'));
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('link', { name: 'Change it' }).click();
    await expect(page.getByLabel('First name')).toHaveValue('Grace');
    await expect(page.getByRole('button', { name: /Country/ })).toContainText('Canada');
  },
);
