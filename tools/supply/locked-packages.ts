import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export interface LockEntry {
  name?: string;
  version?: string;
  license?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

export interface LockFile {
  packages: Record<string, LockEntry>;
}

export const readLockFile = (root: string): LockFile =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;

/** Returns the name in a package's path: `@b/c` for `node_modules/a/node_modules/@b/c`. */
export const packageName = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);

export const isPackage = (path: string): boolean => path.includes('node_modules/');

export const projectFolders = ({ packages }: LockFile): string[] =>
  Object.keys(packages).filter((path) => path !== '' && !isPackage(path));

/**
 * Returns the paths of the lock file entries that projects need to run: the projects and their dependencies,
 * recursively, without development dependencies and optional peers.
 */
export function neededBy({ packages }: LockFile, folders: readonly string[]): Set<string> {
  const needed = new Set<string>();
  const queue = [...folders];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const entry = packages[path];
    if (!entry || needed.has(path)) continue;
    needed.add(path);
    if (entry.link) {
      queue.push(entry.resolved ?? '');
      continue;
    }
    for (const name of runtimeNames(entry)) {
      const place = lookUp(packages, path, name);
      // Optional packages for other machines may be missing.
      if (place !== undefined) queue.push(place);
    }
  }
  return needed;
}

function runtimeNames(entry: LockEntry): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => !entry.peerDependenciesMeta?.[name]?.optional,
  );
  return [
    ...Object.keys(entry.dependencies ?? {}),
    ...Object.keys(entry.optionalDependencies ?? {}),
    ...peers,
  ];
}

function lookUp(packages: LockFile['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const place = posix.join(folder, 'node_modules', name);
    if (packages[place]) return place;
    if (folder === '.') return undefined;
  }
}
