import { expect, test, type Page } from '@playwright/test';
import { submitIdpLogin, companyEmail, raiseCompanySeatLimit } from '../company-steps.ts';
import { expectAccessible } from '../page-errors.ts';
import { portal, queryDatabase } from '../portal.ts';

const SECURITY = '/settings/security';

async function openSecurity(page: Page, email: string): Promise<void> {
  await page.goto(`/saml/demo-idp?redirect=${SECURITY}`);
  await submitIdpLogin(page, email);
  await expect(page).toHaveURL(portal().portalUrl + SECURITY);
}

test.beforeAll(raiseCompanySeatLimit);

test(
  'a user of company sign-in confirms their identity at the company, and the action completes',
  { tag: '@deep' },
  async ({ page, browser }) => {
    const email = companyEmail('proof');
    const elsewhere = await (await browser.newContext({ baseURL: portal().portalUrl })).newPage();
    await openSecurity(elsewhere, email);
    await openSecurity(page, email);
    await queryDatabase(
      `UPDATE sessions SET step_up_at = now() - interval '11 minutes'
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
      [email],
    );

    await page.getByRole('button', { name: 'Log out everywhere else' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Confirm it’s you' });
    const link = dialog.getByRole('link', { name: 'Sign in with your company' });
    await expect(link).toBeVisible();
    await expectAccessible(page);
    const logInAtCompany = async (fault?: string) => {
      const opened = page.context().waitForEvent('page');
      await link.press('Enter');
      const tab = await opened;
      await expect(tab.getByText('The portal requests a new sign-in (ForceAuthn).')).toBeVisible();
      await submitIdpLogin(tab, email, fault);
      return tab;
    };

    // The identity provider answers with a login of an hour ago instead of asking for a new one.
    const refused = await logInAtCompany('old-login');
    await expect(refused.getByRole('heading', { name: 'We couldn’t confirm it’s you' })).toBeVisible();
    await expectAccessible(refused);
    await refused.close();
    await expect(dialog.getByText(/^Your company didn’t ask you to log in again/)).toBeVisible();
    await expectAccessible(page);

    const proved = await logInAtCompany();
    await expect(proved.getByRole('heading', { name: 'Identity confirmed' })).toBeVisible();
    await expectAccessible(proved);
    await proved.close();
    await expect(page.getByText('You’re logged out everywhere else.')).toBeVisible();
    await elsewhere.reload();
    await expect(elsewhere).toHaveURL(/\/login\?redirect=/);
  },
);
