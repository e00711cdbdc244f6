/**
 * `npm run bench -- --pages`: a table of what each page costs a cheap phone on slow 4G. `--lighthouse` adds the score
 * of the pages for signed-out visitors and takes ten minutes more. Paths as arguments limit the run to those pages.
 */
import { pages } from '@foyer/contracts/pages';
import { chromium, type Browser, type Page } from '@playwright/test';
import { SLOW_PHONE } from '@foyer/tools/browser/slow-phone';
import { unpackChromium } from '@foyer/tools/browser/unpack-chromium';
import type { Harness } from '../harness/harness.ts';
import { scoreOnPhone } from './page.ts';
import { seedUsers } from './seed-users.ts';

type Figures = {
  paint: number;
  largest: number;
  usable: number;
  shift: number;
  requests: number;
  kb: number;
};

/** Pages that users see after login. Like the home page, they are measured without and with a session. */
const OF_SESSION = /^\/(settings|billing$|pro\/upgrade)/;
const PHONE = { width: 390, height: 844 };
/** A page is complete after this time without a request. */
const QUIET_MS = 1500;
const LONGEST_MS = 30_000;

export async function measurePages(harness: Harness): Promise<string> {
  await seedUsers(harness.pool, 1, 1);
  const api = await harness.startApi(
    { PUBLIC_URL: `http://127.0.0.1:${harness.ports.portal}` },
    harness.ports.portal,
  );
  const executablePath = await unpackChromium();
  const browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(executablePath ? { executablePath } : { channel: 'chrome' }),
  });
  try {
    const rows = [['route', 'visitor', 'FCP', 'LCP', 'usable', 'requests', 'kB', 'CLS', 'Lighthouse']];
    const isScored = process.argv.includes('--lighthouse');
    const wanted = process.argv.slice(2).filter((word) => word.startsWith('/'));
    const paths = Object.values(pages).map((page) => page.replaceAll(':', 'no-'));
    for (const path of paths.filter((path) => wanted.length === 0 || wanted.includes(path))) {
      for (const token of OF_SESSION.test(path) || path === pages.home ? ['', '1'.padStart(43, 'x')] : ['']) {
        const { paint, largest, usable, requests, kb, shift } = await measure(browser, api.url, path, token);
        const figures = [paint, largest, usable].map((ms) => `${(ms / 1000).toFixed(2)} s`);
        const score =
          isScored && !token && !OF_SESSION.test(path) ? (await scoreOnPhone(api.url + path)) || '' : '';
        const row = [path, token && 'user', ...figures, `${requests}`, kb.toFixed(0), shift.toFixed(3)];
        rows.push([...row, `${score}`]);
      }
    }
    return toMarkdown(rows);
  } finally {
    await browser.close();
  }
}

async function measure(browser: Browser, url: string, path: string, token: string): Promise<Figures> {
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true });
  if (token) await context.addCookies([{ name: 'sid', value: token, url }]);
  const page = await context.newPage();
  try {
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_PHONE.network });
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PHONE.timesSlower });
    let [requests, bytes] = [0, 0];
    session.on('Network.requestWillBeSent', () => (requests += 1));
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.addInitScript(watch);
    await page.goto(url + path, { waitUntil: 'load' });
    await becomeUsable(page);
    await becomeQuiet(page, () => requests);
    // If the page has reloaded itself since then, measures the new page.
    await becomeUsable(page);
    const seen = await page.evaluate(() => ({ ...window.benchOfPage }));
    return { ...seen, requests, kb: bytes / 1000 };
  } finally {
    await context.close();
  }
}

declare global {
  interface Window {
    benchOfPage: { paint: number; largest: number; usable: number; shift: number };
  }
}

/**
 * Runs in the page and records its figures. The page is usable when it has painted and an input, button or link in its
 * `main` element is visible and neither disabled nor inert.
 */
function watch(): void {
  const figures = { paint: 0, largest: 0, usable: 0, shift: 0 };
  window.benchOfPage = figures;
  const observe = (type: string, take: (entry: PerformanceEntry & { value?: number }) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') figures.paint = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => (figures.largest = startTime));
  observe('layout-shift', ({ value = 0 }) => (figures.shift += value));
  const look = (): void => {
    const control = [
      ...document.querySelectorAll('main :is(input:not([type=hidden]), button, a[href])'),
    ].find(
      (element) =>
        !element.matches(':disabled') && !element.closest('[inert]') && element.getClientRects().length > 0,
    );
    if (control && figures.paint > 0) figures.usable = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

async function becomeUsable(page: Page): Promise<void> {
  await page.waitForFunction(() => window.benchOfPage.usable > 0, undefined, { timeout: LONGEST_MS });
}

async function becomeQuiet(page: Page, count: () => number): Promise<void> {
  for (let last = -1; last !== count();) {
    last = count();
    await page.waitForTimeout(QUIET_MS);
  }
}

function toMarkdown(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}
