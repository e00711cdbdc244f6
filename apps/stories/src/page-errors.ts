import AxeBuilder from '@axe-core/playwright';
import { expect, type ConsoleMessage, type Page } from '@playwright/test';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/**
 * Collects the page's script errors, CSP violations and console errors. Leaves out console errors about the paths in
 * `refused`, whose calls fail on purpose.
 */
export async function listenForErrors(page: Page, ...refused: string[]): Promise<string[]> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message: ConsoleMessage) => {
    const isExpected = refused.includes(URL.parse(message.location().url)?.pathname ?? '');
    // Chromium reports a header that it does not support as a warning.
    const isFault = message.type() === 'error' || message.text().startsWith('Error with ');
    if (isFault && !isExpected) faults.push(message.text());
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

/** Expects no WCAG 2.2 AA violation that axe detects, in light and dark mode, and no content wider than the window. */
export async function expectAccessible(page: Page): Promise<void> {
  const widthBeyond = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(widthBeyond, 'nothing is wider than the window').toBe(0);
  await setColorScheme(page, 'dark');
  // Only the contrast of colors can differ in dark mode.
  await expectNoViolation(axeFor(page).withRules('color-contrast'), 'dark');
  await expectNoViolationInLight(page);
}

/**
 * Expects no violation in light mode. This is enough if the same page, with other texts, was already checked in both
 * modes.
 */
export async function expectNoViolationInLight(page: Page): Promise<void> {
  await setColorScheme(page, 'light');
  await expectNoViolation(axeFor(page).withTags(WCAG_22_AA), 'light');
}

/** Emulates the system's color scheme and waits until the color transitions have ended. */
export async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  );
}

/** Uses the faster legacy mode for a single frame. The normal mode, which several frames need, opens another page. */
function axeFor(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
}

async function expectNoViolation(axe: AxeBuilder, scheme: string): Promise<void> {
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    scheme,
  ).toEqual([]);
}
