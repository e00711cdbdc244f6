import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { layersOfApi } from '../lint/layers.ts';
import { ROOT } from '../paths.ts';

it.each(layersOfApi.closed.map((domain) => [domain]))('the README of %s names its public files', (domain) => {
  const folder = join(ROOT, layersOfApi.root, domain);
  const files = readdirSync(folder).filter(
    (name) => name.endsWith('.ts') && !/\.(spec|module)\.ts$/.test(name),
  );
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const [, list = ''] = /^## Public files\n(.*?)^## /ms.exec(readme) ?? [];
  expect([...list.matchAll(/^- `(.+?)`:/gm)].map(([, name]) => name)).toEqual(files.sort());
});
