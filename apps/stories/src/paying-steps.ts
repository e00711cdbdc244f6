import { expect, type Page } from '@playwright/test';
import { logIn, portal, queryDatabase } from './portal.ts';

export const PASSWORD = 'Round-Tables-For-8!';
export const SUCCESS = "All set! You've signed up for Pro";
export const TEAM_OF = '(SELECT team_id FROM users WHERE email = $1)';
export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  threeDSecure: '4000 0025 0000 3155',
} as const;

export async function enterCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Credit or debit card number').fill(number);
  await page.getByLabel('Credit or debit card expiration date').fill('12 / 34');
  await page.getByLabel('Credit or debit card CVC/CVV').fill('123');
}

export async function fillBilling(page: Page, { hasAgreed } = { hasAgreed: true }): Promise<void> {
  await page.getByLabel('Name on card').fill('Grace Hopper');
  await page.getByLabel('Address', { exact: true }).fill('1 Harbor Street');
  // Always chooses the country, because the form may have preselected the account's country.
  await page.getByRole('button', { name: /Country/ }).click();
  await page.getByRole('option', { name: 'United States', exact: true }).click();
  await page.getByRole('button', { name: /State or province/ }).click();
  await page.getByRole('option', { name: 'New York' }).click();
  await page.getByRole('textbox', { name: 'City' }).fill('New York');
  await page.getByLabel('ZIP code').fill('10001');
  if (hasAgreed) await page.getByRole('checkbox', { name: 'I agree to the terms and conditions' }).check();
}

export function subscribe(page: Page): Promise<void> {
  return page.getByRole('button', { name: /^Subscribe/ }).click();
}

export function paymentError(page: Page) {
  return page.getByRole('alertdialog', { name: 'Your payment has not gone through' });
}

export async function planOf(email: string): Promise<unknown> {
  const [team] = await queryDatabase(`SELECT plan FROM teams WHERE id = ${TEAM_OF}`, [email]);
  return team?.['plan'];
}

export async function subscriptionOf(email: string): Promise<Record<string, unknown>> {
  const [row] = await queryDatabase(`SELECT * FROM subscriptions WHERE team_id = ${TEAM_OF}`, [email]);
  return row ?? {};
}

/** Calls the control of the card provider stand-in, for events that at Stripe depend on time, a bank or a failure. */
export async function controlProvider(action: string, body: unknown = {}): Promise<void> {
  const url = `${portal().cardProviderUrl}/_control${action}`;
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  expect(response.status, await response.text()).toBe(200);
}

/** Opens the upgrade page from /pro. The user logs in on the way. */
export async function openUpgrade(page: Page, email: string): Promise<void> {
  await page.goto('/pro');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Upgrade Account' })).toBeVisible();
  await logIn(page, email, PASSWORD);
  await expect(page).toHaveURL(/\/pro\/upgrade$/);
  await expect(page.getByLabel('Email')).toHaveValue(email);
}

export async function upgrade(page: Page, email: string): Promise<void> {
  await openUpgrade(page, email);
  await fillBilling(page);
  await enterCard(page, cards.good);
  await subscribe(page);
  await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible();
}
