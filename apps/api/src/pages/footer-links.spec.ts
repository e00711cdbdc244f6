import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { legalLinks } from '@foyer/testing/unsafe-production';
import { TestApi } from '../test-support/test-api.ts';

describe('optional links and the accessibility statement', () => {
  let bare: TestApi;
  let configured: TestApi;
  beforeAll(async () => {
    [bare, configured] = await Promise.all([
      TestApi.start(),
      TestApi.start({
        LEGAL_LINKS: legalLinks({
          imprint: 'https://foyer.test/imprint?a=1&b=2',
          processors: 'https://foyer.test/processors',
        }),
        ACCESSIBILITY_STATEMENT_DATE: '2026-11-23',
        SUPPORT_PHONE: '+49 30 123456',
        MARKETING_URL: 'https://foyer.test/venues',
      }),
    ]);
  });
  afterAll(() => Promise.all([bare.stop(), configured.stop()]));

  const open = (api: TestApi, path: string) => api.http.get(path).set('accept', 'text/html');

  it('do not exist if they are not configured', async () => {
    expect((await open(bare, '/login')).text).not.toMatch(
      /Imprint|Accessibility|processors|marketing|phone|\{\{/,
    );
    const page = await open(bare, '/accessibility');
    expect([page.status, page.text]).toEqual([404, expect.stringContaining('pages/notFound')]);
  });

  it('are shown if they are configured', async () => {
    const { text } = await open(configured, '/login');
    expect(text).toContain('<a href="https://foyer.test/imprint?a=1&amp;b=2">Imprint</a>');
    expect(text).toContain('>https://foyer.test/processors<');
    expect(text).toContain('>Accessibility<');
    expect(text).toContain('>https://foyer.test/venues<');
    expect(text).toContain('>+49 30 123456<');
    const page = await open(configured, '/accessibility');
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('pages/accessibility')]);
    expect(page.text).toContain('"accessibility":{"date":"2026-11-23"}');
  });
});
