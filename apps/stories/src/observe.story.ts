import { expect, test, type BrowserContext, type Page, type Route } from '@playwright/test';
import { createAccount, linkIn, logIn, portal, queryDatabase, readMail, uniqueEmail } from './portal.ts';
import {
  identifyCalls,
  INTAKE,
  OBSERVERS,
  recordObservers,
  SEGMENT_API,
  SEGMENT_CDN,
  to,
  WRITE_KEY,
  type Sent,
} from './observers.ts';

const PASSWORD = 'Round-Tables-For-8!';
const INVITATION_CODE = 'invitation-code-of-this-story';
const EARLIER_TOKEN = 'reset-token-of-this-story';
const accounts = {
  analytics: { writeKey: WRITE_KEY },
  monitoring: {
    applicationId: 'b9a5a5a0-0000-4000-8000-000000000000',
    clientToken: 'pub0123456789',
    site: 'us3.datadoghq.com',
    service: 'foyer',
    environment: 'story',
  },
};

/**
 * Adds monitoring and analytics accounts to every page, because the stories' portal has none. Without accounts no page
 * sends reports, so a story that expects no reports would prove nothing.
 */
async function giveAccounts(context: BrowserContext): Promise<void> {
  await context.route(`${portal().portalUrl}/**`, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const headers = response.headers();
    const policy = headers['content-security-policy'];
    if (!policy || !headers['content-type']?.includes('text/html')) return route.fulfill({ response });
    const html = await response.text();
    const body = html.replace(/(id="page-values"[^>]*>\s*\{)/, `$1${JSON.stringify(accounts).slice(1, -1)},`);
    expect(body).not.toBe(html);
    const wider = policy.replace(/connect-src 'self'/, `connect-src 'self' ${OBSERVERS.join(' ')}`);
    expect(wider).not.toBe(policy);
    return route.fulfill({ response, headers: { ...headers, 'content-security-policy': wider }, body });
  });
}

/** Waits until analytics has loaded and applied its settings. */
async function untilReady(page: Page, lead: () => Promise<unknown>): Promise<void> {
  const settings = page.waitForResponse((response) => response.url().startsWith(SEGMENT_CDN));
  await lead();
  await (await settings).finished();
  await page.evaluate(
    () => new Promise((done) => requestIdleCallback(() => requestIdleCallback(() => done(undefined)))),
  );
}

function listenTo(page: Page): { scripts: string[]; faults: string[] } {
  const scripts: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => {
    if (/\/(?:analytics|monitoring)-/.test(request.url())) scripts.push(request.url());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) faults.push(message.text());
  });
  return { scripts, faults };
}

function viewsIn(sent: Sent[]): string[] {
  const events = to(INTAKE, sent).flatMap(({ body }) =>
    body.split('\n').filter((line) => line.startsWith('{')),
  );
  return events
    .map((event) => (JSON.parse(event) as { view?: { url?: string } }).view?.url ?? '')
    .map((url) => (url ? new URL(url).pathname : ''));
}

/**
 * Delays the page after a login until analytics has the `identify` call of the login page, because Playwright does not
 * always see requests that a page sends while it unloads.
 */
async function holdUntilTold(page: Page, destination: string, sent: Sent[]): Promise<void> {
  await page.route(destination, async (route) => {
    await expect.poll(() => identifyCalls(sent)).toHaveLength(1);
    await route.fallback();
  });
}

function textOf(sent: Sent[]): string {
  return sent.map(({ url, body }) => `${decodeURIComponent(url)} ${body}`).join('\n');
}

function expectNoSecret(sent: Sent[]): void {
  const text = textOf(sent);
  for (const secret of [PASSWORD, INVITATION_CODE, EARLIER_TOKEN, 'resetToken', 'csrf'])
    expect(text).not.toContain(secret);
  // No reported URL of the portal has a query or a fragment.
  const ours = [...text.matchAll(/https?:\/\/localhost:\d+[^"\s\\]*/g)].map(([address]) => address);
  expect(ours.filter((address) => /[?#]/.test(address))).toEqual([]);
}

test(
  'a login reports the user to analytics and the visited pages to monitoring',
  { tag: '@deep' },
  async ({ page, context }) => {
    const email = uniqueEmail('observed');
    await createAccount(page, email, PASSWORD);
    await giveAccounts(context);
    const sent = await recordObservers(context);
    const { faults } = listenTo(page);

    await page.goto(`/join-team/${INVITATION_CODE}`);
    const redirect = encodeURIComponent(`/join-team/${INVITATION_CODE}`);
    await untilReady(page, () => page.goto(`/login?redirect=${redirect}&utm_source=mail`));
    await untilReady(page, () =>
      page.goto('/login?redirect=/settings/security&ajs_uid=somebody&ajs_event=Bought#top'),
    );
    await holdUntilTold(page, `${portal().portalUrl}/settings/security`, sent);
    await logIn(page, email, PASSWORD);
    await expect(page.getByText('This device')).toBeVisible();

    const [call] = identifyCalls(sent);
    const [user] = await queryDatabase(
      'SELECT u.id, t.name FROM users u JOIN teams t ON t.id = u.team_id WHERE u.email = $1',
      [email],
    );
    expect(call?.traits).toEqual({
      platformUserId: user?.['id'],
      email,
      firstName: 'Grace',
      lastName: 'Hopper',
      persona: 'planner',
      teamName: user?.['name'],
      isCVIIUser: false,
    });
    expect(call?.userId).toBe(user?.['id']);
    expect(call?.context['page']).toEqual({
      path: '/login',
      url: `${portal().portalUrl}/login`,
      referrer: '',
      search: '',
      title: '',
    });
    expect(to(SEGMENT_API, sent)).toHaveLength(1);
    expect(await page.evaluate(() => JSON.stringify(localStorage) + document.cookie)).not.toContain(email);

    // Monitoring sends its data when the visitor leaves the page.
    await page.goto('/forgot-password');
    await expect.poll(() => viewsIn(sent)).toEqual(expect.arrayContaining(['/login', '/settings/security']));
    expectNoSecret(sent);
    expect(faults).toEqual([]);
  },
);

test(
  'a page whose address contains a secret is not reported to analytics or monitoring',
  { tag: '@deep' },
  async ({ page, context }) => {
    await giveAccounts(context);
    const sent = await recordObservers(context);
    const { scripts } = listenTo(page);
    for (const path of [`/reset-password?resetToken=${EARLIER_TOKEN}`, `/join-team/${INVITATION_CODE}`]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // Waits until the login page is idle, because monitoring starts only on an idle page.
      await page.waitForTimeout(1500);
      expect(scripts).toEqual([]);
      expect(sent).toEqual([]);
    }
  },
);

test(
  'a mailed link is not reported, neither while it is used nor afterwards',
  { tag: '@deep' },
  async ({ page, context }) => {
    const email = uniqueEmail('mailed');
    await createAccount(page, email, PASSWORD);
    await giveAccounts(context);
    const sent = await recordObservers(context);
    const { faults } = listenTo(page);
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send reset link' }).click();
    const link = linkIn(await readMail(email, 'Reset your'));
    await page.goto(link);
    const password = `${PASSWORD}2`;
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await untilReady(page, () => page.getByRole('link', { name: 'Go to login' }).click());
    await expect(page).toHaveURL(/\/login$/);
    await holdUntilTold(page, portal().productUrl, sent);
    await logIn(page, email, password);
    await expect(page).toHaveURL(portal().productUrl);
    expect(identifyCalls(sent)).toHaveLength(1);
    expectNoSecret(sent);
    expect(textOf(sent)).not.toContain(new URL(link).searchParams.get('resetToken'));
    expect(faults).toEqual([]);
  },
);

for (const [outage, answer] of [
  ['refuse the connection', (route: Route) => route.abort()],
  ['never answer', () => undefined],
] as const)
  test(`a login does not wait for observers that ${outage}`, { tag: '@deep' }, async ({ page, context }) => {
    const email = uniqueEmail('blocked');
    await createAccount(page, email, PASSWORD);
    await giveAccounts(context);
    for (const host of OBSERVERS) await context.route(`${host}/**`, answer);
    const asked = page.waitForRequest((request) => request.url().startsWith(SEGMENT_CDN));
    await page.goto('/');
    await asked;
    await logIn(page, email, PASSWORD);
    await expect(page).toHaveURL(portal().productUrl);
  });
