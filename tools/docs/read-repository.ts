import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';
import type { Files } from './references.ts';

const WRITTEN =
  /\.(?:ts|tsx|mjs|js|css|html|md|prisma|sql|ya?ml|tpl)$|(?:^|\/)(?:Dockerfile|Caddyfile|\.env\.example|package\.json)$/;

/** Returns the files of the repository with their texts. The text of a file that is not handwritten is empty. */
export function readRepository(): Files {
  const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).split('\0');
  return new Map(
    names
      .filter((name) => name !== '' && existsSync(join(ROOT, name)))
      .map((name) => [name, WRITTEN.test(name) ? readFileSync(join(ROOT, name), 'utf8') : '']),
  );
}
