import { expect, test, type Browser, type Page } from '@playwright/test';
import {
  createAccount,
  linkIn,
  logIn,
  portal,
  passMailLimits,
  queryDatabase,
  readMail,
  shareEvent,
  uniqueEmail,
} from '../portal.ts';
import { readClipboard } from '../read-clipboard.ts';
import {
  chooseFor,
  choosePassword,
  expectNoCodeStored,
  fillGuestForm,
  fillMemberForm,
  invite,
  PASSWORD,
  startAsOwner,
} from '../team-steps.ts';

async function copyLink(page: Page, browser: Browser, email: string): Promise<{ link: string; guest: Page }> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await invite(page, email);
  await chooseFor(page, email, 'Copy link');
  await expect(page.getByText(`The link for ${email} was copied.`)).toBeVisible();
  const link = await readClipboard(page);
  return { link, guest: await newPage(browser) };
}

async function newPage(browser: Browser): Promise<Page> {
  return (await browser.newContext({ baseURL: portal().portalUrl })).newPage();
}

/** Expects the page /verify-email, which does not reveal whether the email address has an account. */
async function expectToWait(page: Page, email: string): Promise<void> {
  await expect(page).toHaveURL(/\/verify-email$/);
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(page.getByText('The invitation works only for this one.')).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveCount(0);
}

test(
  'an invited visitor joins a team by a copied link, with form, mail and password',
  { tag: '@deep' },
  async ({ page, browser }) => {
    const { team } = await startAsOwner(page, 2);
    const email = uniqueEmail('shared');
    const { link, guest } = await copyLink(page, browser, email);
    await guest.goto(link);
    await expect(guest.getByRole('heading', { name: `Join ${team}` })).toBeVisible();
    await expect(guest.getByText('We’ll email you a link to continue.')).toBeVisible();
    await expect(guest.getByLabel('Email')).not.toBeEditable();
    await expect(guest.getByRole('link', { name: 'Log in to switch teams' })).toBeVisible();
    await fillMemberForm(guest);
    await expectToWait(guest, email);
    await expectNoCodeStored(guest, link);
    expect(await queryDatabase('SELECT 1 FROM users WHERE email = $1', [email])).toEqual([]);

    const phone = await newPage(browser);
    await phone.goto(linkIn(await readMail(email, `to join ${team}`)));
    await expect(
      phone.getByText(`invited you to the team ${team}. Set a password to accept and join as Ada Lovelace.`),
    ).toBeVisible();
    await choosePassword(phone);
    await expect(phone).toHaveURL(/\/success$/);
    await phone.goto('/settings/team');
    await expect(phone.getByRole('listitem').filter({ hasText: 'Ada Lovelace' })).toContainText('You');
    await page.reload();
    await expect(page.getByText('2 of 2 seats taken')).toBeVisible();
    await guest.goto(link);
    await expect(
      guest.getByRole('heading', { name: 'This invitation has already been accepted' }),
    ).toBeVisible();
  },
);

test(
  'an invited user follows a copied link, by its mail or by logging in directly',
  { tag: '@deep' },
  async ({ page, browser }) => {
    const email = uniqueEmail('known');
    await createAccount(await newPage(browser), email, PASSWORD);
    const { team } = await startAsOwner(page, 2);
    const { link, guest } = await copyLink(page, browser, email);
    await passMailLimits(email);
    await guest.goto(link);
    await fillMemberForm(guest);
    await expectToWait(guest, email);

    const mailed = await newPage(browser);
    await mailed.goto(linkIn(await readMail(email, `Log in to join ${team}`)));
    await logIn(mailed, email, PASSWORD);
    await expect(mailed.getByRole('heading', { name: `Switch to ${team}?` })).toBeVisible();

    await guest.goto(link);
    await guest.getByRole('link', { name: 'Log in to switch teams' }).click();
    await logIn(guest, email, PASSWORD);
    await guest.getByRole('button', { name: 'Yes, switch' }).click();
    await expect(guest.getByRole('heading', { name: `You’ve joined ${team}` })).toBeVisible();
  },
);

test(
  'an invitation that is withdrawn before the password is set offers an own account instead',
  { tag: '@deep' },
  async ({ page, browser }) => {
    const { team } = await startAsOwner(page, 2);
    const email = uniqueEmail('late');
    const { link, guest } = await copyLink(page, browser, email);
    await guest.goto(link);
    await fillMemberForm(guest);
    await guest.goto(linkIn(await readMail(email, `to join ${team}`)));
    await expect(guest.getByText('Set a password to accept')).toBeVisible();
    await chooseFor(page, email, 'Withdraw');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByText(`The invitation for ${email} was withdrawn.`)).toBeVisible();

    await choosePassword(guest);
    const notice = guest.getByRole('status').filter({ hasText: `The invitation to the team ${team}` });
    await expect(notice).toContainText('was withdrawn. You can create your own Free Trial account instead.');
    await guest.getByRole('button', { name: 'Create a Free Trial account' }).click();
    await expect(guest).toHaveURL(/\/success$/);
    await guest.goto('/settings/team');
    await expect(guest.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
  },
);

for (const [plan, end] of [
  ['Free', /\/success$/],
  ['PRO', /\/billing$/],
] as const) {
  test(
    `an invited visitor joins an event by an app’s link, on ${plan}`,
    { tag: '@deep' },
    async ({ page }) => {
      const email = uniqueEmail('shared-guest');
      const link = await shareEvent(page, email);
      await page.goto(link);
      await page.getByRole('radio', { name: new RegExp(plan) }).check({ force: true });
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page.getByLabel('Email')).toHaveValue(email);
      await expect(page.getByRole('main').getByRole('link', { name: 'Log in', exact: true })).toBeVisible();
      await fillGuestForm(page);
      await expectToWait(page, email);
      await expectNoCodeStored(page, link);
      await page.goto(linkIn(await readMail(email, 'to join Spring Gala')));
      await expect(page.getByText('invited you to the event Spring Gala.')).toBeVisible();
      await choosePassword(page);
      await expect(page).toHaveURL(end);
      const rows = await queryDatabase(
        `SELECT event_id FROM event_collaborations c JOIN users u ON u.id = c.user_id WHERE u.email = $1`,
        [email],
      );
      expect(rows).toEqual([{ event_id: 'gala-7' }]);
    },
  );
}
