import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../test-support/test-api.ts';

describe('reports about the content security policy', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());

  it('are requested by the headers of a page', async () => {
    const { headers } = await api.http.get('/').set('accept', 'text/html');
    expect(headers['content-security-policy']).toContain('report-uri /csp-report;report-to csp');
    expect(headers['reporting-endpoints']).toBe('csp="/csp-report"');
  });

  it.each([
    [
      'application/csp-report',
      { 'csp-report': { 'effective-directive': 'script-src', 'blocked-uri': 'https://evil.test/x?t=1' } },
    ],
    [
      'application/reports+json',
      [{ type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: 'inline' } }],
    ],
    ['application/json', { nonsense: [null, 7] }],
  ])('are accepted as %s, without cookies or a CSRF token', async (type, report) => {
    const reply = await api.http.post('/csp-report').set('content-type', type).send(JSON.stringify(report));
    expect([reply.status, reply.text]).toEqual([204, '']);
  });

  it('cause no server error if they are malformed or too long', async () => {
    const broken = await api.http.post('/csp-report').set('content-type', 'application/csp-report').send('{');
    const long = await api.http
      .post('/csp-report')
      .set('content-type', 'application/csp-report')
      .send(JSON.stringify({ x: 'x'.repeat(100_000) }));
    for (const reply of [broken, long]) expect(reply.status).toBeLessThan(500);
  });
});
