import { expect, type Page } from '@playwright/test';
import { queryDatabase } from './portal.ts';

/** An address of a company, which no other story uses. */
export function companyEmail(name: string, domain = 'demo.test'): string {
  return `${name}-${crypto.randomUUID().slice(0, 8)}@${domain}`;
}

/** Fills in the stand-in's page: the user, and the error that its answer should contain. */
export async function answerAs(
  page: Page,
  email: string,
  misbehaviour = 'none',
  isSuccessor = false,
): Promise<void> {
  await expect(page.getByRole('heading', { name: /sign-in \(stand-in\)/ })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  if (isSuccessor) await page.getByLabel('Got the address of somebody who left').check();
  await page.getByLabel('Misbehave').selectOption(misbehaviour);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

/** Adds enough seats for all users that the stories sign in. */
export async function makeRoomForCompany(): Promise<void> {
  await queryDatabase(
    `UPDATE teams SET seat_limit = 1000
      WHERE id = (SELECT team_id FROM identity_providers WHERE name = 'demo-idp')`,
  );
}
