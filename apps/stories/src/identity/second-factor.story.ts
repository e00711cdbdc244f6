import { expect, test, type Page } from '@playwright/test';
import { logOut } from '../account-steps.ts';
import { codeOf } from './authenticator.ts';
import { expectAccessible } from '../page-errors.ts';
import { createAccount, logIn, queryDatabase, readMail, uniqueEmail } from '../portal.ts';

const PASSWORD = 'Round-Tables-For-8!';
const STEP = 'One more step';

/** Returns the current code. Resets the last used time step, so that the code is accepted. */
async function freshCode(email: string, secret: string): Promise<string> {
  await queryDatabase(
    'UPDATE second_factors SET last_step = NULL WHERE user_id = (SELECT id FROM users WHERE email = $1)',
    [email],
  );
  return codeOf(secret);
}

async function toSecurity(page: Page): Promise<void> {
  await page.goto('/settings/security');
  await expect(page.getByRole('heading', { name: 'Authenticator app' })).toBeVisible();
}

async function setUpFactor(page: Page, email: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  await createAccount(page, email, PASSWORD);
  await page.goto('/settings/security');
  await logIn(page, email, PASSWORD);

  await page.getByRole('button', { name: 'Set up an app' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(setUp.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = await setUp.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  await expectAccessible(page);
  await setUp.getByLabel('Code from the app').fill(codeOf(secret));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('alertdialog', { name: 'Save your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recoveryCodes = await codes.getByRole('listitem').allInnerTexts();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await codes.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/recovery-codes\.txt$/);
  await codes.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(
    page.getByText('Two-step verification is on. You’ll need a code to log in with your password.'),
  ).toBeVisible();
  return { secret, recoveryCodes };
}

test('a second factor is set up and needed at the login', async ({ page }) => {
  const email = uniqueEmail('factor');
  const { secret } = await setUpFactor(page, email);
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible();
  await expectAccessible(page);
  await logOutAndWait(page);

  await toLogin(page, email);
  await expectAccessible(page);
  const code = page.getByLabel('Code from your authenticator app');
  await expect(code).toBeFocused();
  const right = await freshCode(email, secret);
  await code.fill(String((Number(right) + 500_000) % 1_000_000).padStart(6, '0'));
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('That code is wrong or was already used.')).toBeVisible();
  await code.fill(await freshCode(email, secret));
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/\/login/);
});

test(
  'a recovery code replaces the app’s code, a device is trusted and revoked, and the app is removed',
  { tag: '@deep' },
  async ({ page }) => {
    const email = uniqueEmail('factor');
    const { secret, recoveryCodes } = await setUpFactor(page, email);
    const code = page.getByLabel('Code from your authenticator app');
    await logOutAndWait(page);

    await toLogin(page, email);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await page.getByRole('checkbox', { name: /^Trust this device, and skip the code for 30 days/ }).check();
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page).not.toHaveURL(/\/login/);
    const { text } = await readMail(email, 'One of your recovery codes was used');
    expect(text).toContain('You have 9 left.');
    await logOutAtPortal(page);
    await page.goto('/login?redirect=/settings/security');
    await logIn(page, email, PASSWORD);
    await expect(page.getByText('This device', { exact: false }).first()).toBeVisible();

    await page.getByRole('button', { name: /^Stop trusting/ }).click();
    await expect(page.getByRole('heading', { name: 'Trusted devices' })).toHaveCount(0);
    await logOutAndWait(page);
    await toLogin(page, email);
    await code.fill(await freshCode(email, secret));
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(/\/login/);

    await toSecurity(page);
    await page.getByRole('button', { name: 'Remove app' }).click();
    const removal = page.getByRole('alertdialog', { name: 'Remove your authenticator app?' });
    await queryDatabase(
      `UPDATE sessions SET step_up_at = now() - interval '11 minutes'
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
      [email],
    );
    await removal.getByRole('button', { name: 'Remove' }).click();
    // More than 10 minutes after the last step-up, removing the app needs the password and a code.
    const proof = page.getByRole('alertdialog', { name: 'Confirm it’s you' });
    await proof.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(proof.getByText('Enter the 6-digit code from your app')).toBeVisible();
    await expectAccessible(page);
    await proof.getByLabel('Code from your authenticator app').fill(await freshCode(email, secret));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your authenticator app was removed.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Authenticator app' })).toBeFocused();
    await readMail(email, 'You no longer need a code to log in');
  },
);

test(
  'a code of the previous time step works, and no code works twice',
  { tag: '@deep' },
  async ({ page, browser }) => {
    const email = uniqueEmail('drift');
    const { secret } = await setUpFactor(page, email);
    await logOutAndWait(page);
    await toLogin(page, email);
    await freshCode(email, secret);
    // Waits if less than half a time step is left, so that both browsers are in the same step.
    await page.waitForTimeout(Math.max(0, (Date.now() % 30_000) - 15_000) && 30_000 - (Date.now() % 30_000));
    const before = codeOf(secret, -1);
    await page.getByLabel('Code from your authenticator app').fill(before);
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(/\/login/);

    const other = await (await browser.newContext()).newPage();
    await toLogin(other, email);
    const code = other.getByLabel('Code from your authenticator app');
    await code.fill(before);
    await other.keyboard.press('Enter');
    await expect(other.getByText('That code is wrong or was already used.')).toBeVisible();
    await code.fill(codeOf(secret));
    await other.keyboard.press('Enter');
    await expect(other).not.toHaveURL(/\/login/);
    await other.context().close();
  },
);

async function toLogin(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await logIn(page, email, PASSWORD);
  await expect(page.getByRole('heading', { name: STEP })).toBeVisible();
}

async function logOutAtPortal(page: Page): Promise<void> {
  await page.goto('/settings/security');
  await logOutAndWait(page);
}

async function logOutAndWait(page: Page): Promise<void> {
  await logOut(page);
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
}
