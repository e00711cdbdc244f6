import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unpackChromium } from '@foyer/tools/browser/unpack-chromium';
import { CommandError } from '@foyer/tools/command-error';
import { ROOT } from '@foyer/tools/paths';

/** Lighthouse runs as a separate program. `npm test` compiles this file without it, so the file cannot import it. */
const LIGHTHOUSE = join(ROOT, 'node_modules', 'lighthouse', 'cli', 'index.js');

type Report = {
  audits: Record<
    string,
    { numericValue?: number; details?: { items?: { resourceType?: string; url: string }[] } }
  >;
  categories: Record<string, { score: number | null }>;
};

export type PageFigures = {
  lcpSeconds: number;
  /** This and the next three scores are 0 to 100. */
  accessibility: number;
  bestPractices: number;
  performanceMobile: number;
  performanceDesktop: number;
  /** Size of the brotli files in kB (1,000 bytes). Fonts are already compressed. */
  scriptsAndStylesKb: number;
  fontsKb: number;
};

export function measurePage(url: string): Promise<PageFigures> {
  return withBrowser((port) => measure(url, port));
}

export function scoreOnPhone(url: string): Promise<number> {
  return withBrowser(async (port) => scoreOf(await run(url, port), 'performance'));
}

async function withBrowser<T>(use: (port: number) => Promise<T>): Promise<T> {
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
    return await use(port);
  } finally {
    browser.kill('SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measure(url: string, port: number): Promise<PageFigures> {
  const mobile = await run(url, port);
  const desktop = await run(url, port, '--preset=desktop');
  const items = mobile.audits['network-requests']?.details?.items ?? [];
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

function scoreOf({ categories }: Report, category: string): number {
  return Math.round((categories[category]?.score ?? 0) * 100);
}

function sizeOf(url: string): number {
  const file = join(ROOT, 'apps', 'web', 'dist', new URL(url).pathname);
  return (
    [`${file}.br`, file].map((path) => statSync(path, { throwIfNoEntry: false })?.size).find(Boolean) ?? 0
  );
}

async function run(url: string, port: number, ...options: string[]): Promise<Report> {
  const args = [LIGHTHOUSE, url, `--port=${port}`, '--output=json', '--quiet', ...options];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as Report;
}
