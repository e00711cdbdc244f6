import { expect, test } from '@playwright/test';
import { codeOf } from './authenticator.ts';
import { expectAccessible } from './page-errors.ts';
import { createAccount, logIn, queryDatabase, readMail, uniqueEmail } from './portal.ts';
import { PASSWORD, startAsOwner } from './team-steps.ts';
import { VirtualAuthenticator } from './virtual-authenticator.ts';

const TEAM_OF = '(SELECT team_id FROM users WHERE email = $1)';
const sizes = [
  [320, 640],
  [390, 844],
  [1440, 900],
] as const;

test('a team requires a second factor: its owner asks, a member is told, and sets one up before anything else', async ({
  page,
  browser,
}, { outputPath }) => {
  const { owner, team } = await startAsOwner(page, 3);
  const member = uniqueEmail('member');
  await createAccount(page, member, PASSWORD);
  await queryDatabase(
    `UPDATE teams SET owner_id = NULL WHERE owner_id = (SELECT id FROM users WHERE email = $1)`,
    [member],
  );
  await queryDatabase(`UPDATE users SET team_id = ${TEAM_OF} WHERE email = $2`, [owner, member]);

  // The owner has none, and sets one up first.
  await page.reload();
  const rule = page.getByRole('region', { name: 'Second factor' });
  await expect(rule.getByText('To ask your team, have one yourself first.')).toBeVisible();
  await expect(page.getByText('Second factor: off')).toHaveCount(2);
  await VirtualAuthenticator.addTo(page);
  await rule.getByRole('link', { name: 'Set it up' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('You can log in with it from now on.')).toBeVisible();

  // Then the team is asked.
  await page.getByRole('link', { name: 'Team' }).click();
  await rule.getByLabel('Everybody needs one by the end of').fill('2020-01-01');
  await rule.getByRole('button', { name: 'Ask for a second factor' }).click();
  await expect(rule.getByText('Choose a day from today to 60 days ahead')).toBeVisible();
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await rule.getByLabel('Everybody needs one by the end of').fill(day);
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await expectAccessible(page);
    await page.screenshot({ path: outputPath(`rule-${width}.png`), fullPage: true });
  }
  await rule.getByRole('button', { name: 'Ask for a second factor' }).click();
  await expect(rule.getByText('Your team is asked for it. Everybody gets an email.')).toBeVisible();
  await expect(page.getByText('Second factor: on')).toHaveCount(1);
  expect((await readMail(member, `${team} asks for a second factor by`)).text).toContain(
    'You have none yet.',
  );

  // A member reads of it on every page of theirs, until the day is over.
  const other = await (await browser.newContext()).newPage();
  await VirtualAuthenticator.addTo(other);
  await other.goto('/login?redirect=/settings/team');
  await logIn(other, member, PASSWORD);
  await expect(other.getByText('Your team asks for a second factor by')).toBeVisible();
  await expect(other.getByText('Second factor: off')).toHaveCount(0);
  await other.screenshot({ path: outputPath('banner.png') });
  await queryDatabase(
    `UPDATE teams SET second_factor_due_at = now() - interval '1 hour' WHERE id = ${TEAM_OF}`,
    [owner],
  );
  await queryDatabase(`UPDATE users SET team_since = '2020-01-01' WHERE email = $1`, [member]);

  // The session that is open goes nowhere else from then on, and leads back when one is set up.
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Set up a second factor', level: 1 })).toBeVisible();
  for (const [width, height] of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      await other.setViewportSize({ width, height });
      await other.emulateMedia({ colorScheme });
      await expectAccessible(other);
      await other.screenshot({ path: outputPath(`set-up-${width}-${colorScheme}.png`), fullPage: true });
    }
  await other.goto('/settings/profile');
  await expect(other).toHaveURL(/\/set-up-second-factor\?redirect=%2Fsettings%2Fprofile$/);
  await other.getByRole('button', { name: 'Set up an app' }).click();
  const setUp = other.getByRole('dialog', { name: 'Set up an authenticator app' });
  const secret = await setUp.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  await setUp.getByLabel('Code that the app shows').fill(codeOf(secret));
  await other.keyboard.press('Enter');
  await other.getByRole('button', { name: 'I have saved them' }).click();
  await expect(other.getByText('Your second factor is in place. You can go on.')).toBeVisible();
  await other.screenshot({ path: outputPath('in-place.png'), fullPage: true });
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(other).toHaveURL(/\/settings\/profile$/);

  // It cannot be taken off while the team asks for one.
  await other.goto('/settings/security');
  await other.getByRole('button', { name: 'Remove the app' }).click();
  const removal = other.getByRole('dialog', { name: 'Remove your authenticator app?' });
  await queryDatabase(
    'UPDATE second_factors SET last_step = NULL WHERE user_id = (SELECT id FROM users WHERE email = $1)',
    [member],
  );
  await removal.getByLabel('Code of your authenticator app').fill(codeOf(secret));
  await removal.getByRole('button', { name: 'Remove' }).click();
  await expect(removal.getByText('this is your last one. Add another before you remove it.')).toBeVisible();
  await other.context().close();

  // Who has a passkey and logs in by the password gives it, too.
  await page.context().clearCookies();
  await page.goto('/login?redirect=/settings/team');
  await queryDatabase(`UPDATE users SET team_since = '2020-01-01' WHERE email = $1`, [owner]);
  await logIn(page, owner, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Give your second factor' })).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: outputPath('give.png'), fullPage: true });
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('Your second factor is in place. You can go on.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/settings\/team$/);

  // The owner stops asking.
  await expect(page.getByText('Second factor: on')).toHaveCount(2);
  await rule.getByRole('button', { name: 'Stop asking for it' }).click();
  const question = page.getByRole('alertdialog', { name: 'Stop asking for a second factor?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Stop asking' }).click();
  await expect(rule.getByText('Your team is not asked any more. Everybody gets an email.')).toBeVisible();
  await readMail(member, `${team} no longer asks for a second factor`);
});
