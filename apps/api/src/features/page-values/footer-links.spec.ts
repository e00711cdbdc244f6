import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../../test-support/test-api.ts';

describe('what the law of some countries asks for on each page', () => {
  let bare: TestApi;
  let told: TestApi;
  beforeAll(async () => {
    [bare, told] = await Promise.all([
      TestApi.start(),
      TestApi.start({
        IMPRINT_URL: 'https://foyer.test/imprint?a=1&b=2',
        PROCESSORS_URL: 'https://foyer.test/processors',
        ACCESSIBILITY_STATEMENT_DATE: '2026-11-23',
      }),
    ]);
  });
  afterAll(() => Promise.all([bare.stop(), told.stop()]));

  const open = (api: TestApi, path: string) => api.http.get(path).set('accept', 'text/html');

  it('is not linked unless it is configured, and then there is no statement', async () => {
    expect((await open(bare, '/login')).text).not.toMatch(/Imprint|Accessibility|processors|\{\{/);
    const page = await open(bare, '/accessibility');
    expect([page.status, page.text]).toEqual([404, expect.stringContaining('pages/notFound')]);
  });

  it('is linked where it is', async () => {
    const { text } = await open(told, '/login');
    expect(text).toContain('<a href="https://foyer.test/imprint?a=1&amp;b=2">Imprint</a>');
    expect(text).toContain('>https://foyer.test/processors<');
    expect(text).toContain('>Accessibility<');
    const page = await open(told, '/accessibility');
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('pages/accessibility')]);
    expect(page.text).toContain('"accessibility":{"date":"2026-11-23"}');
  });
});
