import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import {
  identifyCalls,
  INTAKE,
  recordObservers,
  SEGMENT_CDN,
  to,
  WRITE_KEY,
  type Sent,
} from './observers.ts';
import { legalLinks } from '@foyer/testing/unsafe-production';
import { layoutShiftOf } from './layout-shift.ts';
import { test } from './own-portal.ts';
import { expectAccessible, listenForErrors } from './page-errors.ts';
import { createAccount, logIn, portal, queryDatabase, uniqueEmail } from './portal.ts';

const PASSWORD = 'Round-Tables-For-8!';
/** Within this time, a page becomes idle. Monitoring starts only on an idle page. */
const QUIET_MS = 1500;
const FOUR_HOURS = 4 * 3600;

// All stories of this file run in one worker, so that their portal starts only one time.
test.describe.configure({ mode: 'default' });
test.use({
  ownEnvironment: {
    OBSERVE_CONSENT: 'ask',
    DATADOG_APPLICATION_ID: 'b9a5a5a0-0000-4000-8000-000000000000',
    DATADOG_CLIENT_TOKEN: 'pub0123456789',
    DATADOG_SITE: 'us3.datadoghq.com',
    SEGMENT_WRITE_KEY: WRITE_KEY,
    LEGAL_LINKS: legalLinks({
      imprint: 'https://example.com/imprint',
      processors: 'https://example.com/processors',
    }),
    ACCESSIBILITY_STATEMENT_DATE: '2026-11-23',
  },
});

const bar = (page: Page) => page.getByRole('complementary', { name: 'Monitoring and analytics' });
const choices = (page: Page) => page.getByRole('button', { name: 'Privacy choices' });

function observingScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (/\/(?:analytics|monitoring)-/.test(request.url())) scripts.push(request.url());
  });
  return scripts;
}

/** Returns the names of the browser's cookies and of the keys in the page's storage, without the portal's keys. */
async function namesIn(context: BrowserContext, page: Page): Promise<string[]> {
  const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  const ofOthers = stored.filter((name) => !name.startsWith('portal.'));
  return [...(await context.cookies()).map(({ name }) => name), ...ofOthers].sort();
}

/** Simulates the same browser on another day, without session cookies, the portal's session and session storage. */
async function onAnotherDay(browser: Browser, context: BrowserContext): Promise<BrowserContext> {
  const { cookies, origins } = await context.storageState();
  await context.close();
  const kept = cookies.filter(({ name, expires }) => expires > 0 && name !== 'sid');
  return browser.newContext({ baseURL: portal().portalUrl, storageState: { cookies: kept, origins } });
}

const monitoringCookie = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name.startsWith('_dd_s'));

/** Opens a page and waits until it would have started monitoring. */
async function openQuietly(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(QUIET_MS);
}

async function untilObserved(page: Page, sent: Sent[], path: string): Promise<void> {
  const before = to(SEGMENT_CDN, sent).length;
  await page.goto(path);
  await expect.poll(() => to(SEGMENT_CDN, sent).length).toBeGreaterThan(before);
  await expect.poll(() => monitoringCookie(page.context())).toBeTruthy();
}

test(
  'the question about monitoring covers no form, and nothing is stored or sent before the answer',
  { tag: '@deep' },
  async ({ page, context }) => {
    const email = uniqueEmail('asked');
    await createAccount(page, email, PASSWORD);
    const faults = await listenForErrors(page);
    const sent = await recordObservers(context);
    const scripts = observingScripts(page);
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
      { width: 320, height: 640 },
    ]) {
      await page.setViewportSize(size);
      await openQuietly(page, '/login');
      await expect(bar(page)).toBeInViewport();
      expect(await layoutShiftOf(page)).toBe(0);
      const asked = await bar(page).boundingBox();
      const email = await page.getByLabel('Email').boundingBox();
      expect((asked?.y ?? 0) + (asked?.height ?? 0)).toBeLessThanOrEqual(email?.y ?? 0);
      const [no, yes] = await Promise.all(
        ['Don’t allow', 'Allow'].map(async (name) => {
          const button = bar(page).getByRole('button', { name, exact: true });
          const { width, height } = (await button.boundingBox())!;
          return { width, height, look: await button.getAttribute('class') };
        }),
      );
      expect(no).toEqual(yes);
      await expectAccessible(page);
    }
    await logIn(page, email, PASSWORD);
    await expect(page).toHaveURL(portal().productUrl);
    await openQuietly(page, '/settings/security');
    await expect(bar(page)).toBeVisible();
    expect([sent, scripts, faults]).toEqual([[], [], []]);
    expect(await namesIn(context, page)).toEqual(['csrf', 'device', 'sid']);
  },
);

test(
  'a yes applies from the next page on and to later sessions, and can be withdrawn in the footer',
  { tag: '@deep' },
  async ({ page: first, context: begun, browser }) => {
    const email = uniqueEmail('agreed');
    await createAccount(first, email, PASSWORD);
    const sent = await recordObservers(begun);
    await first.goto('/login');
    await bar(first).getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(bar(first)).toHaveText(
      'Saved. Monitoring and analytics start on the next page. You can change this under “Privacy choices” at the end of the page.',
    );
    await expect(bar(first).locator('p')).toBeFocused();
    expect(await layoutShiftOf(first)).toBe(0);
    expect(sent).toEqual([]);
    await untilObserved(first, sent, '/forgot-password');
    await expect(bar(first)).toBeHidden();
    const rows = () =>
      queryDatabase(
        'SELECT id, is_yes, text_version, language, ended_at FROM observe_answers ORDER BY at DESC LIMIT 2',
      );
    const [answer] = await rows();
    const kept = (await begun.cookies()).find(({ name }) => name === 'observe');
    expect(kept?.value).toBe(`yes.${String(answer?.['text_version'])}.${String(answer?.['id'])}`);

    const context = await onAnotherDay(browser, begun);
    const later = await recordObservers(context);
    const page = await context.newPage();
    const faults = await listenForErrors(page);
    await untilObserved(page, later, '/login?redirect=/settings/security');
    await expect(bar(page)).toBeHidden();
    const { expires = 0, value = '' } = (await monitoringCookie(context)) ?? {};
    expect(expires - Date.now() / 1000).toBeLessThanOrEqual(FOUR_HOURS);
    expect(value).not.toContain('aid=');
    await page.route('**/settings/security', async (route) => {
      await expect.poll(() => identifyCalls(later)).toHaveLength(1);
      await route.fallback();
    });
    await logIn(page, email, PASSWORD);
    await expect(page.getByText('This device')).toBeVisible();
    expect(identifyCalls(later)[0]?.traits).toMatchObject({ email });

    const other = await context.newPage();
    await untilObserved(other, later, '/signup');
    await choices(page).click();
    const dialog = page.getByRole('dialog', { name: 'Privacy choices' });
    await expect(dialog).toContainText('You’ve allowed both in this browser.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Don’t allow' }).click();
    await expect(dialog).toContainText('Monitoring and analytics are off.');
    expect(await rows()).toEqual([
      expect.objectContaining({ is_yes: false, ended_at: null }),
      expect.objectContaining({ id: answer?.['id'], is_yes: true, ended_at: expect.any(Date) }),
    ]);
    // Monitoring sends the data collected so far. After that, neither tab sends anything.
    await other.bringToFront();
    await other.getByRole('heading', { level: 1 }).click();
    let until: number;
    do {
      until = later.length;
      await page.waitForTimeout(QUIET_MS);
    } while (later.length > until);
    await other.getByRole('button', { name: 'Help and support' }).click();
    await other.keyboard.press('Escape');
    await other.waitForTimeout(QUIET_MS);
    // Actions in the other tab have started no new monitoring session.
    expect((await monitoringCookie(context))?.value ?? '').not.toMatch(/\bid=/);
    await openQuietly(page, '/settings/security');
    await openQuietly(other, '/forgot-password');
    expect(later.slice(until)).toEqual([]);
    expect(await monitoringCookie(context)).toBeUndefined();
    expect(faults).toEqual([]);
    await context.close();
  },
);

test(
  'a no applies to later sessions until the visitor changes it',
  { tag: '@deep' },
  async ({ page: first, context: begun, browser }) => {
    const email = uniqueEmail('refused');
    await createAccount(first, email, PASSWORD);
    const early = await recordObservers(begun);
    await first.goto('/signup');
    await bar(first).getByRole('button', { name: 'Don’t allow' }).click();
    await expect(bar(first)).toHaveText(
      'Saved. Monitoring and analytics are off. You can change this under “Privacy choices” at the end of the page.',
    );
    await openQuietly(first, '/login');
    await expect(bar(first)).toBeHidden();
    expect(early).toEqual([]);

    const context = await onAnotherDay(browser, begun);
    const page = await context.newPage();
    const sent = await recordObservers(context);
    const scripts = observingScripts(page);
    await openQuietly(page, '/login?redirect=/settings/security');
    await expect(bar(page)).toBeHidden();
    await logIn(page, email, PASSWORD);
    await expect(page.getByText('This device')).toBeVisible();
    await page.waitForTimeout(QUIET_MS);
    expect([sent, scripts]).toEqual([[], []]);
    expect(await namesIn(context, page)).toEqual(['csrf', 'device', 'observe', 'sid']);
    expect((await context.cookies()).find(({ name }) => name === 'observe')?.value).toBe('no');

    await choices(page).click();
    const dialog = page.getByRole('dialog', { name: 'Privacy choices' });
    await expect(dialog).toContainText('You haven’t allowed them in this browser');
    await dialog.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(dialog).toContainText('Monitoring and analytics start on the next page.');
    expect(sent).toEqual([]);
    await untilObserved(page, sent, '/settings/security');
    await context.close();
  },
);

for (const [how, prepare] of [
  ['a header', (context: BrowserContext) => context.setExtraHTTPHeaders({ 'sec-gpc': '1' })],
  [
    'an extension',
    (context: BrowserContext) =>
      context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })),
  ],
] as const)
  test(
    `Global Privacy Control by ${how} counts as a no, and no question is shown`,
    { tag: '@deep' },
    async ({ page, context }) => {
      await prepare(context);
      const sent = await recordObservers(context);
      const scripts = observingScripts(page);
      await openQuietly(page, '/signup');
      await expect(bar(page)).toBeHidden();
      await choices(page).click();
      const dialog = page.getByRole('dialog', { name: 'Privacy choices' });
      await expect(dialog).toContainText('Global Privacy Control');
      await expect(dialog.getByRole('button', { name: 'Allow', exact: true })).toBeHidden();
      expect([sent, scripts]).toEqual([[], []]);
      expect(to(INTAKE, sent)).toEqual([]);
    },
  );

test(
  'an answer that cannot be saved shows an error, and can be given again',
  { tag: '@deep' },
  async ({ page }) => {
    await page.goto('/signup');
    await page.route('**/observe-consent', (route) => route.abort());
    await bar(page).getByRole('button', { name: 'Don’t allow' }).click();
    await expect(bar(page).getByRole('alert')).toHaveText(
      'We couldn’t save your choice. Check your connection and try again.',
    );
    await page.unroute('**/observe-consent');
    await bar(page).getByRole('button', { name: 'Don’t allow' }).click();
    await expect(bar(page)).toContainText('Monitoring and analytics are off.');
  },
);

test(
  'the footer links to the legal pages and the accessibility statement',
  { tag: '@deep' },
  async ({ page }) => {
    await page.goto('/login');
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('link', { name: 'Legal notice' })).toHaveAttribute(
      'href',
      'https://example.com/imprint',
    );
    await expect(footer.getByRole('link', { name: 'Service providers' })).toHaveAttribute(
      'href',
      'https://example.com/processors',
    );
    await footer.getByRole('link', { name: 'Accessibility' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Accessibility' })).toBeVisible();
    await expect(page).toHaveTitle(/^Accessibility/);
    await expect(page.getByText('Last reviewed on November 23, 2026.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'tell us' })).toHaveAttribute('href', /^mailto:/);
    await expectAccessible(page);
    await page.goto('/signup/form');
    await expect(page.getByRole('main').getByRole('link', { name: /privacy notice/ })).toBeVisible();
  },
);
