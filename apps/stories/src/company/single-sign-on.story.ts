import { expect, test, type Browser, type Page } from '@playwright/test';
import { submitIdpLogin, companyEmail, raiseCompanySeatLimit } from '../company-steps.ts';
import { expectAccessible, listenForErrors } from '../page-errors.ts';
import { linkIn, logIn, portal, queryDatabase, readMail } from '../portal.ts';
import { readClipboard } from '../read-clipboard.ts';
import { invite } from '../team-steps.ts';

const DEMO_PASSWORD = 'Seating-Chart-42!';
const OWN_PASSWORD = 'Round-Tables-For-8!';
const TEAM_OF = '(SELECT team_id FROM identity_providers WHERE name = $1)';
/** The browser requests this icon from the identity provider stand-in, and logs an error because there is none. */
const STAND_IN_ICON = '/favicon.ico';

async function signInWithCompany(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with your company' }).click();
  await page.getByLabel('Work email').fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

async function signedInAs(page: Page): Promise<string | undefined> {
  const reply = await page.request.get(`${portal().portalUrl}/session`);
  return ((await reply.json()) as { user?: { email: string } }).user?.email;
}

async function expectAccessibleAtEverySize(page: Page): Promise<void> {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectAccessible(page);
  }
}

const usersOf = (email: string) =>
  queryDatabase(
    `SELECT u.first_name, u.team_id = ${TEAM_OF} AS is_in_team,
            (SELECT count(*)::int FROM sso_identities i WHERE i.user_id = u.id) AS identities
       FROM users u WHERE email = $2`,
    ['demo-idp', email],
  );

test.beforeAll(raiseCompanySeatLimit);

test('a sign-in with the company opens the requested page', { tag: '@deep' }, async ({ page }) => {
  const email = companyEmail('deep');
  await page.goto('/login?redirect=/settings/security');
  await signInWithCompany(page, email);
  await submitIdpLogin(page, email);
  await expect(page).toHaveURL(`${portal().portalUrl}/settings/security`);
  expect(await signedInAs(page)).toBe(email);
});

test(
  'a sign-in with the company works by keyboard alone, on desktop and mobile',
  { tag: '@deep' },
  async ({ page }) => {
    const faults = await listenForErrors(page, '/idp');
    const button = page.getByRole('button', { name: 'Sign in with your company' });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/login');
      await expect(button).toHaveAttribute('aria-expanded', 'false');
      await page.getByRole('button', { name: 'Log in with a passkey' }).focus();
      await page.keyboard.press('Tab');
      await expect(button).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByLabel('Work email')).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.type('guest@nowhere.test');
      await page.keyboard.press('Enter');
      await expect(page.getByText('We couldn’t find company sign-in for this email address')).toBeVisible();
      await expect(page.getByLabel('Work email')).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Space');
      await expect(page.getByLabel('Work email')).toBeHidden();
    }
    expect(faults).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Work email')).toBeFocused();
    await page.keyboard.type(companyEmail('keys'));
    await page.keyboard.press('Enter');
    await expect(page.getByText('The portal requests a sign-in.')).toBeVisible();
  },
);

test(
  'a sign-in that starts at the identity provider works only where it is allowed',
  { tag: '@deep' },
  async ({ page }) => {
    const allow = (isAllowed: boolean) =>
      queryDatabase('UPDATE identity_providers SET is_idp_initiated_allowed = $2 WHERE name = $1', [
        'demo-idp',
        isAllowed,
      ]);
    const email = companyEmail('begun-there');
    const standIn = new URL('/demo-idp', portal().identityProviderUrl).href;
    await page.goto(standIn);
    await submitIdpLogin(page, email);
    await expect(page).toHaveURL(`${portal().portalUrl}/saml-error`);
    expect(await usersOf(email)).toEqual([]);

    await allow(true);
    try {
      await page.goto(standIn);
      await submitIdpLogin(page, email);
      await expect(page).toHaveURL(portal().productUrl);
      expect(await signedInAs(page)).toBe(email);
    } finally {
      await allow(false);
    }
  },
);

test(
  'a person without a seat sees a message, the owner dismisses the request, and a new seat admits them',
  { tag: '@deep' },
  async ({ page, browser }) => {
    const faults = await listenForErrors(page, STAND_IN_ICON);
    const email = companyEmail('late', 'full.test');
    await page.goto('/saml/full-idp');
    await submitIdpLogin(page, email);
    await expect(page).toHaveURL(`${portal().portalUrl}/saml-overage`);
    await expect(page.getByRole('heading', { name: 'Unable to Provision User' })).toBeVisible();
    expect(await usersOf(email)).toEqual([]);

    const mail = await readMail('owner@full.test', 'needs a seat');
    expect(mail.text).toContain(email);
    const owner = await (await browser.newContext({ baseURL: portal().portalUrl })).newPage();
    await owner.goto('/login?redirect=/settings/team');
    await logIn(owner, 'owner@full.test', DEMO_PASSWORD);
    const requests = owner.getByRole('region', { name: 'Waiting for a seat' });
    await expect(requests.getByRole('listitem').filter({ hasText: email })).toBeVisible();
    await expectAccessibleAtEverySize(owner);
    await requests.getByRole('button', { name: 'Dismiss Nora Newcomer' }).first().click();
    await expect(
      owner.getByRole('status').filter({ hasText: 'The request from Nora Newcomer was dismissed.' }),
    ).toBeVisible();
    await expect(requests).toBeHidden();
    await owner.reload();
    await expect(owner.getByRole('heading', { name: 'Full House' })).toBeVisible();
    await expect(requests).toBeHidden();

    await queryDatabase(`UPDATE teams SET seat_limit = seat_limit + 1 WHERE id = ${TEAM_OF}`, ['full-idp']);
    await page.goto('/saml/full-idp');
    await submitIdpLogin(page, email);
    await expect(page).toHaveURL(portal().productUrl);
    expect(faults).toEqual([]);
  },
);

async function openTeamPage(browser: Browser): Promise<Page> {
  const owner = await (await browser.newContext({ baseURL: portal().portalUrl })).newPage();
  await owner.goto('/login?redirect=/settings/team');
  await logIn(owner, 'owner@demo.test', DEMO_PASSWORD);
  return owner;
}

test(
  'a person with the address of a former member gets no access to that account',
  { tag: '@deep' },
  async ({ page, browser }) => {
    test.slow();
    const faults = await listenForErrors(page, STAND_IN_ICON);
    const email = companyEmail('recycled');
    await page.goto('/saml/demo-idp');
    await submitIdpLogin(page, email);
    await expect(page).toHaveURL(portal().productUrl);
    await page.context().clearCookies();
    const [leaver] = await queryDatabase('SELECT id FROM users WHERE email = $1', [email]);

    await page.goto('/saml/demo-idp');
    await submitIdpLogin(page, email, 'none', true);
    await expect(page).toHaveURL(`${portal().portalUrl}/saml-pending`);
    await expect(page.getByRole('heading', { name: 'Your company must confirm who you are' })).toBeVisible();
    expect(await signedInAs(page)).toBeUndefined();
    await expectAccessibleAtEverySize(page);

    expect(
      (await readMail('owner@demo.test', 'Someone is waiting for you to confirm who they are')).text,
    ).toContain(email);
    const owner = await openTeamPage(browser);
    const waiting = owner.getByRole('region', { name: 'Needs your review' });
    const row = waiting.getByRole('listitem').filter({ hasText: email });
    await expect(row).toBeVisible();
    await expectAccessibleAtEverySize(owner);
    await row.getByRole('button', { name: 'Someone new' }).click();
    const dialog = owner.getByRole('alertdialog', { name: 'Is this someone new?' });
    await expect(dialog).toContainText('archive the account of');
    await expectAccessibleAtEverySize(owner);
    await dialog.getByRole('button', { name: 'Someone new' }).click();
    await expect(owner.getByRole('status').filter({ hasText: 'get their own account' })).toBeVisible();
    await expect(row).toBeHidden();

    await page.goto('/saml/demo-idp');
    await submitIdpLogin(page, email, 'none', true);
    await expect(page).toHaveURL(portal().productUrl);
    const [newUser] = await queryDatabase('SELECT id FROM users WHERE email = $1', [email]);
    expect(newUser?.['id']).not.toBe(leaver?.['id']);
    await page.context().clearCookies();

    await page.goto('/saml/demo-idp');
    await submitIdpLogin(page, email);
    await expect(page).toHaveURL(`${portal().portalUrl}/saml-suspended`);
    await expect(page.getByText('Welcome back! Your account has been archived')).toBeVisible();
    await expectAccessibleAtEverySize(page);
    expect(faults).toEqual([]);
  },
);

test(
  'a member with a passkey logs in once to link the account, and then signs in with the company',
  { tag: '@deep' },
  async ({ page }) => {
    const faults = await listenForErrors(page, STAND_IN_ICON);
    const email = companyEmail('kept');
    await queryDatabase(
      `WITH member AS (
         INSERT INTO users (email, first_name, last_name, team_id, password_hash)
         SELECT $2, 'Kay', 'Keeper', ${TEAM_OF}, password_hash FROM users WHERE email = 'member@demo.test' RETURNING id)
       INSERT INTO passkeys (user_id, credential_id, public_key, name, counter)
       SELECT id, 'a' || replace(id::text, '-', ''), '\\x00', 'Laptop', 0 FROM member`,
      ['demo-idp', email],
    );
    await page.goto('/saml/demo-idp');
    await submitIdpLogin(page, email);
    await expect(page).toHaveURL(`${portal().portalUrl}/saml-pending`);
    await expect(page.getByRole('heading', { name: 'Log in once to link your account' })).toBeVisible();
    await expect(page.getByText('After that, you can sign in with your company.')).toBeVisible();
    expect(await signedInAs(page)).toBeUndefined();
    await expectAccessibleAtEverySize(page);

    await page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click();
    await logIn(page, email, DEMO_PASSWORD);
    await expect(page).toHaveURL(portal().productUrl);
    await page.context().clearCookies();
    await page.goto('/saml/demo-idp');
    await submitIdpLogin(page, email);
    await expect(page).toHaveURL(portal().productUrl);
    expect(await usersOf(email)).toEqual([{ first_name: 'Nora', is_in_team: true, identities: 1 }]);
    expect(faults).toEqual([]);
  },
);

test('a removed member rejoins the team by a new invitation', { tag: '@deep' }, async ({ page, browser }) => {
  test.slow();
  const faults = await listenForErrors(page, STAND_IN_ICON);
  const email = companyEmail('again');
  await page.goto('/saml/demo-idp');
  await submitIdpLogin(page, email);
  await expect(page).toHaveURL(portal().productUrl);
  await page.context().clearCookies();
  const owner = await openTeamPage(browser);
  await owner
    .getByRole('region', { name: 'People' })
    .getByRole('listitem')
    .filter({ hasText: email })
    .getByRole('button')
    .click();
  await owner.getByRole('menuitem', { name: 'Remove' }).click();
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(owner.getByRole('status').filter({ hasText: 'no longer on your team' })).toBeVisible();

  await page.goto('/saml/demo-idp');
  await submitIdpLogin(page, email);
  await expect(page.getByRole('heading', { name: 'Your account isn’t in Harbour Hotel' })).toBeVisible();
  await expectAccessibleAtEverySize(page);
  await page.getByRole('button', { name: 'Ask for an invitation' }).click();
  await expect(page.getByText('We’ve asked the team’s owner to invite you')).toBeVisible();
  await owner.reload();
  await expect(
    owner
      .getByRole('region', { name: 'Waiting for a seat' })
      .getByRole('listitem')
      .filter({ hasText: email }),
  ).toContainText('Send them an invitation');
  await invite(owner, email);

  await page.goto('/saml/demo-idp');
  await submitIdpLogin(page, email);
  await expect(page.getByText('You’re invited to the team.')).toBeVisible();
  await expectAccessibleAtEverySize(page);
  await page.getByRole('link', { name: 'Set a password' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await page.goto(linkIn(await readMail(email, 'password')));
  await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(OWN_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/reset-password-success/);
  await page.goto('/saml-pending');
  await page.getByRole('link', { name: 'Log in to your account' }).click();
  await logIn(page, email, OWN_PASSWORD);
  await page.getByRole('button', { name: 'See invitation' }).click();
  await page.getByRole('button', { name: 'Yes, switch' }).click();
  await expect(page.getByRole('heading', { name: 'You’ve joined Harbour Hotel' })).toBeVisible();
  expect(await usersOf(email)).toEqual([{ first_name: 'Nora', is_in_team: true, identities: 1 }]);

  await page.goto('/saml/demo-idp');
  await submitIdpLogin(page, email);
  await expect(page).toHaveURL(portal().productUrl);
  expect(faults).toEqual([]);
});

test(
  'an owner sets up single sign-on, and tests it without signing anyone in',
  { tag: '@deep' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const faults = await listenForErrors(page, STAND_IN_ICON);
    await page.goto('/login?redirect=/settings/security');
    await logIn(page, 'owner@demo.test', DEMO_PASSWORD);
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Single sign-on' })
      .click();
    const provider = page.getByRole('region', { name: 'demo-idp' });
    await expect(provider).toContainText('demo.test');
    await expectAccessibleAtEverySize(page);
    await provider.getByRole('button', { name: 'Copy ACS URL' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Copied: ACS URL' })).toBeVisible();
    expect(await readClipboard(page)).toBe(`${portal().portalUrl}/saml/demo-idp/acs`);

    await provider.getByRole('button', { name: 'Accept demo-idp as two-step verification' }).click();
    await expect(provider).toContainText('You’ve confirmed that demo-idp requires');
    await provider.getByRole('button', { name: 'Stop accepting demo-idp as two-step verification' }).click();
    await expect(provider).toContainText('enough only when demo-idp reports');

    const checks = page.getByRole('region', { name: 'Checks' });
    const newLoad = () => page.waitForRequest((request) => request.url().includes('/saml/demo-idp?test=1'));
    let loading = newLoad();
    await provider.getByRole('link', { name: 'Run a test login' }).click();
    expect((await loading).isNavigationRequest()).toBe(true);
    await submitIdpLogin(page, 'owner@demo.test');
    await expect(page.getByRole('heading', { name: 'The test login passed' })).toBeVisible();
    await expect(checks.getByText('Passed')).not.toHaveCount(0);
    await expect(page.getByRole('region', { name: 'What we received' })).toContainText('owner@demo.test');
    await expectAccessibleAtEverySize(page);

    const stranger = companyEmail('tested');
    loading = newLoad();
    await page.getByRole('link', { name: 'Test again' }).click();
    expect((await loading).isNavigationRequest()).toBe(true);
    await submitIdpLogin(page, stranger, 'wrong-audience');
    await expect(page.getByRole('heading', { name: 'The test login failed' })).toBeVisible();
    const audience = checks
      .getByRole('listitem')
      .filter({ has: page.getByText('Audience', { exact: true }) });
    await expect(audience).toContainText('Failed');
    await expect(audience).toContainText('https://another-service.test/metadata');
    await expectAccessible(page);
    expect(await usersOf(stranger)).toEqual([]);
    expect(await signedInAs(page)).toBe('owner@demo.test');
    expect(faults).toEqual([]);
  },
);

test(
  'a sign-in test is for owners only: a visitor must log in, and a member sees a message',
  { tag: '@deep' },
  async ({ page }) => {
    await page.goto('/saml/demo-idp?test=1');
    await expect(page).toHaveURL(/\/login\?redirect=%2Fsaml%2Fdemo-idp%3Ftest%3D1$/);
    await logIn(page, 'owner@demo.test', DEMO_PASSWORD);
    await submitIdpLogin(page, 'owner@demo.test');
    await expect(page.getByRole('heading', { name: 'The test login passed' })).toBeVisible();
    await page.context().clearCookies();

    await page.goto('/login?redirect=/settings/sso');
    await logIn(page, 'member@demo.test', DEMO_PASSWORD);
    await expect(page.getByText('Only the team’s owner can set up single sign-on.')).toBeVisible();
    await page.goto('/saml/demo-idp?test=1');
    await expect(page.getByRole('heading', { name: 'You can’t run this test' })).toBeVisible();
    await expectAccessible(page);
  },
);
