import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '../command-error.ts';
import { DATA, ROOT } from '../paths.ts';
import { bringFonts } from './browser-fonts.ts';

/** Makes the package bring its own copies of the libraries Chromium needs, which a bare machine lacks. */
const BRING_LIBRARIES = 'AWS_Lambda_nodejs22.x';

/**
 * The browser of the stories: Chromium from an npm package, so that nothing is downloaded and nothing need be
 * installed. CHROMIUM_PATH names another one. Gives nothing where the package has no browser for the system; then
 * Playwright looks for an installed Chrome.
 *
 * The package unpacks into the system's temporary folder and believes whatever it finds there, such as another
 * version or half a file; so it is given a folder of our own, which appears only when complete. It looks there for a
 * list of fonts, too, which it brings only for the cloud it is made for; so it is given fonts of our own.
 */
export async function unpackChromium(): Promise<string | undefined> {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) return chosen;
  if (process.platform !== 'linux') return undefined;
  process.env['AWS_EXECUTION_ENV'] ??= BRING_LIBRARIES;

  const manifest = readFileSync(join(ROOT, 'node_modules', '@sparticuz', 'chromium', 'package.json'), 'utf8');
  const browsers = join(DATA, 'browser');
  const folder = join(browsers, (JSON.parse(manifest) as { version: string }).version);
  // Loading the package points the library path at this folder.
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
    // Another run was faster.
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
