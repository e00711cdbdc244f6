import { expect, test, type Page } from '@playwright/test';
import { codeOf } from './authenticator.ts';
import { expectAccessible } from '../page-errors.ts';
import { createAccount, logIn, queryDatabase, readMail, uniqueEmail } from '../portal.ts';
import { PASSWORD, startAsOwner } from '../team-steps.ts';
import { VirtualAuthenticator } from '../virtual-authenticator.ts';

const TEAM_OF = '(SELECT team_id FROM users WHERE email = $1)';

/**
 * Creates a team whose owner is logged in on the team page, and a member. Both joined so long ago that they have no
 * grace period.
 */
async function startTeam(page: Page): Promise<{ owner: string; team: string; member: string }> {
  const member = uniqueEmail('member');
  await createAccount(page, member, PASSWORD);
  const { owner, team } = await startAsOwner(page, 3);
  await queryDatabase(
    'UPDATE teams SET owner_id = NULL WHERE owner_id = (SELECT id FROM users WHERE email = $1)',
    [member],
  );
  await queryDatabase(`UPDATE users SET team_id = ${TEAM_OF} WHERE email = $2`, [owner, member]);
  await queryDatabase(`UPDATE users SET team_since = '2020-01-01' WHERE email = ANY($1)`, [[owner, member]]);
  await page.reload();
  return { owner, team, member };
}

async function askTeam(owner: string, from: string): Promise<void> {
  await queryDatabase(`UPDATE teams SET second_factor_due_at = now() + $2::interval WHERE id = ${TEAM_OF}`, [
    owner,
    from,
  ]);
}

async function expectAccessibleAtEverySize(page: Page): Promise<void> {
  for (const [width, height] of [
    [320, 640],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectAccessible(page);
  }
}

test(
  'an owner requires two-step verification for the team, and makes it optional again',
  { tag: '@deep' },
  async ({ page }) => {
    const { member } = await startTeam(page);
    const rule = page.getByRole('region', { name: 'Two-step verification' });

    await expect(
      rule.getByText('To require two-step verification, set it up for your own account first.'),
    ).toBeVisible();
    await expect(page.getByText('Two-step verification: off')).toHaveCount(2);
    await VirtualAuthenticator.addTo(page);
    await rule.getByRole('link', { name: 'Set up' }).click();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('You can now log in with it.')).toBeVisible();
    await page.getByRole('link', { name: 'Team', exact: true }).click();

    const day = rule.getByLabel('Deadline');
    await day.fill('2020-01-01');
    await rule.getByRole('button', { name: 'Require two-step verification' }).click();
    await expect(rule.getByText('Choose a deadline within the next 60 days')).toBeVisible();
    await day.fill(new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10));
    await expectAccessibleAtEverySize(page);
    await rule.getByRole('button', { name: 'Require two-step verification' }).click();
    await expect(rule.getByText('Deadline saved. We’re emailing everyone on your team.')).toBeVisible();
    await expect(
      rule.getByText(/^Everyone on your team needs two-step verification by the end of/),
    ).toBeVisible();
    await expect(page.getByText('Two-step verification: on')).toHaveCount(1);
    expect((await readMail(member, 'Your team requires two-step verification by')).text).toContain(
      'You haven’t set it up yet.',
    );

    await rule.getByRole('button', { name: 'Make optional' }).click();
    const question = page.getByRole('alertdialog', { name: 'Make two-step verification optional?' });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Make optional' }).click();
    await expect(
      rule.getByText('Two-step verification is now optional. We’re emailing everyone on your team.'),
    ).toBeVisible();
    await expect(rule.getByRole('heading')).toBeFocused();
    await readMail(member, 'Your team no longer requires two-step verification');
  },
);

test(
  'a user must set up or verify a required second factor before using other pages',
  { tag: '@deep' },
  async ({ page }) => {
    const { owner, member } = await startTeam(page);
    await page.context().clearCookies();
    await askTeam(owner, '3 days');
    await page.goto('/login?redirect=/settings/team');
    await logIn(page, member, PASSWORD);
    await expect(page.getByText('Your team requires two-step verification by')).toBeVisible();
    await expect(page.getByText(/^Two-step verification: o/)).toHaveCount(0);

    // When the rule takes effect, an open session can only set up a second factor.
    await askTeam(owner, '-1 hour');
    await page.getByRole('link', { name: 'Security', exact: true }).click();
    await expect(page).toHaveURL(/\/set-up-second-factor\?redirect=%2Fsettings%2F(security|team)$/);
    await page.goto('/settings/profile');
    await expect(page).toHaveURL(/\/set-up-second-factor\?redirect=%2Fsettings%2Fprofile$/);
    await expect(page.getByRole('heading', { name: 'Set up two-step verification', level: 1 })).toBeVisible();
    await expectAccessibleAtEverySize(page);

    await page.getByRole('button', { name: 'Log out' }).last().click();
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    await page.goto('/login?redirect=/settings/team');
    await logIn(page, member, PASSWORD);
    await expect(page).toHaveURL(/\/set-up-second-factor\?redirect=%2Fsettings%2Fteam$/);
    await page.getByRole('button', { name: 'Set up an app' }).click();
    const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    const secret = await setUp.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
    await setUp.getByLabel('Code from the app').fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'I’ve saved them' }).click();
    await expect(page.getByText('Two-step verification is set up. You can continue.')).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/settings\/team$/);

    await page.goto('/settings/security');
    await page.getByRole('button', { name: 'Remove app' }).click();
    const removal = page.getByRole('alertdialog', { name: 'Remove your authenticator app?' });
    await removal.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Add another method before you remove your last one.')).toBeVisible();

    // A user whose only second factor is a passkey logs in with the password, and must also use the passkey.
    const authenticator = await VirtualAuthenticator.addTo(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('You can now log in with it.')).toBeVisible();
    // If the authenticator answered, conditional mediation of the email field would log the user in with the passkey.
    await authenticator.answers(false);
    await queryDatabase(
      'DELETE FROM second_factors WHERE user_id = (SELECT id FROM users WHERE email = $1)',
      [member],
    );
    await page.context().clearCookies();
    await page.goto('/login?redirect=/settings/security');
    await logIn(page, member, PASSWORD);
    await expect(page.getByRole('heading', { name: 'Complete two-step verification' })).toBeVisible();
    await expectAccessible(page);
    await authenticator.answers(true);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByText('Two-step verification is set up. You can continue.')).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/settings\/security$/);
  },
);
