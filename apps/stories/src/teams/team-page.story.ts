import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '../page-errors.ts';
import { queryDatabase } from '../portal.ts';
import { chooseFor, startAsOwner } from '../team-steps.ts';
import { takePicture } from '../pictures.ts';

const sizes = {
  desktop: { width: 1440, height: 900 },
  mobile: { width: 390, height: 844 },
  narrow: { width: 320, height: 640 },
};

async function fill(team: string, members: number, invitations: number): Promise<void> {
  await queryDatabase(
    `INSERT INTO users (email, team_id, first_name, last_name)
     SELECT 'member.' || n || '.' || left(md5($1 || n), 4 + n % 20) || '@harbour-hotel.test', t.id,
            (ARRAY['Ana', 'Bartholomew', 'Chi', 'Dagmar-Sophie'])[1 + n % 4],
            (ARRAY['Ng', 'Featherstonehaugh', 'O’Neill', 'van den Heuvel-Wolkenstein', 'Li'])[1 + n % 5] || ' ' || n
       FROM teams t, generate_series(1, $2::int) n WHERE t.name = $1`,
    [team, members],
  );
  await queryDatabase(
    `INSERT INTO team_invitations (team_id, email, expires_at)
     SELECT t.id, 'guest.' || n || '.' || md5($1 || n) || '@harbour-hotel.test', now() + interval '5 days'
       FROM teams t, generate_series(1, $2::int) n WHERE t.name = $1`,
    [team, invitations],
  );
}

async function look(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
    await takePicture(page, `team ${name} ${size}`, true);
  }
  await page.setViewportSize(sizes.desktop);
}

const rows = (page: Page) => page.getByRole('region', { name: 'People' }).getByRole('listitem');

for (const [name, seats, members, invitations] of [
  ['1', 1, 0, 0],
  ['12', 20, 8, 3],
  ['40', 40, 33, 6],
  ['500', 1000, 469, 30],
] as const)
  test(
    `the page of a team of ${name} lists the people and counts the seats`,
    { tag: '@deep' },
    async ({ page }) => {
      const { team } = await startAsOwner(page, seats);
      await fill(team, members, invitations);
      await page.reload();
      const taken = 1 + members + invitations;
      await expect(
        page.getByText(
          `${taken} of ${seats.toLocaleString('en-US')} ${seats === 1 ? 'seat' : 'seats'} taken`,
        ),
      ).toBeVisible();
      await expect(rows(page)).toHaveCount(Math.min(taken, 50));
      const isFull = taken === seats;
      await expect(page.getByRole('button', { name: 'Invite people' })).toHaveCount(isFull ? 0 : 1);
      const more = page.getByRole('link', { name: 'Request more seats' });
      await expect(more).toHaveCount(isFull ? 1 : 0);
      if (isFull)
        await expect(more).toHaveAttribute('href', new RegExp(`^mailto:.+${members + 1}%20members?`));
      // The size of the response does not grow with the team, because it has only one page of people.
      const sent = (await (await page.request.get('/team')).body()).length;
      console.log(`GET /team of ${name}: ${sent} bytes`);
      expect(sent).toBeLessThan(20_000);
      if (taken === 1) await expect(page.getByText(/remove a member/)).toHaveCount(0);
      // These two sizes together show everything that the page of a team can show.
      if (name === '1' || name === '500') await look(page, name);
    },
  );

test('a team of 500 can be searched, filtered and shown page by page', { tag: '@deep' }, async ({ page }) => {
  const { team } = await startAsOwner(page, 1000);
  await fill(team, 469, 30);
  await page.reload();
  await page.getByRole('button', { name: 'Show more people' }).focus();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(100);
  await expect(rows(page).nth(50)).toBeFocused();
  await expect(page.getByText('100 of 500 shown')).toBeVisible();
  await page.getByRole('searchbox').fill('heuvel-wolkenstein 48');
  await expect(page.getByText('3 people found')).toBeHidden();
  await expect(page.getByText(/people found|person found|Nobody/)).toBeVisible();
  await look(page, '500_search');
  await page.getByRole('searchbox').fill('nobody at all');
  await expect(page.getByText('No one found.')).toBeVisible();
  await look(page, '500_none');
  await page.getByRole('button', { name: 'Show everyone' }).click();
  await page.getByRole('radio', { name: 'Invited 30' }).check({ force: true });
  await expect(rows(page)).toHaveCount(30);
  await expect(rows(page).first()).toContainText('Invited');
});

test(
  'a closed modal returns the focus to the button that opened it, also from a menu',
  { tag: '@deep' },
  async ({ page }) => {
    const { team } = await startAsOwner(page, 3);
    await fill(team, 1, 0);
    await page.reload();
    const [name = ''] = (await rows(page).nth(1).innerText()).split('\n');
    const menu = page.getByRole('button', { name: `Actions for ${name.trim()}` });
    await chooseFor(page, name.trim(), 'Remove');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(menu).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toBeVisible();
    await look(page, 'menu');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alertdialog')).toContainText('Transfer the team?');
    await look(page, 'offer');
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    const invite = page.getByRole('button', { name: 'Invite people' });
    await invite.click();
    await page.getByLabel('Email addresses').fill('not-an-address');
    await page.getByRole('button', { name: 'Send invitations' }).click();
    await expect(page.getByText('isn’t a valid email address')).toBeVisible();
    await look(page, 'invite');
    await page.keyboard.press('Escape');
    await expect(invite).toBeFocused();
    await chooseFor(page, name.trim(), 'Remove');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'People' })).toBeFocused();
  },
);

test(
  'the team page shows a message while it loads, and when it fails to load',
  { tag: '@deep' },
  async ({ page }) => {
    await startAsOwner(page, 3);
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(
      ({ pathname }) => pathname === '/team',
      async (route) => {
        await held;
        await route.abort();
      },
    );
    await page.reload();
    await expect(page.getByRole('status').filter({ hasText: 'Loading your team' })).toBeVisible();
    await takePicture(page, 'team loading');
    release();
    await expect(page.getByRole('alert').filter({ hasText: 'We couldn’t load your team' })).toBeVisible();
    await look(page, 'error');
  },
);
