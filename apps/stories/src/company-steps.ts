import { expect, type Page } from '@playwright/test';
import { queryDatabase } from './portal.ts';

export function companyEmail(name: string, domain = 'demo.test'): string {
  return `${name}-${crypto.randomUUID().slice(0, 8)}@${domain}`;
}

/**
 * Submits the login page of the identity provider stand-in. `fault` is the fault of the SAML response. With
 * `isSuccessor`, the email address belonged to another user before.
 */
export async function submitIdpLogin(
  page: Page,
  email: string,
  fault = 'none',
  isSuccessor = false,
): Promise<void> {
  await expect(page.getByRole('heading', { name: /sign-in \(stand-in\)/ })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  if (isSuccessor) await page.getByLabel('Has the address of a former employee').check();
  await page.getByLabel('Fault').selectOption(fault);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

/** Raises the seat limit, because the users of all stories share the company's team. */
export async function raiseCompanySeatLimit(): Promise<void> {
  await queryDatabase(
    `UPDATE teams SET seat_limit = 1000
      WHERE id = (SELECT team_id FROM identity_providers WHERE name = 'demo-idp')`,
  );
}
