import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '../command-error.ts';
import { DATA, ROOT } from '../paths.ts';
import { bringFonts } from './browser-fonts.ts';

/** The value of AWS_EXECUTION_ENV with which `@sparticuz/chromium` uses its bundled libraries. */
const BRING_LIBRARIES = 'AWS_Lambda_nodejs22.x';

/**
 * Returns the path of the browser in CHROMIUM_PATH, or of Chromium from an npm package. Returns undefined on systems
 * other than Linux, which the package does not support. The package unpacks into the temporary folder and reuses
 * existing files there, even incomplete ones or those of another version. Therefore this function lets it unpack into a
 * folder of the project, which is renamed when the files are complete.
 */
export async function unpackChromium(): Promise<string | undefined> {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) return chosen;
  if (process.platform !== 'linux') return undefined;
  process.env['AWS_EXECUTION_ENV'] ??= BRING_LIBRARIES;

  const manifest = readFileSync(join(ROOT, 'node_modules', '@sparticuz', 'chromium', 'package.json'), 'utf8');
  const browsers = join(DATA, 'browser');
  const folder = join(browsers, (JSON.parse(manifest) as { version: string }).version);
  // On import, the package adds the temporary folder to the library path.
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
    // Another run has already created the folder.
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
