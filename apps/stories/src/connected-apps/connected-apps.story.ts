import { oauthScopes, type OAuthScope } from '@foyer/contracts/connected-apps/oauth';
import { CLIENT_APP } from '@foyer/testbed/stand-ins/client-app/client-app';
import { expect, test, type Page, type Request } from '@playwright/test';
import { expectAccessible, listenForErrors } from '../page-errors.ts';
import {
  authorizeAddress,
  createAccount,
  logIn,
  logInThroughApi,
  portal,
  queryDatabase,
  readMail,
  uniqueEmail,
} from '../portal.ts';

const PASSWORD = 'Round-Tables-For-8!';
const APP = CLIENT_APP.name;
const ALL = Object.keys(oauthScopes) as OAuthScope[];

async function logInAsUser(page: Page): Promise<string> {
  const email = uniqueEmail('apps');
  await createAccount(page, email, PASSWORD);
  await logInThroughApi(page, email, PASSWORD);
  return email;
}

async function askFor(page: Page, scopes: OAuthScope[]): Promise<void> {
  await page.goto(portal().productUrl);
  for (const scope of ALL) await page.getByLabel(oauthScopes[scope]).setChecked(scopes.includes(scope));
  await page.getByRole('button', { name: /^Connect/ }).click();
}

async function connect(page: Page, scopes: OAuthScope[] = ['profile']): Promise<void> {
  await askFor(page, scopes);
  await answer(page, 'Yes');
  await expectNotice(page, 'You are connected.');
}

async function expectQuestion(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Get Connected' })).toBeVisible();
  await expect(page.getByText(`Do you want to grant ${APP} access to your diagramming data?`)).toBeVisible();
}

async function answer(page: Page, name: 'Yes' | 'No'): Promise<void> {
  await expectQuestion(page);
  await page.getByRole('button', { name, exact: true }).click();
}

async function expectNotice(page: Page, text: string | RegExp): Promise<void> {
  await expect(page).toHaveURL(portal().productUrl);
  await expect(page.locator('[role=status], [role=alert]')).toHaveText(text);
}

async function expectAccessibleAtEverySize(page: Page): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectAccessible(page);
  }
}

async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('button', { name, exact: true });
  await expect(wanted).toBeVisible();
  for (let tabs = 0; tabs < 30; tabs++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${name}`);
}

test(
  'a user connects an app, and is asked again only when the app requests more scopes',
  { tag: '@deep' },
  async ({ page }) => {
    const faults = await listenForErrors(page);
    const email = await logInAsUser(page);
    await askFor(page, ['profile', 'diagrams.read']);
    await expectQuestion(page);
    const main = page.getByRole('main');
    await expect(
      main.getByRole('list', { name: `${APP} will be able to:` }).getByRole('listitem'),
    ).toHaveText([oauthScopes.profile, oauthScopes['diagrams.read']]);
    await expect(main).toContainText(new URL(portal().productUrl).host);
    await expect(main).toContainText(`You’re logged in as ${email}.`);
    await expect(main).toContainText('Access expires after 90 days.');
    await expectAccessibleAtEverySize(page);
    for (const name of ['No', 'Yes']) {
      const box = await page.getByRole('button', { name, exact: true }).boundingBox();
      expect([(box?.width ?? 0) >= 80, (box?.height ?? 0) >= 40]).toEqual([true, true]);
    }
    await answer(page, 'Yes');
    await expectNotice(page, 'You are connected.');
    await expect(page.getByText(`Grace Hopper, ${email}`)).toBeVisible();
    const mail = await readMail(email, `You connected ${APP}`);
    expect(mail.text).toContain(oauthScopes['diagrams.read']);

    const asked: string[] = [];
    page.on('framenavigated', (frame) => asked.push(new URL(frame.url()).pathname));
    await askFor(page, ['profile']);
    await expectNotice(page, 'You are connected.');
    expect(asked).not.toContain('/oauth/authorize');
    await askFor(page, ['profile', 'events.invite']);
    await answer(page, 'Yes');
    await expectNotice(page, 'You are connected.');
    expect(faults).toEqual([]);
  },
);

test(
  'a visitor logs in during an app’s request, and nothing of the request is lost',
  { tag: '@deep' },
  async ({ page }) => {
    const faults = await listenForErrors(page);
    const email = uniqueEmail('way');
    await createAccount(page, email, PASSWORD);
    const opened: string[] = [];
    page.on('request', (request: Request) => {
      const url = new URL(request.url());
      if (request.isNavigationRequest() && url.pathname === '/oauth/authorize') opened.push(url.search);
    });
    await askFor(page, ALL);
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await logIn(page, email, PASSWORD);
    await expectQuestion(page);
    expect(opened).toHaveLength(2);
    expect(opened[1]).toBe(opened[0]);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
      'client_id',
    );
    await answer(page, 'Yes');
    await expectNotice(page, 'You are connected.');
    expect(faults).toEqual([]);
  },
);

test(
  'a user logs out, and another user logs in and answers the same request',
  { tag: '@deep' },
  async ({ page }) => {
    const faults = await listenForErrors(page);
    const other = uniqueEmail('other');
    await createAccount(page, other, PASSWORD);
    const email = await logInAsUser(page);
    await askFor(page, ['profile']);
    await expect(page.getByText(email)).toBeVisible();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await logIn(page, other, PASSWORD);
    await expect(page.getByText(other)).toBeVisible();
    await answer(page, 'Yes');
    await expectNotice(page, 'You are connected.');
    await expect(page.getByText(`Grace Hopper, ${other}`)).toBeVisible();
    expect(faults).toEqual([]);
  },
);

test(
  'a user who declines gives the app nothing, and the back button shows a new question',
  { tag: '@deep' },
  async ({ page }) => {
    const faults = await listenForErrors(page);
    await logInAsUser(page);
    await askFor(page, ['profile']);
    await answer(page, 'No');
    await expectNotice(page, /^You declined/);
    await expect(page.getByText('Not connected.')).toBeVisible();
    expect(await page.request.get('/settings/apps/details').then((reply) => reply.json())).toEqual({
      apps: [],
    });

    await page.goto(authorizeAddress());
    await expectQuestion(page);
    const ticket = () => page.locator('input[name=ticket]').inputValue();
    const first = await ticket();
    await answer(page, 'No');
    await expect(page).toHaveURL(portal().productUrl);
    await page.goBack();
    await expectQuestion(page);
    await expect.poll(ticket).not.toBe(first);
    await answer(page, 'No');
    await expect(page).toHaveURL(portal().productUrl);
    expect(faults).toEqual([]);
  },
);

test(
  'an answer after the form or the session expired shows the same question again',
  { tag: '@deep' },
  async ({ page }) => {
    const email = await logInAsUser(page);
    await askFor(page, ['profile']);
    await expectQuestion(page);
    const ticket = () => page.locator('input[name=ticket]').inputValue();
    const first = await ticket();
    await queryDatabase(
      `UPDATE consent_tickets SET expires_at = now() - interval '1 second'
      WHERE ticket_hash = sha256(convert_to($1, 'UTF8'))`,
      [first],
    );
    await answer(page, 'Yes');
    await expectQuestion(page);
    await expect.poll(ticket).not.toBe(first);

    await page.context().clearCookies({ name: 'sid' });
    await answer(page, 'Yes');
    await logIn(page, email, PASSWORD);
    await expectQuestion(page);
    await expectAccessibleAtEverySize(page);
    await answer(page, 'Yes');
    await expectNotice(page, 'You are connected.');
  },
);

test(
  'an app that is disconnected in the portal is rejected at its next call',
  { tag: '@deep' },
  async ({ page }) => {
    const faults = await listenForErrors(page);
    await logInAsUser(page);
    await connect(page, ['profile', 'events.invite']);
    await page.goto('/settings/security');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Apps' }).click();
    const app = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: APP }) });
    await expect(app).toContainText(new URL(portal().productUrl).host);
    await expect(app).toContainText(oauthScopes['events.invite']);
    await expect(app).toContainText('last used just now');
    await expectAccessibleAtEverySize(page);
    await page.getByRole('button', { name: `Disconnect ${APP}` }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Disconnect this app?' });
    await expectAccessibleAtEverySize(page);
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await expect(
      page.getByRole('status').filter({ hasText: `${APP} no longer has access to your account.` }),
    ).toBeVisible();
    await expect(page.getByText('No connected apps yet.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Apps with access to your account' })).toBeFocused();
    await expectAccessibleAtEverySize(page);

    await page.goto(portal().productUrl);
    await page.getByRole('button', { name: 'Get user info' }).click();
    await expectNotice(page, /no longer accepts the access token/);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectNotice(page, /ended this connection/);
    expect(faults).toEqual([]);

    await askFor(page, ['profile']);
    await expectQuestion(page);
  },
);

test(
  'an app that disconnects itself is no longer listed in the portal',
  { tag: '@deep' },
  async ({ page }) => {
    const faults = await listenForErrors(page);
    await logInAsUser(page);
    await connect(page);
    await page.goto('/settings/apps');
    await expect(page.getByRole('heading', { name: APP })).toBeVisible();
    await page.goto(portal().productUrl);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectNotice(page, 'The tokens were refreshed.');
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await expectNotice(page, /^You’re disconnected/);
    await page.goto('/settings/apps');
    await expect(page.getByText('No connected apps yet.')).toBeVisible();
    expect(faults).toEqual([]);
  },
);

const foreign = [
  { redirect_uri: 'https://evil.test/callback' },
  { redirect_uri: '' },
  { client_id: 'unknown' },
] as const;
for (const changes of foreign)
  test(
    `a request with ${JSON.stringify(changes)} is rejected without a redirect`,
    { tag: '@deep' },
    async ({ page }) => {
      await logInAsUser(page);
      const reply = await page.goto(authorizeAddress(changes));
      expect([reply?.status(), reply?.headers()['location']]).toEqual([400, undefined]);
      await expect(page).toHaveURL(`${portal().portalUrl}/oauth-authorize-error`);
      await expect(page.getByRole('heading', { name: 'Unable to authorize App' })).toBeVisible();
      await expectAccessibleAtEverySize(page);
      await page.getByRole('link', { name: 'Return to Login' }).click();
      await expect(page.getByText('You’re logged in as')).toBeVisible();
    },
  );

test(
  'a user connects and disconnects an app by keyboard alone, at a phone’s width',
  { tag: '@deep' },
  async ({ page }) => {
    const faults = await listenForErrors(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await logInAsUser(page);
    await askFor(page, ['profile']);
    await expectQuestion(page);
    await tabTo(page, 'Log out');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'No', exact: true })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Yes' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expectNotice(page, 'You are connected.');

    await page.goto('/settings/apps');
    await tabTo(page, `Disconnect ${APP}`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expect(page.getByRole('button', { name: `Disconnect ${APP}` })).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, 'Disconnect');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${APP} no longer has access to your account.`)).toBeVisible();
    expect(faults).toEqual([]);
  },
);
