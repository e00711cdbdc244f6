import { oauthScopes } from '@foyer/contracts/connected-apps/oauth';
import { expect, type Browser } from '@playwright/test';
import { cards, enterCard } from './paying-steps.ts';
import { authorizeAddress, logInThroughApi, portal, uniqueEmail } from './portal.ts';
import { PASSWORD, type Walk } from './walk.ts';

export async function walkPaying(walk: Walk, browser: Browser): Promise<void> {
  const { page } = walk;
  const email = uniqueEmail('payer');
  await walk.makeAccount(browser, email);
  await page.goto('/pro');
  await walk.expectHeading('Create an Account or Upgrade');
  await walk.stop('PRO');
  await logInThroughApi(page, email, PASSWORD);
  await buy(walk, email);
  await letAppIn(walk, email);
  await cancel(walk, email);
}

async function buy(walk: Walk, email: string): Promise<void> {
  const { page, words } = walk;
  await page.goto('/pro/upgrade');
  await walk.fill({ name: 'Grace Hopper', addressLine1: '1 Harbor Street', city: 'New York' });
  await walk.choose('countryCode', 'US');
  await walk.choose('stateCode', 'NY');
  await walk.fill({ postalCode: '10001' });
  await enterCard(page, cards.declined);
  await page.getByRole('checkbox', { name: words('I agree to the terms and conditions') }).check();
  await expect(page.getByRole('button', { name: words('Subscribe and pay {sum}') })).toBeEnabled();
  await walk.stop('billing details');
  await walk.press('Subscribe and pay {sum}');
  const declined = page.getByRole('alertdialog', { name: words('Your payment has not gone through') });
  await expect(declined).toBeVisible();
  await walk.stop('declined');
  await declined.getByRole('button', { name: words('Try again') }).click();
  await expect(declined).toBeHidden();
  await enterCard(page, cards.good);
  await walk.press('Subscribe and pay {sum}');
  await walk.expectHeading("All set! You've signed up for Pro");
  await walk.stop('paid');
  await walk.mail(email, 'Welcome to {productName} PRO', 'You’re on PRO');
}

async function letAppIn(walk: Walk, email: string): Promise<void> {
  const { page } = walk;
  await page.goto(authorizeAddress({ scope: Object.keys(oauthScopes).join(' ') }));
  await walk.expectHeading('Get Connected');
  await walk.stop('consent');
  await page.locator('button[name=decision][value=allow]').click();
  await expect(page).toHaveURL(new RegExp(`^${portal().productUrl}`));
  await walk.mail(email, 'You connected {appName} to {productName}', 'You connected {appName}');
  await page.goto(`${portal().portalUrl}/settings/apps`);
  await walk.expectHeading('Connected apps');
  await walk.stop('connected apps');
}

async function cancel(walk: Walk, email: string): Promise<void> {
  const { page, words } = walk;
  await page.goto('/settings/billing');
  await walk.press('Cancel plan');
  const dialog = page.getByRole('alertdialog', { name: words('Cancel PRO?') });
  await expect(dialog).toBeVisible();
  await walk.stop('cancel');
  await dialog.getByRole('button', { name: words('Cancel plan') }).click();
  await expect(page.getByRole('button', { name: words('Resume plan') })).toBeVisible();
  await walk.stop('cancelled');
  await walk.mail(email, 'Your {productName} PRO plan ends on {day}', 'PRO ends on {day}');
}
