import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints } from '@foyer/contracts/endpoints';
import { TestApi } from '../test-api.ts';
import { otherRateLimit, rateLimits } from './rate-limits.ts';

describe('limits of calls per client address', () => {
  let replicas: [TestApi, TestApi];
  beforeAll(async () => {
    const environment = { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXY_HOPS: '1' };
    replicas = await Promise.all([TestApi.start(environment), TestApi.start(environment)]);
  });
  afterAll(() => Promise.all(replicas.map((replica) => replica.stop())));
  beforeEach(() => replicas[0].empty());

  const { path } = endpoints.forgotPassword;
  const { calls } = rateLimits[path] ?? otherRateLimit;
  const call = (number: number, from: string, more = '') =>
    replicas[number % 2 === 0 ? 0 : 1].http.post(path).set('x-forwarded-for', `${more}${from}`).send({});

  it('are kept by all replicas together, and say when to come back', async () => {
    const replies = [];
    for (let number = 0; number <= calls; number++) replies.push(await call(number, '203.0.113.7'));
    expect(replies.slice(0, calls).map((reply) => reply.status)).not.toContain(429);
    const last = replies.at(-1);
    expect([last?.status, last?.body]).toMatchObject([
      429,
      { code: 'TooManyRequests', message: expect.any(String) },
    ]);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('leave other addresses and reading alone', async () => {
    for (let number = 0; number <= calls; number++) await call(number, '203.0.113.7');
    expect((await call(0, '203.0.113.8')).status).not.toBe(429);
    expect((await replicas[0].http.get('/session').set('x-forwarded-for', '203.0.113.7')).status).toBe(200);
  });

  it('cannot be dodged by a forged X-Forwarded-For in front of the proxy’s own', async () => {
    for (let number = 0; number <= calls; number++) await call(number, '203.0.113.7', `10.0.0.${number}, `);
    expect((await call(0, '203.0.113.7', '10.9.9.9, ')).status).toBe(429);
  });

  it('are not those of a company that signs in from one address at nine o’clock', async () => {
    const [{ http }] = replicas;
    for (let number = 0; number <= otherRateLimit.calls; number++) {
      expect((await http.get('/idp/acme')).body).toMatchObject({ code: 'IdpUnknown' });
      await http.post('/saml/acme/acs');
    }
    // Nor do they count for what the same address does besides.
    expect((await http.post('/logout')).status).not.toBe(429);
  });

  it('are documented, each of them', () => {
    const file = new URL('../../../../docs/flows/rate-limits.md', import.meta.url);
    const text = readFileSync(file, 'utf8').replace(/ +/g, ' ');
    for (const [one, limit] of Object.entries(rateLimits))
      expect(text).toMatch(
        new RegExp(`\\| \`(GET|POST) ${one}\` \\| ${limit.calls} in ${limit.seconds / 60} min \\|`),
      );
    expect(text).toContain(`| ${otherRateLimit.calls} in ${otherRateLimit.seconds / 60} min |`);
  });
});
