import { expect, type Browser, type Page } from '@playwright/test';
import { submitIdpLogin, companyEmail, raiseCompanySeatLimit } from './company-steps.ts';
import { linkIn, logInThroughApi, portal, queryDatabase, uniqueEmail } from './portal.ts';
import { PASSWORD, type Walk } from './walk.ts';

export async function walkTeam(walk: Walk, browser: Browser): Promise<void> {
  const [owner, stranger, switcher] = [
    uniqueEmail('owner'),
    uniqueEmail('stranger'),
    uniqueEmail('switcher'),
  ];
  await walk.makeAccount(browser, owner);
  await walk.makeAccount(browser, switcher);
  await queryDatabase(
    `UPDATE teams SET name = 'Story Table', seat_limit = 3 WHERE id = (SELECT team_id FROM users WHERE email = $1)`,
    [owner],
  );
  await logInThroughApi(walk.page, owner, PASSWORD);
  await invite(walk, [stranger, switcher]);
  await walk.startAnew();
  await openInvitation(walk, stranger);
  await switchTeam(walk, switcher);
  await walk.startAnew();
  await signInWithCompany(walk);
}

async function invite(walk: Walk, emails: string[]): Promise<void> {
  const { page, words } = walk;
  await page.goto('/settings/team');
  await walk.press('Invite people');
  const dialog = page.getByRole('dialog', { name: words('Invite people') });
  await dialog.getByRole('button', { name: words('Send invitations') }).click();
  await expect(dialog.locator('[aria-invalid=true]')).toBeVisible();
  await walk.stop('invite');
  await dialog.locator('textarea').fill(emails.join('\n'));
  await dialog.getByRole('button', { name: words('Send invitations') }).click();
  await expect(dialog).toBeHidden();
  await page
    .getByRole('button', { name: words('Actions for {name}') })
    .first()
    .click();
  await expect(page.getByRole('menuitem', { name: words('Copy link') })).toBeVisible();
  await walk.stop('team with a menu');
}

async function openInvitation(walk: Walk, email: string): Promise<void> {
  const mail = await walk.mail(
    email,
    '{inviter} invited you to {team}',
    'To join, tell us a little about yourself and choose a password.',
  );
  await walk.page.goto(linkIn(mail));
  await walk.expectHeading('Join {team}');
  await walk.stop('join a team');
}

async function switchTeam(walk: Walk, email: string): Promise<void> {
  const { page } = walk;
  const mail = await walk.mail(
    email,
    '{inviter} invited you to {team}',
    'You already have an account. Log in to switch to this team. You can review what changes before you decide.',
  );
  await page.goto(linkIn(mail));
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await walk.logIn(email);
  await walk.expectHeading('Switch to {team}?');
  await walk.stop('switch');
  await stayAfterSwitch(page);
  await walk.press('Yes, switch');
  await walk.expectHeading('You’ve joined {team}');
  await walk.stop('switched');
  await walk.mail(email, 'You joined {team}', 'Hello {name},');
}

/** Prevents the redirect to the login after five seconds (docs/product.md 9), which could come during a check. */
async function stayAfterSwitch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const REDIRECT_DELAY_MS = 5000;
    const { setTimeout } = window;
    const set = (handler: TimerHandler, ms?: number, ...values: unknown[]) =>
      ms === REDIRECT_DELAY_MS ? 0 : setTimeout(handler, ms, ...values);
    Object.assign(window, { setTimeout: set });
  });
}

async function signInWithCompany(walk: Walk): Promise<void> {
  const { page, words } = walk;
  await raiseCompanySeatLimit();
  const email = companyEmail('walker');
  await page.goto('/login');
  await walk.press('Sign in with your company');
  await askFor(walk, 'guest@nowhere.test');
  await expect(
    page.getByText(
      words('We couldn’t find company sign-in for this email address. Log in with your password instead.'),
    ),
  ).toBeVisible();
  await walk.stop('unknown company');
  await askFor(walk, email);
  await submitIdpLogin(page, email, 'expired');
  await expect(page).toHaveURL(`${portal().portalUrl}/saml-error`);
  await walk.expectHeading("This isn't right");
  await walk.stop('company refused');
  await page.goto('/saml/demo-idp');
  await submitIdpLogin(page, email);
  await expect(page).toHaveURL(portal().productUrl);
  await page.goto(`${portal().portalUrl}/`);
  await walk.expectHeading('Welcome back, {name}');
  await walk.stop('home of a member');
}

async function askFor({ page, words }: Walk, email: string): Promise<void> {
  const form = page.getByRole('form', { name: words('Sign in with your company') });
  await form.locator('input[name=email]').fill(email);
  await form.locator('button[type=submit]').click();
}
