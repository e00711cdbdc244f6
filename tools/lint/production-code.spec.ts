import { expect, it } from '@jest/globals';
import { readRepository } from '../docs/read-repository.ts';

const PRODUCTION = /^(?:apps\/(?:api|mail-worker|web)|libs\/(?:catalog|contracts|db|mail))\/src\/.*\.tsx?$/;
const NOT_SHIPPED = /\.spec\.|\/(?:test|make)-/;

it.each([
  ['starts no program [asvs 1.2.5]', /['"]node:child_process['"]/],
  ['evaluates no text as code [asvs 1.3.2]', /\beval\(|\bnew Function\(/],
  [
    'listens to no message of another window [asvs 3.5.5]',
    /addEventListener\(\s*['"]message['"]|\bonmessage\b/,
  ],
])('production code %s', (_what, pattern) => {
  const found = [...readRepository()].filter(
    ([path, text]) => PRODUCTION.test(path) && !NOT_SHIPPED.test(path) && pattern.test(text),
  );
  expect(found.map(([path]) => path)).toEqual([]);
});
