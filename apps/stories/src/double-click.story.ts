import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator, type Page, type Request } from '@playwright/test';
import { cards, enterCard, fillBilling, PASSWORD } from './paying-steps.ts';
import {
  authorizeAddress,
  createAccount,
  linkIn,
  logInThroughApi,
  queryDatabase,
  readMail,
  uniqueEmail,
} from './portal.ts';
import { fillSignUpForm } from './sign-up-steps.ts';
import { VirtualAuthenticator } from './virtual-authenticator.ts';

const WEB = join(import.meta.dirname, '../../web/src');

/**
 * All source files with a submit button. The keys are the stories that double-click them, or the reason why no story
 * does.
 */
const covered: Readonly<Record<string, readonly string[]>> = {
  visitor: [
    'identity/login/login-form.tsx',
    'identity/login/second-step.tsx',
    'identity/login/lost-factor.tsx',
    'registration/password/forgot-password-form.tsx',
    'company/sign-in/company-sign-in-form.tsx',
    'registration/sign-up/sign-up-form.tsx',
    'fields/new-password-form.tsx',
  ],
  user: [
    'connected-apps/consent/consent-form.tsx',
    'identity/passkeys/rename-passkey.tsx',
    'account/profile/address-form.tsx',
    'account/profile/profile-form.tsx',
    'identity/second-factor/set-up-modal.tsx',
    'identity/security/change-password-form.tsx',
    'identity/step-up/step-up-dialog.tsx',
  ],
  owner: [
    'billing/billed-to-form.tsx',
    'billing/billing-form.tsx',
    'billing/replace-card-form.tsx',
    'teams/members/factor-rule.tsx',
    'teams/members/invite-modal.tsx',
  ],
  /** These forms send no call. They store their input in the browser or leave the page. */
  'no call': [
    'registration/password/sign-up-details.tsx',
    'company/sign-in/post-to-provider.tsx',
    'registration/team-members/team-member-form.tsx',
    'registration/pages/join-event-page.tsx',
    'registration/pages/sign-up-plan-page.tsx',
  ],
  /** The page's forms send their calls through `useStepUp`, as the step-up dialog does. */
  'as the step-up dialog': ['identity/pages/set-up-factor-page.tsx'],
};

test('every submit button is covered by a double-click story or exempt', () => {
  const withButton = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.spec.tsx'))
    .filter((name) => readFileSync(join(WEB, name), 'utf8').includes('type="submit"'));
  expect(withButton.toSorted()).toEqual(Object.values(covered).flat().toSorted());
});

async function expectOneCall(page: Page, button: Locator, path: RegExp): Promise<void> {
  let count = 0;
  const isCall = (request: Request) =>
    request.method() !== 'GET' && path.test(new URL(request.url()).pathname);
  const countCall = (request: Request) => {
    if (isCall(request)) count++;
  };
  page.on('request', countCall);
  const answered = page.waitForResponse((response) => isCall(response.request()));
  await button.dblclick();
  await answered;
  await page.waitForLoadState('networkidle');
  page.off('request', countCall);
  expect(count, String(path)).toBe(1);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Answers a call in the browser, so that the story need not create the state on the server. */
async function answerWith(page: Page, path: string, status: number, body: object): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    (route) =>
      route.request().resourceType() === 'document'
        ? route.fallback()
        : route.fulfill({ status, json: body }),
  );
}

test('a visitor who double-clicks sends one call', { tag: '@deep' }, async ({ page }) => {
  test.slow();
  const email = uniqueEmail('twice');
  await page.goto('/signup');
  await button(page, 'Next').click();
  await fillSignUpForm(page, { firstName: 'Ada', lastName: 'Lovelace', businessName: 'Engines', email });
  await page.getByRole('button', { name: /Country/ }).click();
  await page.getByRole('option', { name: 'Germany' }).click();
  await expectOneCall(page, button(page, 'Next'), /^\/register-by-email$/);
  await page.goto(linkIn(await readMail(email, 'Verify your email')));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel(/^Confirm/).fill(PASSWORD);
  await expectOneCall(page, button(page, 'Create password'), /^\/reset-password$/);
  await expect(page).toHaveURL(/\/success$/);
  await page.context().clearCookies();

  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await expectOneCall(page, page.locator('form [type=submit]'), /^\/forgot-password$/);
  await page.goto('/');
  await button(page, 'Sign in with your company').click();
  await page.getByLabel('Work email').fill('ada@nowhere.test');
  await expectOneCall(page, button(page, 'Continue'), /^\/idp$/);

  await page.goto('/');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Square-Tables-For-9!');
  await expectOneCall(page, button(page, 'Log in'), /^\/login$/);
  await expect(page.getByText('Invalid email or password. Try again.', { exact: true })).toBeVisible();
  await answerWith(page, '/login', 401, { code: 'SecondFactorRequired', message: 'Enter the code.' });
  await button(page, 'Log in').click();
  await page.getByLabel('Code from your authenticator app').fill('123456');
  await expectOneCall(page, button(page, 'Log in'), /^\/login\/second-factor$/);
  await page.unrouteAll();
  await answerWith(page, '/login', 401, { code: 'SecondFactorRequired', message: 'Enter the code.' });
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Log in').click();
  await button(page, 'I’ve lost my phone and my recovery codes').click();
  await expectOneCall(page, button(page, 'Send code'), /^\/login\/second-factor\/recovery$/);
});

test('a user who double-clicks sends one call', { tag: '@deep' }, async ({ page }) => {
  test.slow();
  const email = uniqueEmail('twice');
  await createAccount(page, email, PASSWORD);
  await logInThroughApi(page, email, PASSWORD);
  await page.goto('/settings/profile');
  await page.getByRole('textbox', { name: 'Job title' }).fill('Rear admiral');
  await expectOneCall(page, button(page, 'Save'), /^\/settings\/profile$/);
  await button(page, 'Change email address').click();
  await page.getByLabel('New email address').fill(uniqueEmail('new'));
  await expectOneCall(page, button(page, 'Send link'), /^\/settings\/profile\/address$/);

  await page.goto('/settings/security');
  await page.getByLabel('Current password', { exact: true }).fill('Square-Tables-For-9!');
  await page.getByLabel('New password', { exact: true }).fill(`${PASSWORD}!`);
  await page.getByLabel(/^Confirm/).fill(`${PASSWORD}!`);
  await expectOneCall(page, button(page, 'Change password'), /^\/settings\/security\/password$/);
  const factor = '/settings/security/second-factor';
  await button(page, 'Set up an app').click();
  await page.getByLabel('Code from the app').fill('123456');
  await expectOneCall(page, button(page, 'Confirm'), new RegExp(`^${factor}$`));
  await page.keyboard.press('Escape');

  const passkey = { id: 'old', name: 'Old', isBackedUp: false, createdAt: new Date(), lastUsedAt: null };
  await answerWith(page, '/settings/security/passkeys', 200, { passkeys: [passkey] });
  await page.reload();
  await page.getByRole('button', { name: /^Rename the passkey/ }).click();
  await page.getByLabel('Passkey name').fill('New');
  await expectOneCall(page, button(page, 'Save'), /^\/settings\/security\/passkeys\//);
  await page.unrouteAll();

  await answerWith(page, `${factor}/set-up`, 403, {
    code: 'ProofNeeded',
    message: 'No',
    proofs: ['password'],
  });
  await page.reload();
  await button(page, 'Set up an app').click();
  await page.getByLabel('Your password', { exact: true }).fill('Square-Tables-For-9!');
  await expectOneCall(page, button(page, 'Confirm'), /^\/settings\/security\/proof$/);
  await page.unrouteAll();

  await page.goto(authorizeAddress());
  await expectOneCall(page, button(page, 'No'), /^\/oauth\/authorize$/);
});

test('an owner who double-clicks sends one call', { tag: '@deep' }, async ({ page }) => {
  test.slow();
  const email = uniqueEmail('twice');
  await createAccount(page, email, PASSWORD);
  await logInThroughApi(page, email, PASSWORD);
  await page.goto('/pro/upgrade');
  await fillBilling(page);
  await enterCard(page, cards.good);
  await expectOneCall(page, page.getByRole('button', { name: /^Subscribe/ }), /^\/upgrade-plan$/);
  await expect(page).toHaveURL(/\/billing-success$/);

  await page.goto('/settings/billing');
  await button(page, 'Edit billing details').click();
  await expectOneCall(page, button(page, 'Save'), /^\/settings\/billing\/billed-to$/);
  await button(page, 'Replace card').click();
  await enterCard(page, '5555 5555 5555 4444');
  await expectOneCall(page, button(page, 'Save card'), /^\/settings\/billing\/card-setup$/);

  await queryDatabase(
    'UPDATE teams SET seat_limit = 3 WHERE id = (SELECT team_id FROM users WHERE email = $1)',
    [email],
  );
  await page.goto('/settings/team');
  await button(page, 'Invite people').click();
  await page.getByLabel('Email addresses').fill(uniqueEmail('invited'));
  await expectOneCall(page, button(page, 'Send invitations'), /^\/team\/invitations$/);
  await page.keyboard.press('Escape');

  await VirtualAuthenticator.addTo(page);
  await page.goto('/settings/security');
  await button(page, 'Add a passkey').click();
  await expect(page.getByText('You can now log in with it.')).toBeVisible();
  await page.goto('/settings/team');
  await expectOneCall(page, button(page, 'Require two-step verification'), /^\/team\/second-factor$/);
});
