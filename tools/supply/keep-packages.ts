/**
 * For an image build: reduces the manifests and the lock file to what the image's projects need to run, with
 * unchanged versions and hashes, so that `npm ci` installs these and nothing else. The arguments are additional
 * development dependencies of the tools.
 *   node tools/supply/keep-packages.ts [package …]
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';
import {
  neededBy,
  packageName,
  projectFolders,
  readLockFile,
  type LockEntry,
  type LockFile,
} from './locked-packages.ts';

interface Manifest extends LockEntry {
  overrides?: Record<string, unknown>;
}

export function keepPackages(root: string, extras: readonly string[]): void {
  const lock = readLockFile(root);
  const folders = projectFolders(lock).filter((folder) => existsSync(join(root, folder, 'package.json')));
  for (const folder of folders) {
    const entry = lock.packages[folder] ?? {};
    const wanted = folder === 'tools' ? extras : [];
    lock.packages[folder] = forRunning(entry, wanted);
    editManifest(root, folder, (manifest) => forRunning(manifest, wanted));
  }
  const needed = neededBy(lock, folders);
  const names = new Set([...needed].map(packageName));
  // Removes the root's dependencies, which only build and start a clone.
  delete lock.packages['']?.dependencies;
  lock.packages[''] = forRunning(lock.packages[''] ?? {}, []);
  // Removes overrides of missing packages, because they may name other missing packages.
  editManifest(root, '', ({ overrides = {}, dependencies: _, ...manifest }) => ({
    ...forRunning(manifest, []),
    overrides: Object.fromEntries(Object.entries(overrides).filter(([name]) => names.has(name))),
  }));
  write(join(root, 'package-lock.json'), { ...lock, packages: onlyNeeded(lock, needed) });
}

function onlyNeeded({ packages }: LockFile, needed: ReadonlySet<string>): LockFile['packages'] {
  const isKept = ([path, { link, resolved = '' }]: [string, LockEntry]): boolean =>
    path === '' || needed.has(link ? resolved : path);
  return Object.fromEntries(Object.entries(packages).filter(isKept));
}

/** Returns an entry without development dependencies. Those in `extras` become dependencies. */
function forRunning<Entry extends LockEntry>(
  { devDependencies = {}, ...entry }: Entry,
  extras: readonly string[],
): Omit<Entry, 'devDependencies'> {
  if (extras.length === 0) return entry;
  const more = extras.map((name): [string, string] => {
    const version = devDependencies[name];
    if (version === undefined) throw new Error(`tools/package.json has no development dependency ${name}.`);
    return [name, version];
  });
  return { ...entry, dependencies: { ...entry.dependencies, ...Object.fromEntries(more) } };
}

function editManifest(root: string, folder: string, edit: (manifest: Manifest) => Manifest): void {
  const file = join(root, folder, 'package.json');
  write(file, edit(JSON.parse(readFileSync(file, 'utf8')) as Manifest));
}

function write(file: string, content: unknown): void {
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);
}

if (import.meta.main) keepPackages(ROOT, process.argv.slice(2));
