import { expect, type Page } from '@playwright/test';
import { codeIn, createAccount, logIn, queryDatabase, uniqueEmail } from './portal.ts';
import { fillSignUpForm, fillTeamMemberForm } from './sign-up-steps.ts';

export const PASSWORD = 'Round-Tables-For-8!';
const TEAM_OF = '(SELECT team_id FROM users WHERE email = $1)';

export async function startAsOwner(page: Page, seats: number): Promise<{ owner: string; team: string }> {
  const owner = uniqueEmail('owner');
  const team = `Team ${owner.slice(6, 14)}`;
  await createAccount(page, owner, PASSWORD);
  await queryDatabase(`UPDATE teams SET name = $2, seat_limit = $3 WHERE id = ${TEAM_OF}`, [
    owner,
    team,
    seats,
  ]);
  await page.goto('/login?redirect=/settings/team');
  await logIn(page, owner, PASSWORD);
  await expect(page.getByRole('heading', { name: team })).toBeVisible();
  return { owner, team };
}

export async function invite(page: Page, ...emails: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Invite people' }).click();
  await page.getByLabel('Email addresses').fill(emails.join(', '));
  await page.getByRole('button', { name: 'Send invitations' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: `${emails.at(-1)} was` })).toBeVisible();
}

export async function chooseFor(page: Page, who: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${who}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

export async function fillMemberForm(page: Page): Promise<void> {
  await fillTeamMemberForm(page, { firstName: 'Ada', lastName: 'Lovelace' });
  await chooseGermany(page);
  await page.getByRole('button', { name: 'Next' }).click();
}

export async function fillGuestForm(page: Page): Promise<void> {
  await fillSignUpForm(page, { firstName: 'Gus', lastName: 'Guest', businessName: 'Guest Gatherings' });
  await chooseGermany(page);
  await page.getByRole('button', { name: 'Next' }).click();
}

async function chooseGermany(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Country/ }).click();
  await page.getByRole('option', { name: 'Germany' }).click();
}

export async function choosePassword(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Create your password' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel(/^Confirm/).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** Expects that the browser's storage does not contain the link's code (invariant 11 of docs/security.md). */
export async function expectNoCodeStored(page: Page, link: string): Promise<void> {
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(kept).not.toContain(codeIn(link));
}
