import { describe, expect, it } from '@jest/globals';
import { importErrorOf, layersOfApi, layersOfWeb } from './layers.ts';

const ofWeb = (importer: string, imported: string) => importErrorOf(layersOfWeb, importer, imported);

describe('the layers of the web application', () => {
  const { order } = layersOfWeb;
  const fileIn = (layer: string) => (layer === 'features' ? 'features/login/a.ts' : `${layer}/a.ts`);

  it.each(order.map((layer, position) => [layer, position] as const))(
    '%s imports what is below it and nothing above',
    (layer, position) => {
      const refused = order.filter((other) => ofWeb(fileIn(layer), fileIn(other)) !== undefined);
      expect(refused).toEqual(order.slice(0, position));
    },
  );

  it('a feature imports no other', () => {
    expect(ofWeb('features/login/login-form.tsx', 'features/saml/choose-idp.tsx')).toContain('side by side');
    expect(ofWeb('features/login/login-form.tsx', 'features/login/use-login.ts')).toBeUndefined();
  });

  it('a file in no layer is a fault, as importer and as imported', () => {
    expect(ofWeb('helpers/a.ts', 'ui/a.ts')).toContain('helpers is in no layer');
    expect(ofWeb('pages/a.ts', 'helper.ts')).toContain('helper is in no layer');
  });

  it('specs keep the order of their file, and they alone import test support', () => {
    expect(ofWeb('features/billing/receipt.spec.tsx', 'pages/billing-page.tsx')).toContain('below pages');
    expect(ofWeb('ui/modal.spec.tsx', 'test-browser.ts')).toBeUndefined();
    expect(ofWeb('test-portal.tsx', 'providers.tsx')).toBeUndefined();
    expect(ofWeb('ui/modal.tsx', 'test-browser.ts')).toContain('is for specs');
  });
});

describe('the layers of the API', () => {
  const { order } = layersOfApi;
  const ofApi = (importer: string, imported: string) => importErrorOf(layersOfApi, importer, imported);
  const fileIn = (layer: string) =>
    ['main', 'drain', 'build-app', 'app.module'].includes(layer)
      ? `${layer}.ts`
      : layer === 'features'
        ? 'features/login/a.ts'
        : `${layer}/a.ts`;

  it.each(order.map((layer, position) => [layer, position] as const))(
    '%s imports what is below it and nothing above',
    (layer, position) => {
      const refused = order.filter((other) => ofApi(fileIn(layer), fileIn(other)) !== undefined);
      expect(refused).toEqual(order.slice(0, position));
    },
  );

  it('a feature imports no other', () => {
    expect(ofApi('features/team-switch/a.ts', 'features/billing/b.ts')).toContain('side by side');
    expect(ofApi('features/billing/a.ts', 'features/billing/b.ts')).toBeUndefined();
  });

  it('nothing but specs imports test support', () => {
    expect(ofApi('accounts/a.ts', 'test-support/test-api.ts')).toContain('is for specs');
  });
});
