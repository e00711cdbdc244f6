import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readApiEnv } from '../config/env.ts';
import { TestApi, testEnvironment } from '../test-support/test-api.ts';
import { securityTxt } from './well-known.ts';

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';

describe('well-known addresses', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start({
      SECURITY_CONTACT: 'https://portal.test/report',
      PUBLIC_URL: 'https://portal.test',
    });
  });
  afterAll(() => api.stop());

  it.each([BROWSER, '*/*'])(
    'give the contact for security reports to clients that accept %s [asvs 4.1.1]',
    async (accept) => {
      const reply = await api.http.get('/.well-known/security.txt').set('accept', accept);
      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
      const [, expires = ''] = /^Expires: (.+)$/m.exec(reply.text) ?? [];
      expect(reply.text.replace(expires, '…')).toBe(
        'Contact: https://portal.test/report\nExpires: …\nCanonical: https://portal.test/.well-known/security.txt\nPreferred-Languages: en\n',
      );
      const days = (Date.parse(expires) - Date.now()) / 86_400_000;
      expect([days > 30, days < 365]).toEqual([true, true]);
    },
  );

  it('give the support address if no security contact is configured', () => {
    const env = readApiEnv({ ...testEnvironment(), SECURITY_CONTACT: '', SUPPORT_EMAIL: 'help@portal.test' });
    expect(securityTxt(env, new Date('2027-01-01T22:00:00Z'))).toMatch(
      /^Contact: mailto:help@portal\.test\nExpires: 2027-06-30T22:00:00Z\n/,
    );
  });

  it.each([BROWSER, '*/*'])(
    'redirect clients that accept %s to the page that changes the password',
    async (accept) => {
      const reply = await api.http.get('/.well-known/change-password').set('accept', accept);
      expect([reply.status, reply.headers['location']]).toEqual([303, '/settings/security']);
    },
  );

  it('do not exist under other names, as password managers check first', async () => {
    const path = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
    for (const accept of [BROWSER, '*/*'])
      expect((await api.http.get(path).set('accept', accept)).status).toBe(404);
  });
});
