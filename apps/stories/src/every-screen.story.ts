import { isPageAmong, pages } from '@foyer/contracts/pages';
import { expect, test, type Page } from '@playwright/test';
import { setColorScheme, expectAccessible, listenForErrors } from './page-errors.ts';
import { arePicturesWanted, takePicture } from './pictures.ts';
import {
  authorizeAddress,
  codeIn,
  createAccount,
  inviteToEvent,
  inviteToTeam,
  logInThroughApi,
  portal,
  queryDatabase,
  uniqueEmail,
} from './portal.ts';

const PASSWORD = 'Round-Tables-For-8!';

const sizes = { desktop: { width: 1440, height: 900 }, mobile: { width: 390, height: 844 } } as const;

/**
 * Prepares each kind of visitor. A new visitor needs no preparation. Each function returns the value of `{code}` in the
 * path, or an empty string.
 */
const visitors = {
  'a user': async (page: Page) => {
    await logInAs(page, uniqueEmail('user'));
    return '';
  },
  'a user asked by an app': async (page: Page) => {
    await logInAs(page, uniqueEmail('asked'));
    return authorizeAddress().split('?')[1] ?? '';
  },
  'an invited person': async (page: Page) => {
    const code = await inviteToNewTeam(page, uniqueEmail('invited'));
    await page.context().clearCookies();
    return code;
  },
  'an invited user': async (page: Page) => {
    const email = uniqueEmail('invited');
    await createAccount(page, email, PASSWORD);
    const code = await inviteToNewTeam(page, email);
    await page.context().clearCookies();
    await logInThroughApi(page, email, PASSWORD);
    return code;
  },
  'another user': (page: Page) => inviteToNewTeam(page, uniqueEmail('invited')),
  'a guest': async (page: Page) => codeIn(await inviteToEvent(page, uniqueEmail('guest'))),
  'a guest with an account': async (page: Page) => {
    const email = uniqueEmail('guest');
    await logInAs(page, email);
    return codeIn(await inviteToEvent(page, email));
  },
};

async function logInAs(page: Page, email: string): Promise<void> {
  await createAccount(page, email, PASSWORD);
  await logInThroughApi(page, email, PASSWORD);
}

async function inviteToNewTeam(page: Page, email: string): Promise<string> {
  const owner = uniqueEmail('owner');
  await logInAs(page, owner);
  await queryDatabase(
    'UPDATE teams SET seat_limit = 2 WHERE id = (SELECT team_id FROM users WHERE email = $1)',
    [owner],
  );
  return codeIn(await inviteToTeam(page, email));
}

type Screen = {
  /** `{code}` stands for the invitation's code or the query of the app's authorization request. */
  path: string;
  title: string;
  visitor?: keyof typeof visitors;
  /** `bare`: without the footer and the region “Your plan” (docs/product.md 2). */
  frame?: 'bare';
  /** `false`: with the footer, but without “Your plan”. Paths under /settings never have this region. */
  hasPlan?: false;
  endsAt?: string;
  /** The path of a call that fails on purpose. The browser logs its status as an error. */
  refused?: string;
};

/** Every route of docs/product.md 2, and some routes also for logged-in or invited users. */
const screens: Screen[] = [
  { path: '/', title: 'Log in' },
  { path: '/login', title: 'Log in' },
  { path: '/signin', title: 'Log in' },
  { path: '/pro', title: 'Create an Account or Upgrade' },
  { path: '/pro/upgrade', title: 'Log in', endsAt: '/' },
  { path: '/signup', title: 'Choose a plan' },
  { path: '/signup/form', title: 'Create an Account' },
  { path: '/verify-email', title: 'Choose a plan', endsAt: '/signup' },
  { path: '/success', title: "You've created an account", frame: 'bare' },
  { path: '/reset-password', title: 'We don’t recognize this link' },
  { path: '/reset-password-success', title: 'Your password has been reset' },
  { path: '/forgot-password', title: 'Forgot password' },
  { path: '/billing', title: 'Log in', endsAt: '/login' },
  { path: '/billing-success', title: "You've signed up for Pro", frame: 'bare' },
  { path: '/team-member/signup', title: 'Log in', endsAt: '/' },
  { path: '/team-member/confirm-password', title: 'Log in', endsAt: '/' },
  { path: '/join-team/unknown', title: 'We don’t recognize this invitation' },
  { path: '/switch-team/unknown', title: 'We don’t recognize this invitation', frame: 'bare' },
  { path: '/join-event/unknown', title: 'We don’t recognize this invitation' },
  {
    path: '/saml/unknown',
    title: "This isn't right",
    frame: 'bare',
    endsAt: '/saml-error',
    refused: '/idp/unknown',
  },
  { path: '/saml-error', title: "This isn't right", frame: 'bare' },
  { path: '/saml-overage', title: 'Unable to Provision User', frame: 'bare' },
  { path: '/saml-pending', title: 'Sign in with your company again', frame: 'bare' },
  { path: '/saml-proof/ok', title: 'Identity confirmed', frame: 'bare' },
  { path: '/saml-proof/not-asked', title: 'We couldn’t confirm it’s you', frame: 'bare' },
  { path: '/saml-suspended', title: 'Your account is archived', frame: 'bare' },
  {
    path: '/oauth/authorize',
    title: 'Unable to authorize App',
    frame: 'bare',
    endsAt: '/oauth-authorize-error',
    refused: '/oauth/authorize',
  },
  { path: '/oauth-authorize-error', title: 'Unable to authorize App', frame: 'bare' },
  { path: '/failure-general', title: "This isn't right", frame: 'bare' },
  { path: '/request-error', title: "This isn't right", frame: 'bare' },
  { path: '/stop-recovery', title: 'Keep your authenticator app' },
  { path: '/settings', title: 'Log in', endsAt: '/login' },
  { path: '/settings/team', title: 'Log in', endsAt: '/login' },
  { path: '/settings/profile', title: 'Log in', endsAt: '/login' },
  { path: '/settings/profile/address', title: 'Log in', endsAt: '/login' },
  { path: '/undo-address', title: 'Change your email address back', hasPlan: false },
  { path: '/settings/security', title: 'Log in', endsAt: '/login' },
  { path: '/settings/data', title: 'Log in', endsAt: '/login' },
  { path: '/settings/billing', title: 'Log in', endsAt: '/login' },
  { path: '/settings/billing/confirm', title: 'Log in', endsAt: '/login' },
  { path: '/settings/sso', title: 'Log in', endsAt: '/login' },
  { path: '/settings/sso/test/unknown', title: 'Log in', endsAt: '/login' },
  { path: '/settings/apps', title: 'Log in', endsAt: '/login' },
  { path: '/set-up-second-factor', title: 'Log in', endsAt: '/login' },
  { path: '/accessibility', title: 'Oh no! This page cannot be found.', refused: '/accessibility' },
  { path: '/logout', title: 'Log in', endsAt: '/' },
  { path: '/nowhere', title: 'Oh no! This page cannot be found.', refused: '/nowhere' },

  { path: '/', visitor: 'a user', title: 'Home', hasPlan: false },
  { path: '/login', visitor: 'a user', title: 'Home', hasPlan: false },
  { path: '/signin', visitor: 'a user', title: 'Home', hasPlan: false },
  { path: '/pro/upgrade', visitor: 'a user', title: 'Upgrade Account' },
  { path: '/settings', visitor: 'a user', title: 'Settings' },
  { path: '/settings/team', visitor: 'a user', title: 'Team' },
  { path: '/set-up-second-factor', visitor: 'a user', title: 'Set up two-step verification', hasPlan: false },
  { path: '/settings/profile', visitor: 'a user', title: 'Profile' },
  { path: '/settings/profile/address', visitor: 'a user', title: 'Confirm your new email address' },
  { path: '/settings/security', visitor: 'an invited user', title: 'Security' },
  { path: '/settings/data', visitor: 'a user', title: 'Your data' },
  { path: '/settings/billing', visitor: 'a user', title: 'Billing' },
  { path: '/settings/billing/confirm', visitor: 'a user', title: 'Approve your payment' },
  { path: '/settings/sso', visitor: 'a user', title: 'Single sign-on' },
  { path: '/settings/apps', visitor: 'a user', title: 'Connected apps' },
  {
    path: '/oauth/authorize?{code}',
    visitor: 'a user asked by an app',
    title: 'Get Connected',
    frame: 'bare',
  },
  { path: '/team-member/signup?inviteId={code}', visitor: 'an invited person', title: 'Join your team' },
  { path: '/join-team/{code}', visitor: 'an invited person', title: 'Join your team' },
  { path: '/join-team/{code}', visitor: 'another user', title: 'This invitation is for another account' },
  { path: '/switch-team/{code}', visitor: 'an invited user', title: 'Switch teams', frame: 'bare' },
  { path: '/join-event/{code}?event_name=Gala', visitor: 'a guest', title: 'Join an event' },
  { path: '/join-event/{code}', visitor: 'a guest with an account', title: 'Join an event' },
];

const atEveryCommit = new Set(['/login', '/signup/form', '/settings/team for a user', '/nowhere']);

test('every page of the portal is covered by a screen', () => {
  const isThere = (page: (typeof pages)[keyof typeof pages]) =>
    screens.some(({ path }) => isPageAmong([page], path.replace(/\?.*/, '')));
  expect(Object.values(pages).filter((page) => !isThere(page))).toEqual([]);
});

const groups = Map.groupBy(screens, ({ path, visitor, frame, endsAt }) => {
  const who = visitor ? ` for ${visitor}` : '';
  if (atEveryCommit.has(`${path}${who}`)) return `screens of every commit${who}`;
  if (visitor) return `screens${who}`;
  if (endsAt) return 'screens that redirect a visitor';
  return frame ? 'screens for a visitor, without footer' : 'screens for a visitor';
});

test.describe.configure({ timeout: 900_000 });

for (const [name, group] of groups) {
  const details = name.startsWith('screens of every commit') ? {} : { tag: '@deep' };
  test(`${name} are complete and accessible on desktop and mobile`, details, async ({ page }) => {
    const [{ visitor }] = group as [Screen];
    const code = visitor ? await visitors[visitor](page) : '';
    const faults = await listenForErrors(page, ...group.flatMap(({ refused }) => refused ?? []));
    for (const screen of group)
      await test.step(screen.path, async () => {
        await open(page, screen, code);
        // The target of a redirect is not checked here, because `screens` contains it separately.
        for (const [name, size] of Object.entries(screen.endsAt ? {} : sizes)) {
          await page.setViewportSize(size);
          await expectFinished(page, screen);
          await takePictures(page, screen, name);
        }
        expect(faults).toEqual([]);
      });
  });
}

async function open(page: Page, { path, title, endsAt }: Screen, code: string): Promise<void> {
  const address = new URL(path.replace('{code}', code), portal().portalUrl);
  await page.goto(address.href);
  await expect.poll(async () => (await page.title()).split(' – ')[0], path).toBe(title);
  await expect(page).toHaveURL(({ pathname }) => pathname === (endsAt ?? address.pathname));
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
}

async function expectFinished(page: Page, { path, frame, hasPlan }: Screen): Promise<void> {
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('contentinfo')).toHaveCount(frame === 'bare' ? 0 : 1);
  const isPlanSeen = (hasPlan ?? frame !== 'bare') && !path.startsWith('/settings');
  await expect(page.getByRole('region', { name: 'Your plan' })).toHaveCount(isPlanSeen ? 1 : 0);
  await expectAccessible(page);
}

async function takePictures(page: Page, { path, visitor }: Screen, size: string): Promise<void> {
  if (!arePicturesWanted) return;
  for (const scheme of ['dark', 'light'] as const) {
    await setColorScheme(page, scheme);
    await takePicture(page, `${size} ${scheme} ${path} ${visitor ?? ''}`.trim());
  }
}
