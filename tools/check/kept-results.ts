import { globSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DATA, ROOT } from '../paths.ts';
import { hashFiles } from '../run/build-apps.ts';

const KEPT = join(DATA, 'checked');

const RULES = [
  'package-lock.json',
  'eslint.config.mjs',
  'tools/lint/*',
  '{.,apps/*,libs/*,tools,testbed,testbed/*}/package.json',
];

/** Returns the folder for the results of the current rules. Deletes the folders of earlier rules. */
export function folderOfLintResults(): string {
  const paths = globSync(RULES, { cwd: ROOT }).map((path) => join(ROOT, path));
  const name = `lint-${hashFiles(paths).slice(0, 16)}`;
  mkdirSync(join(KEPT, name), { recursive: true });
  for (const other of readdirSync(KEPT))
    if (other.startsWith('lint-') && other !== name) rmSync(join(KEPT, other), { recursive: true });
  return join(KEPT, name);
}
