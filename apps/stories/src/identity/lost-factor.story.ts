import { expect, test, type Page } from '@playwright/test';
import { codeOf } from './authenticator.ts';
import { expectAccessible, listenForErrors } from '../page-errors.ts';
import {
  createAccount,
  linkIn,
  logIn,
  logInThroughApi,
  passMailLimits,
  queryDatabase,
  readMail,
  uniqueEmail,
} from '../portal.ts';
import { chooseFor, PASSWORD, startAsOwner } from '../team-steps.ts';

const OF_USER = 'user_id = (SELECT id FROM users WHERE email = $1)';

async function startWithApp(page: Page, email: string): Promise<void> {
  await createAccount(page, email, PASSWORD);
  await logInThroughApi(page, email, PASSWORD);
  const session = await page.request.get('/session');
  const { csrfToken } = (await session.json()) as { csrfToken: string };
  const post = async (path: string, data: object) =>
    (await page.request.post(path, { headers: { 'csrf-token': csrfToken }, data })).json();
  const path = '/settings/security/second-factor';
  const { secret } = (await post(`${path}/set-up`, {})) as { secret: string };
  await post(path, { code: codeOf(secret) });
}

async function toSecondStep(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await logIn(page, email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
}

/** `earlier` is the code of the previous mail. */
async function startRecovery(page: Page, email: string, earlier = ''): Promise<string> {
  await toSecondStep(page, email);
  await page.getByRole('button', { name: 'I’ve lost my phone and my recovery codes' }).click();
  const heading = page.getByRole('heading', { name: 'Lost your app and recovery codes?' });
  await expect(heading).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send code' }).click();
  const field = page.getByLabel('Code from our email');
  await expect(field).toBeVisible();
  await expectAccessible(page);
  await field.fill('nope');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter the code from our email')).toBeVisible();
  let code = '';
  await expect.poll(async () => (code = await mailedCode(email))).not.toBe(earlier);
  await field.fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Recovery has started' })).toBeFocused();
  await expectAccessible(page);
  return code;
}

async function mailedCode(email: string): Promise<string> {
  const { text } = await readMail(email, 'Are you trying to recover your account?');
  return /^[0-9A-Z]{4}-[0-9A-Z]{4}$/m.exec(text)?.[0] ?? '';
}

test(
  'a recovery without app and codes can be stopped, and otherwise lets the user log in at its end',
  { tag: '@deep' },
  async ({ page, browser }) => {
    test.slow();
    const email = uniqueEmail('lost');
    await startWithApp(page, email);
    const context = await browser.newContext();
    const phone = await context.newPage();
    let code = await startRecovery(phone, email);
    await phone.getByRole('button', { name: 'Back to login' }).click();

    const faults = await listenForErrors(page);
    await page.goto('/');
    await expect(
      page.getByText('Someone reported your authenticator app lost.', { exact: false }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.goto('/settings/security');
    await expect(page.getByRole('button', { name: 'Stop recovery' })).toBeVisible();
    const link = linkIn(await readMail(email, 'Your authenticator app was reported lost'));
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keep your authenticator app');
    await expect(page).not.toHaveURL(/stopToken/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep my authenticator app' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Your authenticator app is still active',
    );
    await expectAccessible(page);
    await readMail(email, 'Your authenticator app is still active');
    await page.goto(link);
    await expect(page.getByText('This recovery was already stopped.', { exact: false })).toBeVisible();
    expect(faults).toEqual([]);
    await page.goto('/settings/security');
    await expect(page.getByRole('heading', { name: 'Authenticator app' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Stop recovery' })).toHaveCount(0);

    await passMailLimits(email);
    code = await startRecovery(phone, email, code);
    await page.reload();
    await page.getByRole('button', { name: 'Stop recovery' }).click();
    await expect(page.getByText('Your authenticator app is still active.', { exact: false })).toBeVisible();
    await passMailLimits(email);
    await startRecovery(phone, email, code);
    await toSecondStep(phone, email);
    await expect(
      phone.getByText('Someone reported your authenticator app lost', { exact: false }),
    ).toBeVisible();
    await expectAccessible(phone);
    await queryDatabase(
      `UPDATE factor_recoveries SET ends_at = now() - interval '1 second' WHERE over_at IS NULL AND ${OF_USER}`,
      [email],
    );
    await phone.goto('/login?redirect=/settings/security');
    await logIn(phone, email, PASSWORD);
    await expect(phone.getByRole('button', { name: 'Set up an app' })).toBeVisible();
    await readMail(email, 'Your authenticator app was removed');
    await page.reload();
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await context.close();
  },
);

test(
  'an owner resets a member’s second factor, and the member gets a mail',
  { tag: '@deep' },
  async ({ page, browser }) => {
    const member = uniqueEmail('member');
    const context = await browser.newContext();
    const theirs = await context.newPage();
    await startWithApp(theirs, member);
    await context.close();
    const { owner } = await startAsOwner(page, 2);
    await queryDatabase(
      `UPDATE teams SET owner_id = NULL WHERE owner_id = (SELECT id FROM users WHERE email = $1)`,
      [member],
    );
    await queryDatabase(
      `UPDATE users SET team_id = (SELECT team_id FROM users WHERE email = $2) WHERE email = $1`,
      [member, owner],
    );
    await page.reload();
    await chooseFor(page, 'Grace Hopper', 'Reset two-step verification');
    const dialog = page.getByRole('alertdialog', { name: 'Reset two-step verification?' });
    await expect(dialog).toContainText('First make sure the request really comes from Grace Hopper');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Reset two-step verification' }).click();
    await expect(
      page.getByText('After the waiting period, they can log in with just their password', { exact: false }),
    ).toBeVisible();
    const { text } = await readMail(member, 'Your authenticator app was reported lost');
    expect(text).toContain('reported that you’ve lost your app');
  },
);
