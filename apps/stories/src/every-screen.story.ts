import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type ConsoleMessage, type Page } from '@playwright/test';

const sizes = { desktop: { width: 1440, height: 900 }, mobile: { width: 390, height: 844 } } as const;

type Screen = {
  path: string;
  title: string;
  /** SPEC 2: without footer and plan; `settings` has the footer alone. */
  frame?: 'bare' | 'settings';
  /** Where the visitor is led instead, being logged out or without an earlier step. */
  endsAt?: string;
  /** A call or page that is refused on purpose: the browser itself logs the status. */
  refused?: string;
};

/** Every route of SPEC 2, as a visitor finds it who is not logged in and has not been here before. */
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
  { path: '/billing', title: 'Log in', endsAt: '/' },
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
  {
    path: '/oauth/authorize',
    title: 'Unable to authorize App',
    frame: 'bare',
    endsAt: '/oauth-authorize-error',
  },
  { path: '/oauth-authorize-error', title: 'Unable to authorize App', frame: 'bare' },
  { path: '/failure-general', title: "This isn't right", frame: 'bare' },
  { path: '/request-error', title: "This isn't right", frame: 'bare' },
  { path: '/settings/team', title: 'Log in', endsAt: '/login' },
  { path: '/settings/security', title: 'Log in', endsAt: '/login' },
  { path: '/logout', title: 'Log in', endsAt: '/' },
  { path: '/nowhere', title: 'Oh no! This page cannot be found.', refused: '/nowhere' },
];

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const screenshots = join(import.meta.dirname, '..', 'results', 'screens');

/** What the browser complains about: scripts, the content security policy, calls nobody expected to fail. */
async function listenForFaults(page: Page, refused: string | undefined): Promise<string[]> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message: ConsoleMessage) => {
    const isExpected = refused !== undefined && new URL(message.location().url).pathname === refused;
    if (message.type() === 'error' && !isExpected) faults.push(message.text());
  });
  await page.exposeFunction('reportViolation', (text: string) => faults.push(text));
  await page.addInitScript(() => {
    const { reportViolation } = window as unknown as { reportViolation(text: string): void };
    document.addEventListener('securitypolicyviolation', (event) =>
      reportViolation(`Policy: ${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  return faults;
}

for (const { path, title, frame, endsAt = path, refused } of screens) {
  test(`${path} is finished on desktop and mobile`, async ({ page }) => {
    const faults = await listenForFaults(page, refused);
    for (const [name, size] of Object.entries(sizes)) {
      await page.setViewportSize(size);
      await page.goto(path);
      await expect.poll(async () => (await page.title()).split(' – ')[0]).toBe(title);
      expect(new URL(page.url()).pathname).toBe(endsAt);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByRole('contentinfo')).toHaveCount(frame === 'bare' ? 0 : 1);
      await expect(page.getByRole('region', { name: 'Your plan' })).toHaveCount(frame ? 0 : 1);
      expect(await widthBeyond(page), 'nothing is wider than the window').toBe(0);
      const { violations } = await new AxeBuilder({ page }).withTags(WCAG_22_AA).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      await page.screenshot({ path: join(screenshots, `${name}${path.replaceAll('/', '_')}.png`) });
    }
    expect(faults).toEqual([]);
  });
}

function widthBeyond(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
