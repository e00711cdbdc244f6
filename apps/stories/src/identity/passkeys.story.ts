import { expect, test, type Page } from '@playwright/test';
import { logOut } from '../account-steps.ts';
import { createAccount, logIn, portal, readMail, uniqueEmail } from '../portal.ts';
import { VirtualAuthenticator } from '../virtual-authenticator.ts';

const PASSWORD = 'Round-Tables-For-8!';
const REFUSED = 'No passkey was used. Try again, or log in with your password.';

const ownPasskeys = (page: Page) =>
  page.getByRole('region', { name: 'Passkeys', exact: true }).getByRole('listitem');

/** Creates an account with a passkey. The user stays logged in, on the security page. */
async function withPasskey(page: Page, name: string) {
  const email = uniqueEmail(name);
  await createAccount(page, email, PASSWORD);
  const authenticator = await VirtualAuthenticator.addTo(page);
  // The authenticator has no passkey yet, so conditional mediation of the email field finds none.
  await page.goto('/login?redirect=%2Fsettings%2Fsecurity');
  await logIn(page, email, PASSWORD);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText(/^“.+” was added\. You can now log in with it\.$/)).toBeVisible();
  await expect(ownPasskeys(page)).toHaveCount(1);
  return { email, authenticator };
}

/** Logs out. The authenticator does not answer, so that conditional mediation does not log the user in again. */
async function leave(page: Page, authenticator: VirtualAuthenticator): Promise<void> {
  await authenticator.answers(false);
  await logOut(page);
  await expect(page).toHaveURL(`${portal().portalUrl}/`);
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
}

/** Repeats an action until it has an effect, because the page may not have event listeners yet. */
async function repeatUntil(page: Page, happened: Promise<unknown>, act: (step: number) => Promise<void>) {
  let isOver = false;
  const end = () => (isOver = true);
  happened.then(end, end);
  for (let step = 0; !isOver; step++) {
    // Does not await an action whose element is gone after success, because the action would wait for the element.
    await Promise.race([happened, act(step)]);
    await page.waitForTimeout(50);
  }
  await happened;
}

const askedForPasskey = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/login/passkey'));

async function moveMouseUntil(page: Page, happened: Promise<unknown>): Promise<void> {
  await repeatUntil(page, happened, (step) => page.mouse.move(200, step % 2 === 0 ? 100 : 230));
}

/** Presses the button without pointer or focus, either of which would start conditional mediation. */
async function signInByButton(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Log in with a passkey' });
  await repeatUntil(page, askedForPasskey(page), () => button.dispatchEvent('click'));
}

test('a passkey is added, named, used without a click and by the button, and removed', async ({ page }) => {
  const { email, authenticator } = await withPasskey(page, 'passkey');
  await readMail(email, 'passkey was added');
  expect(await authenticator.passkeys()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);

  await page.getByRole('button', { name: /^Rename the passkey/ }).click();
  await page.getByLabel('Passkey name').fill('My laptop');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The passkey is now called “My laptop”.')).toBeVisible();
  await expect(ownPasskeys(page)).toContainText('not used yet');

  await leave(page, authenticator);
  await authenticator.answers(true);
  await page.goto('/login?redirect=%2Fsettings%2Fsecurity');
  await moveMouseUntil(page, page.waitForURL('**/settings/security'));
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  await expect(ownPasskeys(page)).toContainText('last used');

  await leave(page, authenticator);
  await page.goto('/login?redirect=%2Fsettings%2Fsecurity');
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn');
  await authenticator.answers(true);
  await signInByButton(page);
  await expect(page.getByText('This device', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Remove the passkey My laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('“My laptop” was removed.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeFocused();
  await readMail(email, 'passkey was removed');

  // The portal has deleted the passkey, but the authenticator still has it.
  await leave(page, authenticator);
  await page.goto('/login');
  await authenticator.answers(true);
  await signInByButton(page);
  await expect(page.getByText('That passkey didn’t work. Try again or use your password.')).toBeVisible();
  await authenticator.answers(false);
  await logIn(page, email, PASSWORD);
  await expect(page).not.toHaveURL(`${portal().portalUrl}/login`);
});

test('a passkey without user verification does not log in', { tag: '@deep' }, async ({ page }) => {
  const { email, authenticator } = await withPasskey(page, 'unverified');
  await leave(page, authenticator);
  await authenticator.verifiesUser(false);
  const asked = askedForPasskey(page);
  await page.goto('/login');
  await authenticator.answers(true);
  await moveMouseUntil(page, asked);
  await signInByButton(page);
  await expect(page.getByText(REFUSED)).toBeVisible();
  // Presses the button without a pointer, as speech-control software does.
  await page.mouse.move(0, 0);
  await page.goto('/login');
  await page
    .getByRole('button', { name: 'Log in with a passkey' })
    .evaluate((one: HTMLElement) => one.click());
  await expect(page.getByText(REFUSED)).toBeVisible();
  await logIn(page, email, PASSWORD);
  await expect(page).not.toHaveURL(`${portal().portalUrl}/login`);
});

test('a passkey of another host does not log in', { tag: '@deep' }, async ({ page }) => {
  const { authenticator } = await withPasskey(page, 'elsewhere');
  await leave(page, authenticator);
  await authenticator.moveTo('evil.test');
  await authenticator.answers(true);
  const asked = askedForPasskey(page);
  await page.goto('/login');
  await moveMouseUntil(page, asked);
  expect((await asked).request().method()).toBe('GET');
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeEnabled();
  expect(await (await page.request.get('/session')).json()).not.toHaveProperty('user');
});

test(
  'the home page offers a passkey to users without one, until they decline',
  { tag: '@deep' },
  async ({ page }) => {
    const email = uniqueEmail('offer');
    await createAccount(page, email, PASSWORD);
    await VirtualAuthenticator.addTo(page);
    await page.goto('/login?redirect=%2F');
    await logIn(page, email, PASSWORD);
    const offer = page.getByRole('region', { name: 'Passkeys' });
    await expect(offer.getByRole('link', { name: 'Add a passkey' })).toBeVisible();
    await offer.getByRole('button', { name: 'Not now' }).click();
    await expect(offer).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: /^Welcome back/ })).toBeVisible();
    await expect(offer).toHaveCount(0);
  },
);
