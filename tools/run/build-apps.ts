import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CommandError } from '../command-error.ts';
import { DATA, ROOT } from '../paths.ts';
import { claimLock, releaseLock } from './folder-lock.ts';
import { projectEnvironment } from '../project-environment.ts';

export type BuiltApp = 'api' | 'web';

const LOCK = join(DATA, 'build.lock');
const LOCK_POLL_MS = 200;

/** Whatever a build may depend on, beside the app itself. */
const SHARED_SOURCES = [
  'libs/*/{src,package.json}/**',
  'prisma/schema.prisma',
  'tsconfig.base.json',
  'package-lock.json',
];

/**
 * Builds what has changed since it was last built. Nx and its cache do the work; asking it takes longer than reading
 * the sources, so it is only asked when they differ. One process at a time: two builds of one app write into the same
 * folder, and Nx would keep what half of each left there.
 */
export async function buildAppsIfNeeded(apps: BuiltApp[]): Promise<void> {
  if (findStale(apps).length === 0) return;
  while (claimLock(LOCK, 'a build')) await wait(LOCK_POLL_MS);
  try {
    const stale = findStale(apps);
    if (stale.length === 0) return;
    await runNxBuild(stale.map(({ app }) => app));
    for (const { app, sources } of stale) writeFileSync(stampOf(app), sources);
  } finally {
    releaseLock(LOCK);
  }
}

function findStale(apps: BuiltApp[]): { app: BuiltApp; sources: string }[] {
  return apps
    .map((app) => ({ app, sources: hashSources(app) }))
    .filter(({ app, sources }) => {
      const stamp = stampOf(app);
      return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== sources;
    });
}

/** For when something else begins to write where the build is. */
export function forgetBuild(app: BuiltApp): void {
  rmSync(stampOf(app), { force: true });
}

/** In the build's own folder, so that it goes when that goes. */
function stampOf(app: BuiltApp): string {
  return join(ROOT, 'apps', app, 'dist', '.built-from');
}

function hashSources(app: BuiltApp): string {
  const patterns = [`apps/${app}/**`, ...SHARED_SOURCES];
  const files = globSync(patterns, {
    cwd: ROOT,
    withFileTypes: true,
    exclude: (entry) => entry.name === 'dist' || entry.name === 'node_modules',
  });
  const paths = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const path of [...new Set(paths)].toSorted())
    hash.update(path).update('\0').update(readFileSync(path));
  return hash.digest('hex');
}

async function runNxBuild(apps: BuiltApp[]): Promise<void> {
  const nx = join(ROOT, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
  const projects = apps.map((app) => `@foyer/${app}`).join(',');
  const args = [nx, 'run-many', '-t', 'build', '-p', projects, '--outputStyle=static'];
  try {
    await promisify(execFile)(process.execPath, args, { cwd: ROOT, env: projectEnvironment() });
  } catch (error) {
    const {
      stdout = '',
      stderr = '',
      message,
    } = error as { stdout?: string; stderr?: string; message: string };
    const output = `${stdout}${stderr}`.trim() || message;
    throw new CommandError(`${apps.join(' and ')} could not be built:\n${output}`);
  }
}
