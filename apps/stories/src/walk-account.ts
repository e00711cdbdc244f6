import { languages, type LanguageTag } from '@foyer/catalog/languages';
import { expect, type Page } from '@playwright/test';
import { linkIn, portal, uniqueEmail } from './portal.ts';
import { PASSWORD, Walk } from './walk.ts';

const NEW_PASSWORD = 'Square-Tables-For-4!';
const WRONG = 'Not-The-Password-1!';
const TRIES = 5;

/** Chooses the language in the footer, because the browser prefers English. */
export async function walkAccount(page: Page, language: LanguageTag): Promise<void> {
  const walk = await Walk.beginInEnglish(page, language);
  const email = uniqueEmail('walker');
  await page.goto('/login');
  await chooseInFooter(walk);
  await signUp(walk, email);
  await logOut(walk);
  await lockOut(walk, email);
  await resetPassword(walk, email);
  await walk.logIn(email, NEW_PASSWORD);
  await expect(page).toHaveURL(portal().productUrl);
  await page.goto(`${portal().portalUrl}/`);
  await walk.expectHeading('Welcome back, {name}');
  await expect(page.locator('html'), 'the choice outlives logout and login').toHaveAttribute(
    'lang',
    language,
  );
  await walkDeadEnds(walk);
}

async function chooseInFooter(walk: Walk): Promise<void> {
  const { page, language } = walk;
  await page.getByRole('button', { name: 'Language: English' }).click();
  const name = languages.find(({ tag }) => tag === language)?.name ?? '';
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await page.getByRole('button', { name: walk.words('Language: {name}') }).click();
  await expect(page.getByRole('dialog', { name: walk.words('Language') })).toBeVisible();
  await walk.stop('languages');
  await page.keyboard.press('Escape');
}

async function signUp(walk: Walk, email: string): Promise<void> {
  const { page, words } = walk;
  await page.goto('/signup');
  await walk.expectHeading('Choose your plan');
  await walk.stop('plans');
  await walk.submit();
  await expect(page).toHaveURL(/\/signup\/form$/);
  await walk.fill({ email: 'ada@gmial.com' });
  await walk.submit();
  await expect(page.getByText(words('Required Field')).first()).toBeVisible();
  await walk.stop('sign-up with problems');
  await walk.fill({
    firstName: 'Grace',
    lastName: 'Hopper',
    phone: '+49 30 12345',
    businessName: 'Walkers',
    email,
  });
  await walk.open('businessType');
  await walk.stop('business types');
  await walk.choose('businessType', 'eventPlanner');
  await walk.open('countryCode');
  await walk.stop('countries');
  await walk.choose('countryCode', 'DE');
  await walk.stop('sign-up filled in');
  await walk.submit();
  await walk.expectHeading('Verify your email');
  await walk.stop('verify');
  const mail = await walk.mail(
    email,
    'Verify your email for {productName}',
    'Hello {name},',
    'Thanks for signing up. Choose a password to verify your email address and create your account.',
  );
  await page.goto(linkIn(mail));
  await walk.expectHeading('Create your password');
  await walk.fill({ password: 'round' });
  await walk.submit();
  await expect(page.locator('main [role=alert]:not(:empty)')).toBeVisible();
  await walk.stop('password with problems');
  await choosePassword(walk, PASSWORD);
  await walk.expectHeading("All set! You've created an account");
  await walk.stop('signed up');
  await walk.mail(email, 'Welcome to {productName}', 'Welcome, {name}!');
}

async function choosePassword(walk: Walk, password: string): Promise<void> {
  await walk.fill({ password, confirmPassword: password });
  await walk.submit();
}

async function logOut(walk: Walk): Promise<void> {
  const { page, words } = walk;
  await page.goto('/');
  await walk.expectHeading('Welcome back, {name}');
  await page.locator('header button[aria-haspopup=true]').click();
  const item = page.getByRole('menuitem', { name: words('Log out') });
  await expect(item).toBeVisible();
  await walk.stop('home with the menu');
  const loaded = page.waitForEvent('load');
  await item.click();
  await loaded;
  await expect(page.locator('input[name=password]')).toBeVisible();
}

async function lockOut(walk: Walk, email: string): Promise<void> {
  const { page, words } = walk;
  await walk.stop('login');
  await walk.submit();
  await expect(page.getByText(words('Required Field'))).toHaveCount(2);
  for (let left = TRIES - 1; left > 0; left--) {
    // Waits for the response to the login, not to the call that finds the company of the email address.
    const answer = page.waitForResponse(
      (response) => response.request().method() === 'POST' && new URL(response.url()).pathname === '/login',
    );
    await walk.logIn(email, WRONG);
    await answer;
    // The form accepts the next input only after this error.
    await expect(page.getByText(words('Invalid email or password. Try again.')).first()).toBeVisible();
  }
  await walk.stop('one try left');
  await walk.logIn(email, WRONG);
  const notice = words('Due to multiple password attempts, your account has been locked for {time}.');
  await expect(page.getByText(notice).first()).toBeVisible();
  await walk.stop('locked');
  await walk.mail(
    email,
    'Your {productName} account is temporarily locked',
    'If it wasn’t you, there’s nothing to do: they didn’t get in.',
  );
}

async function resetPassword(walk: Walk, email: string): Promise<void> {
  const { page, words } = walk;
  await page.locator('a[href="/forgot-password"]').first().click();
  await walk.expectHeading('Forgot password');
  await expect(page.locator('input[name=email]')).toHaveValue(email);
  await walk.submit();
  await expect(page.getByRole('dialog', { name: words('Check your email') })).toBeVisible();
  await walk.stop('reset asked for');
  const mail = await walk.mail(
    email,
    'Reset your {productName} password',
    'You asked to reset your password. Choose a new one here:',
  );
  await page.goto(linkIn(mail));
  await walk.expectHeading('Reset your password');
  await walk.stop('reset');
  await choosePassword(walk, NEW_PASSWORD);
  await walk.expectHeading('Success! Your password has been reset.');
  await walk.stop('reset done');
  await walk.mail(
    email,
    'Your {productName} password was changed',
    'Your password was changed. We logged you out on all other devices, and connected apps lost access.',
  );
  await page.locator('main a[href="/login"]').click();
}

async function walkDeadEnds(walk: Walk): Promise<void> {
  const { page } = walk;
  await page.goto('/nowhere');
  await walk.expectHeading('Oh no! This page cannot be found.');
  await walk.stop('not found');
  await page.goto('/reset-password');
  await walk.expectHeading('We don’t recognize this link');
  await walk.stop('unknown link');
}
