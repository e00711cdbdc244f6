import { expect, test, type Page } from '@playwright/test';
import { accountMenu } from '../account-steps.ts';
import {
  createAccount,
  inviteToEvent,
  logInThroughApi,
  portal,
  queryDatabase,
  uniqueEmail,
} from '../portal.ts';
import { openHydrated } from '../open-hydrated.ts';
import { choosePassword, fillGuestForm, PASSWORD } from '../team-steps.ts';

const TEAM_OF = '(SELECT team_id FROM users WHERE email = $1)';

const memberSettings = [
  '/settings/profile',
  '/settings/security',
  '/settings/team',
  '/settings/apps',
  '/settings/data',
];
const ownerSettings = [...memberSettings, '/settings/billing', '/settings/sso'];

async function comeAsOwner(page: Page): Promise<string> {
  const email = uniqueEmail('owner');
  await createAccount(page, email, PASSWORD);
  await logInThroughApi(page, email, PASSWORD);
  return email;
}

async function comeAsMember(page: Page): Promise<void> {
  const email = await comeAsOwner(page);
  await queryDatabase(`UPDATE teams SET owner_id = NULL WHERE id = ${TEAM_OF}`, [email]);
}

async function comeAsGuest(page: Page): Promise<void> {
  await page.goto(await inviteToEvent(page, uniqueEmail('guest')));
  await page.getByRole('button', { name: 'Next' }).click();
  await fillGuestForm(page);
  await choosePassword(page);
  await expect(page).toHaveURL(/\/success$/);
}

async function linksOf(page: Page, address: string): Promise<string[]> {
  await openHydrated(page, address);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByText('Loading')).toHaveCount(0);
  const links = await page
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  return links.filter((link) => link.startsWith(portal().portalUrl)).map((link) => new URL(link).pathname);
}

async function settingsNear(page: Page, address: string): Promise<Set<string>> {
  const first = new Set(await linksOf(page, address));
  const near = new Set(first);
  for (const link of first)
    if (link !== address) for (const next of await linksOf(page, link)) near.add(next);
  return new Set([...near].filter((link) => /^\/settings\/\w/.test(link)));
}

for (const [who, come, settings] of [
  ['an owner', comeAsOwner, ownerSettings],
  ['a member', comeAsMember, memberSettings],
] as const)
  test(
    `${who} reaches the settings of their role, and no others, in two clicks`,
    { tag: '@deep' },
    async ({ page }) => {
      await come(page);
      expect([...(await settingsNear(page, '/'))].toSorted()).toEqual([...settings].toSorted());
      expect((await linksOf(page, '/settings')).filter((link) => settings.includes(link))).toEqual(
        expect.arrayContaining([...settings]),
      );
      // The logo of these pages links to the home page, whose links are checked above.
      for (const address of ['/signup', '/success', '/saml-error', '/nowhere'])
        expect(await linksOf(page, address), address).toContain('/');
    },
  );

test(
  'the account menu works by keyboard and logs out, even on the sign-up page [asvs 7.4.4]',
  { tag: '@deep' },
  async ({ page }) => {
    await comeAsOwner(page);
    await page.goto('/signup');
    const button = accountMenu(page);
    const focused = page.locator('[role=menuitem]:focus');
    await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(focused).toHaveText('Settings');
    await page.keyboard.press('ArrowUp');
    await expect(focused).toHaveText('Log out');
    await page.keyboard.press('Home');
    await expect(focused).toHaveText('Settings');
    await page.keyboard.press('End');
    await expect(focused).toHaveText('Log out');
    await page.keyboard.press('b');
    await expect(focused).toHaveText('Back to my events');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(button).toBeFocused();

    await page.keyboard.press('ArrowDown');
    await expect(focused).toHaveText('Settings');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/settings$/);
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeFocused();

    await button.click();
    const asked = page.waitForRequest('**/logout');
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    expect((await asked).method()).toBe('GET');
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    await expect(button).toHaveCount(0);
  },
);

test('a new user has the account menu immediately', { tag: '@deep' }, async ({ page }) => {
  await comeAsGuest(page);
  await expect(accountMenu(page)).toBeVisible();
});
