import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '../command-error.ts';
import { DATA, ROOT } from '../paths.ts';
import { bringFonts } from './browser-fonts.ts';

/** Makes the package use its own copies of the libraries that Chromium needs. */
const BRING_LIBRARIES = 'AWS_Lambda_nodejs22.x';

/**
 * The browser of the stories: Chromium from an npm package, so that nothing is downloaded or installed. CHROMIUM_PATH
 * selects another one. Undefined where the package does not support the system; then Playwright looks for an
 * installed Chrome.
 * The package unpacks into the system's temporary folder and trusts what it finds there, such as another version or
 * half a file. So it gets a folder of the project, which appears only when complete. It also looks there for a list
 * of fonts, which it brings only for one cloud. So it gets the project's fonts.
 */
export async function unpackChromium(): Promise<string | undefined> {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) return chosen;
  if (process.platform !== 'linux') return undefined;
  process.env['AWS_EXECUTION_ENV'] ??= BRING_LIBRARIES;

  const manifest = readFileSync(join(ROOT, 'node_modules', '@sparticuz', 'chromium', 'package.json'), 'utf8');
  const browsers = join(DATA, 'browser');
  const folder = join(browsers, (JSON.parse(manifest) as { version: string }).version);
  // The package points the library path at this folder when it is loaded.
  const { default: chromium } = await withTemporaryFolder(folder, () => import('@sparticuz/chromium'));
  if (!existsSync(folder)) await unpackInto(folder, () => chromium.executablePath());
  const program = join(folder, 'chromium');
  await bringFonts(program, browsers);
  return program;
}

async function unpackInto(folder: string, unpack: () => Promise<string>): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  await withTemporaryFolder(unfinished, unpack);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another run has created the folder first.
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    rmSync(unfinished, { recursive: true });
  }
}

async function withTemporaryFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}
