import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ROOT } from './paths.ts';

const module = JSON.stringify(join(ROOT, 'tools', 'command-error.ts'));

it.each([
  ['EROFS', '.data/in-use.lock', /read-only file system/],
  ['EACCES', 'README.md', /permissions and those of its folder/],
  ['EACCES', 'not-there', /permissions and those of its folder/],
])('the error %s for %s, which this account owns, does not blame another account', (code, name, sentence) => {
  const path = join(ROOT, name);
  const script = `const { exitWithError } = await import(${module});
    exitWithError(Object.assign(new Error(), ${JSON.stringify({ code, path })}));`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  expect(stderr).toContain(path);
  expect(stderr).toMatch(sentence);
});
