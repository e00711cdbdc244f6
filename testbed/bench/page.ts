import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { desktopConfig } from 'lighthouse';
import { unpackChromium } from '@foyer/tools/browser/unpack-chromium';
import { CommandError } from '@foyer/tools/command-error';
import { ROOT } from '@foyer/tools/paths';

export type PageFigures = {
  lcpSeconds: number;
  /** 0 to 100. */
  accessibility: number;
  bestPractices: number;
  performanceMobile: number;
  performanceDesktop: number;
  /** Size of the brotli files in kB (1 000 bytes); fonts are compressed already. */
  scriptsAndStylesKb: number;
  fontsKb: number;
};

/** Lighthouse's scores: mobile with its simulated slow 4G, and desktop. */
export function measurePage(url: string): Promise<PageFigures> {
  return withBrowser((options) => measure(url, options));
}

/** Lighthouse's score for performance on a phone, 0 to 100. */
export function scoreOnPhone(url: string): Promise<number> {
  return withBrowser(async (options) => scoreOf(await run(url, options), 'performance'));
}

type Options = { port: number; output: 'json'; logLevel: 'error' };

async function withBrowser<T>(use: (options: Options) => Promise<T>): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'foyer-lighthouse-'));
  const browser = spawn(
    (await unpackChromium()) ?? 'google-chrome',
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  try {
    const port = await new Promise<number>((resolve, reject) => {
      let words = '';
      browser.stderr.on('data', (chunk: Buffer) => {
        words += chunk.toString();
        const found = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(words);
        if (found) resolve(Number(found[1]));
      });
      browser.once('exit', () =>
        reject(new CommandError(`The browser does not start:\n${words.slice(-1_000)}`)),
      );
    });
    return await use({ port, output: 'json', logLevel: 'error' });
  } finally {
    browser.kill('SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measure(url: string, options: Options): Promise<PageFigures> {
  const mobile = await run(url, options);
  const desktop = await run(url, options, desktopConfig);
  const details = mobile.audits['network-requests']?.details;
  const items =
    details && 'items' in details ? (details.items as { resourceType?: string; url: string }[]) : [];
  const sumKb = (...types: string[]): number =>
    items
      .filter(({ resourceType }) => types.includes(resourceType ?? ''))
      .reduce((sum, item) => sum + sizeOf(item.url), 0) / 1000;
  return {
    lcpSeconds: (mobile.audits['largest-contentful-paint']?.numericValue ?? Infinity) / 1000,
    accessibility: scoreOf(mobile, 'accessibility'),
    bestPractices: scoreOf(mobile, 'best-practices'),
    performanceMobile: scoreOf(mobile, 'performance'),
    performanceDesktop: scoreOf(desktop, 'performance'),
    scriptsAndStylesKb: sumKb('Script', 'Stylesheet'),
    fontsKb: sumKb('Font'),
  };
}

function scoreOf({ categories }: Awaited<ReturnType<typeof run>>, category: string): number {
  return Math.round((categories[category]?.score ?? 0) * 100);
}

/** Size of the built file at a URL. */
function sizeOf(url: string): number {
  const file = join(ROOT, 'apps', 'web', 'dist', new URL(url).pathname);
  return (
    [`${file}.br`, file].map((path) => statSync(path, { throwIfNoEntry: false })?.size).find(Boolean) ?? 0
  );
}

async function run(...asked: Parameters<typeof lighthouse>) {
  const result = await lighthouse(...asked);
  if (!result) throw new CommandError('Lighthouse gave no result.');
  return result.lhr;
}
