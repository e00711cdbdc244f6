import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';
import { importErrorOf, layersOfApi, layersOfWeb, mostPublicFiles, publicFilesOf } from './layers.ts';

const ofWeb = (importer: string, imported: string) => importErrorOf(layersOfWeb, importer, imported);
const ofApi = (importer: string, imported: string) => importErrorOf(layersOfApi, importer, imported);
const fileIn = (layer: string) => `${layer}${layer === 'app.module' ? '' : '/a'}.ts`;

describe.each([
  ['web application', layersOfWeb.order, ofWeb],
  ['API', layersOfApi.order, ofApi],
] as const)('the order of the %s', (_what, order, errorOf) => {
  it.each([...order.entries()])(
    '%i: %s may import what is before it, and nothing after it',
    (position, layer) => {
      const refused = order.filter((other) => errorOf(fileIn(layer), fileIn(other)) !== undefined);
      expect(refused).toEqual(order.slice(position + 1));
    },
  );
});

it.each([
  ['a file in no layer imports', ofWeb('helpers/a.ts', 'ui/a.ts'), 'helpers is in no layer'],
  ['a file in no layer is imported', ofWeb('ui/a.ts', 'helper.ts'), 'helper is in no layer'],
  [
    'a spec of the web imports from a later folder',
    ofWeb('billing/a.spec.tsx', 'account/b.tsx'),
    'billing may not import account',
  ],
  ['code of the browser imports test support', ofWeb('ui/a.tsx', 'test-browser.ts'), 'is for specs'],
  ['code of the API imports test support', ofApi('teams/a.ts', 'test-support/b.ts'), 'is for specs'],
  [
    'a domain imports a private file of another',
    ofApi('billing/a.ts', 'teams/members/b.ts'),
    'private to teams',
  ],
])('an import is rejected when %s', (_what, error, words) => expect(error).toContain(words));

it('specs may import test support, which may import anything', () => {
  expect(ofWeb('ui/modal.spec.tsx', 'test-browser.ts')).toBeUndefined();
  expect(ofWeb('test-portal.tsx', 'providers.tsx')).toBeUndefined();
});

it('a domain may import its own private files', () => {
  expect(ofApi('teams/team.ts', 'teams/members/b.ts')).toBeUndefined();
});

describe.each(layersOfApi.closed.map((domain) => [domain]))('the public files of %s', (domain) => {
  const files = publicFilesOf(domain);

  it(`are at most ${mostPublicFiles(domain)}`, () => {
    expect(files.length).toBeLessThanOrEqual(mostPublicFiles(domain));
  });

  it('have at most 300 lines each', () => {
    const long = files.filter(
      (name) => readFileSync(join(ROOT, layersOfApi.root, domain, name), 'utf8').split('\n').length > 301,
    );
    expect(long).toEqual([]);
  });
});
