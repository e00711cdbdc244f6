import { expect, test, type Page } from '@playwright/test';
import { holdScripts } from '../held-scripts.ts';
import { layoutShiftOf } from '../layout-shift.ts';
import { expectAccessible, listenForErrors } from '../page-errors.ts';
import {
  authorizeAddress,
  codeIn,
  createAccount,
  inviteToTeam,
  logIn,
  logInThroughApi,
  portal,
  queryDatabase,
  uniqueEmail,
} from '../portal.ts';

const PASSWORD = 'Round-Tables-For-8!';

/** The largest layout shift that users do not notice (docs/performance.md). */
const MAX_SHIFT = 0.02;

async function expectAccessibleAtBothSizes(page: Page): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectAccessible(page);
  }
}

test(
  'an idle timeout is explained at the login, and typed input is restored afterwards',
  { tag: '@deep' },
  async ({ page }) => {
    const email = uniqueEmail('idle');
    await createAccount(page, email, PASSWORD);
    await queryDatabase(
      `UPDATE teams SET seat_limit = 5 WHERE id = (SELECT team_id FROM users WHERE email = $1)`,
      [email],
    );
    await logInThroughApi(page, email, PASSWORD);
    await page.goto('/settings/team');
    await page.getByRole('button', { name: 'Invite people' }).click();
    await page.getByLabel('Email addresses').fill('guest@story.test');
    await queryDatabase(
      `UPDATE sessions SET last_seen_at = now() - interval '31 minutes'
      WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
      [email],
    );
    await page.getByRole('button', { name: 'Send invitations' }).click();
    await expect(page).toHaveURL(/\/login\?redirect=%2Fsettings%2Fteam/);
    const why = page.getByText(
      'You were logged out after 30 minutes without activity. Log in to pick up where you left off.',
    );
    await expect(why).toBeVisible();
    await page.reload();
    await expect(why).toBeVisible();
    await expectAccessibleAtBothSizes(page);
    await logIn(page, email, PASSWORD);
    await expect(page).toHaveURL(`${portal().portalUrl}/settings/team`);
    await page.getByRole('button', { name: 'Invite people' }).click();
    await expect(page.getByLabel('Email addresses')).toHaveValue('guest@story.test');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.evaluate(() => fetch('/logout', { headers: { accept: 'application/json' } }));
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeEnabled();
    await expect(page.getByText('You were logged out')).toBeHidden();
  },
);

async function idleOut(page: Page): Promise<string> {
  const email = uniqueEmail('still');
  await createAccount(page, email, PASSWORD);
  await logInThroughApi(page, email, PASSWORD);
  await queryDatabase(
    `UPDATE sessions SET last_seen_at = now() - interval '31 minutes'
      WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
  return '/login';
}

async function beInvited(page: Page): Promise<string> {
  const owner = uniqueEmail('owner');
  await createAccount(page, owner, PASSWORD);
  await queryDatabase(
    `UPDATE teams SET seat_limit = 5, name = 'Harbour Hotel' WHERE id = (SELECT team_id FROM users WHERE email = $1)`,
    [owner],
  );
  await logInThroughApi(page, owner, PASSWORD);
  const code = codeIn(await inviteToTeam(page, uniqueEmail('still')));
  await page.context().clearCookies();
  return `/login?redirect=/switch-team/${code}`;
}

const reasons = [
  {
    of: 'an idle timeout',
    path: idleOut,
    text: 'You were logged out after 30 minutes',
    isInHtml: true,
  },
  {
    of: 'a request of an app',
    path: async () => authorizeAddress(),
    text: 'is asking for access.',
    isInHtml: true,
  },
  { of: 'an invitation', path: beInvited, text: 'invited you to the team', isInHtml: false },
];

for (const { of, path, text, isInHtml } of reasons)
  test(
    `the login form does not move when the line above it appears: ${of}`,
    { tag: '@deep' },
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      const address = await path(page);
      const release = await holdScripts(page);
      await page.goto(address);
      await expect(page).toHaveURL(/\/login/);
      const why = page.getByText(text);
      const button = page.getByRole('button', { name: 'Log in', exact: true });
      await expect(button).toBeEnabled();
      await expect(why).toBeVisible({ visible: isInHtml });
      const before = await button.boundingBox();
      release();
      await page.waitForLoadState('networkidle');
      await expect(why).toBeVisible();
      await expect.poll(() => button.boundingBox()).toEqual(before);
      expect(await layoutShiftOf(page)).toBeLessThanOrEqual(MAX_SHIFT);
    },
  );

test('single sign-on is offered for the domain of the typed address', { tag: '@deep' }, async ({ page }) => {
  const faults = await listenForErrors(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/idp/domain')) asked.push(request.postData() ?? '');
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill('nora@gmail.com');
  await page.getByLabel('Password', { exact: true }).focus();
  await expect(page.getByRole('button', { name: 'Sign in with your company' })).toBeVisible();
  await page.getByLabel('Email').fill('nora@demo.test');
  const offer = page.getByRole('button', { name: 'Continue with single sign-on for demo.test' });
  await expect(offer).toBeVisible();
  expect(asked).toEqual([expect.stringContaining('"demo.test"')]);
  expect(asked[0]).not.toContain('nora');
  await expectAccessibleAtBothSizes(page);
  expect(faults).toEqual([]);
  await offer.click();
  await expect(page.getByText('The portal requests a sign-in.')).toBeVisible();
});

test(
  'the sign-up suggests a corrected address, and the next page links to the mailbox',
  { tag: '@deep' },
  async ({ page }) => {
    await page.goto('/signup/form');
    const email = page.getByLabel('Email', { exact: true });
    await email.fill('ada@gmial.com');
    await page.getByRole('button', { name: 'ada@gmail.com' }).click();
    await expect(email).toHaveValue('ada@gmail.com');
    await expect(email).toBeFocused();
    await expect(page.getByText('Did you mean')).toBeHidden();
    await email.fill('ada@hotmial.com');
    await expect(page.getByText('Did you mean')).toBeVisible();
    await expectAccessibleAtBothSizes(page);
    await page.evaluate(() =>
      sessionStorage.setItem(
        'portal.verification',
        JSON.stringify({ email: 'ada@gmail.com', sentAtMs: Date.now() }),
      ),
    );
    await page.goto('/verify-email');
    const mailbox = page.getByRole('link', { name: /^Open Gmail/ });
    await expect(mailbox).toHaveAttribute('href', 'https://mail.google.com/mail/');
    await expectAccessibleAtBothSizes(page);
  },
);
