import { expect, test } from '@playwright/test';
import { expectAccessible } from '../page-errors.ts';
import {
  codeIn,
  createAccount,
  inviteToEvent,
  shareEvent,
  linkIn,
  logIn,
  portal,
  queryDatabase,
  readMail,
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
import { takePicture } from '../pictures.ts';

test(
  'an owner invites a person, the person joins, and both see the new member',
  { tag: '@deep' },
  async ({ page, browser }) => {
    const { owner, team } = await startAsOwner(page, 3);
    const member = uniqueEmail('member');
    const surplus = uniqueEmail('surplus');
    await invite(page, 'not-an-address', member, uniqueEmail('other'), surplus);
    await expect(page.getByText('not-an-address isn’t a valid email address')).toBeVisible();
    await expect(
      page.getByText(`${surplus} wasn’t invited because your team has no free seats`),
    ).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Request more seats' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('3 of 3 seats taken')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Invite people' })).toHaveCount(0);
    // The button that opened the modal is gone, so the focus moves to the team's heading.
    await expect(page.getByRole('heading', { name: team })).toBeFocused();

    const link = linkIn(await readMail(member, 'invited you'));
    const guest = await (await browser.newContext({ baseURL: portal().portalUrl })).newPage();
    await guest.goto(link);
    await expect(guest.getByRole('heading', { name: `Join ${team}` })).toBeVisible();
    await expect(guest.getByText(owner)).toBeVisible();
    await expect(guest.getByLabel('Email')).toHaveValue(member);
    await expect(guest.getByLabel('Email')).not.toBeEditable();
    await fillMemberForm(guest);
    await expectNoCodeStored(guest, link);
    await choosePassword(guest);
    await expect(guest).toHaveURL(/\/success$/);

    await guest.goto('/settings/team');
    await expect(guest.getByRole('heading', { name: team })).toBeVisible();
    await expect(guest.getByRole('listitem').filter({ hasText: 'Ada Lovelace' })).toContainText('You');
    await expect(guest.getByText('3 of 3 seats taken')).toBeVisible();
    await expect(guest.getByRole('link', { name: 'Request more seats' })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('paragraph').filter({ hasText: 'Ada Lovelace' })).toBeVisible();
    await guest.goto(link);
    await expect(
      guest.getByRole('heading', { name: 'This invitation has already been accepted' }),
    ).toBeVisible();
  },
);

test(
  'an invitation works once, also at the addresses of the legacy flow',
  { tag: '@deep' },
  async ({ page }) => {
    const { team } = await startAsOwner(page, 2);
    const member = uniqueEmail('legacy');
    await invite(page, member);
    await page.context().clearCookies();
    const link = linkIn(await readMail(member, 'invited you'));
    const query = `?inviteId=${codeIn(link)}`;

    await page.goto(`/team-member/confirm-password${query}`);
    await expect(page.getByRole('heading', { name: `Join ${team}` })).toBeVisible();
    await expect(page).toHaveURL(`/team-member/signup${query}`);
    await expect(page.getByLabel('Email')).toHaveValue(member);
    await expect(page.getByLabel('Email')).not.toBeEditable();
    await fillMemberForm(page);
    await expect(page).toHaveURL(`/team-member/confirm-password${query}`);
    await page.reload();
    await expectNoCodeStored(page, link);
    await choosePassword(page);
    await expect(page).toHaveURL(/\/success$/);

    await page.goto('/settings/team');
    await expect(page.getByRole('heading', { name: team })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Ada Lovelace' })).toContainText('You');
    for (const address of [link, `/team-member/signup${query}`]) {
      await page.goto(address);
      await expect(
        page.getByRole('heading', { name: 'This invitation has already been accepted' }),
      ).toBeVisible();
    }
  },
);

test(
  'an owner copies and withdraws an invitation, sends it again, and removes a member',
  { tag: '@deep' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { team } = await startAsOwner(page, 3);
    const member = uniqueEmail('member');
    await invite(page, member);
    const copied = () => readClipboard(page);
    await chooseFor(page, member, 'Copy link');
    await expect(
      page.getByRole('status').filter({ hasText: `The link for ${member} was copied.` }),
    ).toBeVisible();
    const first = await copied();
    expect(first).toContain('/join-team/');

    await chooseFor(page, member, 'Resend email');
    await expect(page.getByText(`We’ll email ${member} the invitation again.`)).toBeVisible();
    await page.reload();
    await chooseFor(page, member, 'Copy link');
    await expect(page.getByText(`The link for ${member} was copied.`)).toBeVisible();
    expect(await copied()).toBe(first);

    await chooseFor(page, member, 'Withdraw');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByText(`The invitation for ${member} was withdrawn.`)).toBeVisible();
    await expect(page.getByText('1 of 3 seats taken')).toBeVisible();

    await queryDatabase(
      `INSERT INTO users (email, team_id, first_name, last_name)
     SELECT $2, id, 'Max', 'Member' FROM teams WHERE name = $1`,
      [team, uniqueEmail('max')],
    );
    await page.reload();
    await chooseFor(page, 'Max Member', 'Remove');
    await expect(page.getByRole('alertdialog')).toContainText('Max Member will lose access');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Max Member is no longer on your team.')).toBeVisible();
  },
);

test(
  'an owner transfers the team, cancels, transfers it again, and the new owner accepts',
  { tag: '@deep' },
  async ({ page, browser }) => {
    test.slow();
    const { owner, team } = await startAsOwner(page, 2);
    const successor = uniqueEmail('successor');
    await invite(page, successor);
    const other = await (await browser.newContext({ baseURL: portal().portalUrl })).newPage();
    await other.goto(linkIn(await readMail(successor, 'invited you')));
    await fillMemberForm(other);
    await choosePassword(other);
    await expect(other).toHaveURL(/\/success$/);
    await queryDatabase(`UPDATE users SET first_name = 'Mia', last_name = 'Member' WHERE email = $1`, [
      successor,
    ]);
    await other.context().clearCookies();

    await page.reload();
    await chooseFor(page, 'Mia Member', 'Make owner');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Transfer team' }).click();
    await expect(
      page.getByText('We’re emailing Mia Member. Once they accept, they own the team.'),
    ).toBeVisible();
    await expect(
      page.getByRole('heading', { name: 'Waiting for Mia Member to accept the transfer' }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel transfer' }).click();
    await expect(page.getByText('The transfer to Mia Member was canceled.')).toBeVisible();
    await chooseFor(page, 'Mia Member', 'Make owner');
    await dialog.getByRole('button', { name: 'Transfer team' }).click();
    await expect(
      page.getByRole('heading', { name: 'Waiting for Mia Member to accept the transfer' }),
    ).toBeVisible();

    await other.goto(linkIn(await readMail(successor, 'wants to transfer')));
    await logIn(other, successor, PASSWORD);
    await expect(other.getByRole('heading', { name: /wants to transfer this team to you/ })).toBeVisible();
    await expect(other.getByText('The team has no paid plan')).toBeVisible();
    await expectAccessible(other);
    await takePicture(other, 'desktop offer');
    await other.setViewportSize({ width: 390, height: 844 });
    await takePicture(other, 'mobile offer');
    await other.getByRole('button', { name: 'Become owner' }).click();
    await expectAccessible(other);
    await takePicture(other, 'mobile accept');
    await other.getByRole('alertdialog').getByRole('button', { name: 'Become owner' }).click();
    await expect(other.getByText('You now own the team.')).toBeVisible();
    await expect(other.getByRole('link', { name: 'Request more seats' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: team })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Request more seats' })).toHaveCount(0);
    expect((await readMail(owner, 'Mia Member now owns')).text).toContain('You’re still a member.');
    await readMail(successor, `You now own ${team}`);
  },
);

test('an invited user logs in, switches teams, and is logged out', { tag: '@deep' }, async ({ page }) => {
  const email = uniqueEmail('switcher');
  await createAccount(page, email, PASSWORD);
  const { team } = await startAsOwner(page, 2);
  await invite(page, email);
  await page.context().clearCookies();

  const link = linkIn(await readMail(email, 'invited you'));
  expect(new URL(link).pathname).toContain('/switch-team/');
  await page.goto(link);
  await expect(page).toHaveURL(/\/login\?redirect=%2Fswitch-team%2F/);
  await expectNoCodeStored(page, link);
  await page.reload();
  await expectNoCodeStored(page, link);
  await logIn(page, email, PASSWORD);
  await expect(page.getByRole('heading', { name: `Switch to ${team}?` })).toBeVisible();
  await expect(page.getByRole('main').getByText('Grace Gatherings')).toBeVisible();
  await page.getByRole('button', { name: 'Yes, switch' }).click();
  await expect(page.getByRole('heading', { name: `You’ve joined ${team}` })).toBeVisible();
  const session = (await (await page.request.get('/session')).json()) as { user?: unknown };
  expect(session.user).toBeUndefined();
  await page.waitForURL(/\/login$/);
  await page.goto('/login?redirect=/settings/team');
  await logIn(page, email, PASSWORD);
  await expect(page.getByRole('heading', { name: team })).toBeVisible();
});

test(
  'an invitation for another account names both accounts, and survives the logout',
  { tag: '@deep' },
  async ({ page }) => {
    const { owner, team } = await startAsOwner(page, 2);
    const invited = uniqueEmail('invited');
    await invite(page, invited);
    const link = linkIn(await readMail(invited, 'invited you'));
    for (const address of [link, await shareEvent(page, invited)]) {
      await page.goto(address);
      await expect(
        page.getByRole('heading', { name: 'This invitation is for another account' }),
      ).toBeVisible();
      await expect(page.getByText(owner)).toBeVisible();
      await expect(page.getByText(invited)).toBeVisible();
    }
    await page.goto(link);
    await page.getByRole('button', { name: 'Log out and continue' }).click();
    await expect(page.getByRole('heading', { name: `Join ${team}` })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(invited);
  },
);

test('an invitation link that no longer works shows the reason', { tag: '@deep' }, async ({ page }) => {
  await startAsOwner(page, 4);
  const [revoked, expired, used] = [uniqueEmail('revoked'), uniqueEmail('expired'), uniqueEmail('used')];
  await invite(page, revoked, expired, used);
  const links = await Promise.all([revoked, expired, used].map(async (to) => linkIn(await readMail(to))));
  await chooseFor(page, revoked, 'Withdraw');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText(`The invitation for ${revoked} was withdrawn.`)).toBeVisible();
  await queryDatabase(
    `UPDATE team_invitations SET created_at = now() - interval '8 days', expires_at = now() - interval '1 day'
      WHERE email = $1`,
    [expired],
  );
  await queryDatabase('UPDATE team_invitations SET accepted_at = now() WHERE email = $1', [used]);
  await page.context().clearCookies();
  const titles = [
    'This invitation was withdrawn',
    'This invitation has expired',
    'This invitation has already been accepted',
  ];
  for (const [index, title] of titles.entries()) {
    const link = links[index] ?? '';
    for (const address of [link, link.replace('join-team', 'switch-team')]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
    }
  }
  // A guessed code, and an event's code in the links of teams, are not recognized.
  const code = codeIn(await inviteToEvent(page, uniqueEmail('kind')));
  for (const path of ['/join-team/Z3Vlc3NlZA', `/join-team/${code}`, `/switch-team/${code}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'We don’t recognize this invitation' })).toBeVisible();
  }
});

for (const [plan, end] of [
  ['Free', /\/success$/],
  ['PRO', /\/billing$/],
] as const) {
  test(
    `a guest of an event registers on ${plan}`,
    plan === 'Free' ? {} : { tag: '@deep' },
    async ({ page }) => {
      const email = uniqueEmail('guest');
      const link = await inviteToEvent(page, email);
      await page.goto(link);
      await expect(page.getByRole('heading', { name: 'Spring Gala' })).toBeVisible();
      await expect(page.getByText('olive@example.test')).toBeVisible();
      await page.getByRole('radio', { name: new RegExp(plan) }).check({ force: true });
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page.getByLabel('Email')).toHaveValue(email);
      await expect(page.getByLabel('Email')).not.toBeEditable();
      await fillGuestForm(page);
      await expect(page).toHaveURL(/\/reset-password$/);
      expect(await queryDatabase('SELECT 1 FROM users WHERE email = $1', [email])).toEqual([]);
      await expectNoCodeStored(page, link);
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

test('a guest with an account logs in and accepts the invitation', { tag: '@deep' }, async ({ page }) => {
  const email = uniqueEmail('known');
  await createAccount(page, email, PASSWORD);
  const link = await inviteToEvent(page, email);
  await page.goto(link);
  await page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click();
  await expectNoCodeStored(page, link);
  await logIn(page, email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Spring Gala' })).toBeVisible();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL(portal().productUrl);
  await page.goto(link);
  await expect(
    page.getByRole('heading', { name: 'This invitation has already been accepted' }),
  ).toBeVisible();
});

test(
  'a guest whose address has an account sees a message on the form, and logs in instead',
  { tag: '@deep' },
  async ({ page }) => {
    const email = uniqueEmail('twice');
    const link = await inviteToEvent(page, email);
    await createAccount(page, email, PASSWORD);
    await page.goto(link);
    await page.getByRole('button', { name: 'Next' }).click();
    await fillGuestForm(page);
    await choosePassword(page);
    await expect(page.getByText('An account with this email address already exists.')).toBeVisible();
    await page.getByRole('link', { name: 'Log in to accept the invitation' }).click();
    await logIn(page, email, PASSWORD);
    await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible();
  },
);

test(
  'a user sees pending invitations after the login, and opens them',
  { tag: '@deep' },
  async ({ page }) => {
    const email = uniqueEmail('waiting');
    await createAccount(page, email, PASSWORD);
    const { team } = await startAsOwner(page, 2);
    await invite(page, email);
    await shareEvent(page, email);
    await page.context().clearCookies();
    await page.goto('/login?redirect=/settings/security');
    await logIn(page, email, PASSWORD);
    await expect(page.getByText(`Grace Hopper invited you to the team ${team}.`)).toBeVisible();
    await page.getByRole('button', { name: 'See invitation to Spring Gala' }).click();
    await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible();
    await page.goto('/');
    await page.getByRole('button', { name: `See invitation to ${team}` }).click();
    await expect(page.getByRole('heading', { name: `Switch to ${team}?` })).toBeVisible();
  },
);
