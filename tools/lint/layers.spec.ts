import { describe, expect, it } from '@jest/globals';
import { importErrorOf, layersOfApi, layersOfWeb } from './layers.ts';

const ofWeb = (importer: string, imported: string) => importErrorOf(layersOfWeb, importer, imported);
const ofApi = (importer: string, imported: string) => importErrorOf(layersOfApi, importer, imported);
const fileIn = (layer: string) =>
  layer === 'features' ? 'features/login/a.ts' : `${layer}${layer === 'app.module' ? '' : '/a'}.ts`;

describe.each([
  ['web application', layersOfWeb.order, ofWeb],
  ['API', layersOfApi.order, ofApi],
] as const)('the layers of the %s', (_what, order, errorOf) => {
  it.each([...order.entries()])('%i: %s imports what is below it and nothing above', (position, layer) => {
    const refused = order.filter((other) => errorOf(fileIn(layer), fileIn(other)) !== undefined);
    expect(refused).toEqual(order.slice(0, position));
  });

  it('keep a feature from importing another', () => {
    expect(errorOf('features/login/a.ts', 'features/billing/b.ts')).toContain('side by side');
    expect(errorOf('features/billing/a.ts', 'features/billing/b.ts')).toBeUndefined();
  });
});

it.each([
  ['a file in no layer imports', ofWeb('helpers/a.ts', 'ui/a.ts'), 'helpers is in no layer'],
  ['a file in no layer is imported', ofWeb('pages/a.ts', 'helper.ts'), 'helper is in no layer'],
  ['a spec imports from above', ofWeb('features/billing/a.spec.tsx', 'pages/b.tsx'), 'below pages'],
  ['code of the browser imports test support', ofWeb('ui/a.tsx', 'test-browser.ts'), 'is for specs'],
  ['code of the API imports test support', ofApi('accounts/a.ts', 'test-support/b.ts'), 'is for specs'],
])('it is an error when %s', (_what, error, words) => expect(error).toContain(words));

it('specs import test support, which imports what it wants', () => {
  expect(ofWeb('ui/modal.spec.tsx', 'test-browser.ts')).toBeUndefined();
  expect(ofWeb('test-portal.tsx', 'providers.tsx')).toBeUndefined();
});
