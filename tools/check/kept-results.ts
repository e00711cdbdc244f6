import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DATA, ROOT } from '../paths.ts';

/** What ESLint found in files that have not changed since; `.ci/run` begins without any. */
const KEPT = join(DATA, 'checked');

/** Whatever a rule of ESLint reads besides the file: the packages, the rules, who may import whom. */
const RULES = [
  'package-lock.json',
  'eslint.config.mjs',
  'tools/lint/*',
  '{.,apps/*,libs/*,tools,testbed,testbed/*}/package.json',
];

/** A folder for ESLint's results, empty when the rules have changed. */
export function folderOfLintResults(): string {
  const hash = createHash('sha256');
  for (const path of globSync(RULES, { cwd: ROOT }).toSorted())
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(ROOT, path)));
  const name = `lint-${hash.digest('hex').slice(0, 16)}`;
  mkdirSync(join(KEPT, name), { recursive: true });
  for (const other of readdirSync(KEPT))
    if (other.startsWith('lint-') && other !== name) rmSync(join(KEPT, other), { recursive: true });
  return join(KEPT, name);
}
