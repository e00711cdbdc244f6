import { expect, test } from '@playwright/test';
import { expectAccessible, listenForErrors } from '../page-errors.ts';
import { createAccount, linkIn, logInThroughApi, readMail, uniqueEmail } from '../portal.ts';
import { PASSWORD } from '../team-steps.ts';

const ANOTHER_PASSWORD = 'Tables-For-Twelve-7!';

test(
  'a user changes the email address, and the owner of the former mailbox changes it back',
  { tag: '@deep' },
  async ({ page, browser }) => {
    const email = uniqueEmail('before');
    const newEmail = uniqueEmail('after');
    await createAccount(page, email, PASSWORD);
    await logInThroughApi(page, email, PASSWORD);
    const faults = await listenForErrors(page);
    await page.goto('/settings/profile');
    await page.getByRole('button', { name: 'Change email address' }).click();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'New email address' }).fill(newEmail);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(
      page.getByText(`If no other account uses ${newEmail}, we’ve sent a link there.`),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Email' })).toBeFocused();

    await page.goto(linkIn(await readMail(newEmail, 'Confirm your new email address')));
    await expect(page.getByText(`Change your email address to ${newEmail}?`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Change email address' }).click();
    await expect(page.getByText(`Your email address is now ${newEmail}.`)).toBeVisible();
    await page.getByRole('link', { name: 'Go to your profile' }).click();
    await expect(page.getByRole('region', { name: 'Email' })).toContainText(newEmail);
    expect(faults).toEqual([]);

    const context = await browser.newContext();
    const owner = await context.newPage();
    const undoLink = linkIn(await readMail(email, 'account was changed'));
    await owner.goto(undoLink);
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Change your email address back');
    await expect(owner).not.toHaveURL(/undoToken/);
    await expectAccessible(owner);
    await owner.getByRole('button', { name: 'Change it back' }).click();
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Email address changed back');
    await page.reload();
    await expect(page).toHaveURL(/\/login\?redirect=/);

    await owner.goto(linkIn(await readMail(email, 'Reset your')));
    await owner.getByLabel('Password', { exact: true }).fill(ANOTHER_PASSWORD);
    await owner.getByLabel('Confirm password', { exact: true }).fill(ANOTHER_PASSWORD);
    await owner.keyboard.press('Enter');
    await expect(owner).toHaveURL(/reset-password-success/);

    await logInThroughApi(owner, email, ANOTHER_PASSWORD);
    await owner.goto('/settings/profile');
    await expect(owner.getByRole('region', { name: 'Email' })).toContainText(email);
    await owner.goto(undoLink);
    await expect(owner.getByText('This link has already been used.')).toBeVisible();
    await context.close();
  },
);
