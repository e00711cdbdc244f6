import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DATA, ROOT } from '../paths.ts';
import { claimLock, releaseLock } from './folder-lock.ts';
import { runProgram } from '../project-environment.ts';

export type BuiltApp = 'api' | 'web';

const LOCK = join(DATA, 'build.lock');
const LOCK_POLL_MS = 200;

/** The folders to build for each app. The API of an image loads the built libraries. */
const PARTS: Record<BuiltApp, string[]> = {
  api: ['libs/catalog', 'libs/contracts', 'libs/db', 'libs/mail', 'apps/api'],
  web: ['apps/web'],
};

const SHARED_SOURCES = [
  'libs/*/{src,package.json}/**',
  'prisma/schema.prisma',
  'tsconfig.base.json',
  'package-lock.json',
];

/**
 * Builds the apps whose sources have changed. Only one process builds at a time, because two builds of an app would
 * write to the same folder.
 */
export async function buildAppsIfNeeded(apps: BuiltApp[]): Promise<void> {
  if (findStale(apps).length === 0) return;
  while (claimLock(LOCK, 'a build')) await wait(LOCK_POLL_MS);
  try {
    const stale = findStale(apps);
    if (stale.length === 0) return;
    const folders = new Set(stale.flatMap(({ app }) => PARTS[app]));
    await Promise.all([...folders].map(build));
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

/** Makes the next run build the app again. Called before a compiler writes single files into the build. */
export function forgetBuild(app: BuiltApp): void {
  rmSync(stampOf(app), { force: true });
}

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
  return hashFiles(
    files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
  );
}

export function hashFiles(paths: string[]): string {
  const hash = createHash('sha256');
  for (const path of [...new Set(paths)].toSorted())
    hash.update(path).update('\0').update(readFileSync(path));
  return hash.digest('hex');
}

async function build(folder: string): Promise<void> {
  await runProgram(['--run', 'build'], `${folder} could not be built`, { cwd: join(ROOT, folder) });
}
