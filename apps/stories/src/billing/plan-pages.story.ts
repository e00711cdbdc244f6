import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '../page-errors.ts';
import { createAccount, logInThroughApi, queryDatabase, uniqueEmail } from '../portal.ts';
import { PASSWORD } from '../team-steps.ts';
import { takePicture } from '../pictures.ts';

async function look(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of Object.entries({
    desktop: { width: 1440, height: 900 },
    mobile: { width: 390, height: 844 },
    narrow: { width: 320, height: 640 },
  })) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
    await takePicture(page, `plans ${name} ${size}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('/pro offers one action to users who are logged in', { tag: '@deep' }, async ({ page }) => {
  test.slow();
  const email = uniqueEmail('pro');
  await createAccount(page, email, PASSWORD);
  await logInThroughApi(page, email, PASSWORD);
  const team = (set: string, values: string[] = []) =>
    queryDatabase(`UPDATE teams SET ${set} WHERE id = (SELECT team_id FROM users WHERE email = $1)`, [
      email,
      ...values,
    ]);
  const main = page.getByRole('main');
  await page.goto('/pro');
  await expect(main.getByRole('link', { name: 'Upgrade to PRO' })).toHaveAttribute('href', '/pro/upgrade');
  await expect(main.getByRole('link', { name: 'Create an account' })).toHaveCount(0);
  await look(page, 'pro_free_owner');

  await team("plan = 'pro'");
  await page.reload();
  await expect(main.getByRole('heading', { name: 'You’re on PRO' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'See your plan' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Upgrade to PRO' })).toHaveCount(0);
  await look(page, 'pro_pro_owner');

  await team("plan = 'free', seat_limit = 2");
  await queryDatabase(
    `INSERT INTO users (email, team_id, first_name, last_name)
     SELECT $2, team_id, 'Olive', 'Owner' FROM users WHERE email = $1`,
    [email, uniqueEmail('olive')],
  );
  await team("owner_id = (SELECT id FROM users WHERE team_id = teams.id AND first_name = 'Olive')");
  await page.reload();
  await expect(main.getByText('ask your team’s owner, Olive Owner.')).toBeVisible();
  await expect(main.getByRole('link', { name: /Upgrade|Create/ })).toHaveCount(0);
  await look(page, 'pro_member');
});

test(
  'the panel next to the plan choice shows the difference between the plans',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/signup');
    const panel = page.getByRole('region', { name: 'Your plan' });
    for (const plan of ['Free Trial', 'PRO']) {
      await page.getByRole('radio', { name: plan }).check({ force: true });
      await expect(panel.getByText('12 events per year instead of 1')).toBeVisible();
      await expect(panel.getByText('Both plans include')).toBeVisible();
      await expect(panel.getByText('$199 plus tax')).toHaveCount(plan === 'PRO' ? 1 : 0);
      await look(page, `signup_${plan}`);
    }
  },
);
