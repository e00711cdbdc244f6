import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';

const WRITTEN = /(?: > | --file=| secrets:new )([\w-]+\.\w+)/g;

it('git ignores each file that commands of the docs write', () => {
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => readFileSync(join(ROOT, 'docs', file), 'utf8'));
  const files = pages.flatMap((page) => [...page.matchAll(WRITTEN)].map(([, file = '']) => file));
  expect(files).toEqual(expect.arrayContaining(['ada.json', 'erasures.txt', 'foyer.dump', 'secrets.env']));
  const ignored = spawnSync('git', ['check-ignore', ...files], { cwd: ROOT, encoding: 'utf8' }).stdout;
  expect(ignored.trim().split('\n')).toEqual(files);
});
