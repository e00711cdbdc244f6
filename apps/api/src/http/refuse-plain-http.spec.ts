import { endpoints } from '@foyer/contracts/endpoints';
import { isPage } from '@foyer/contracts/pages';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { readApiEnv, type ApiEnv } from '../config/env.ts';
import { TestApi, testEnvironment } from '../test-support/test-api.ts';
import { refusePlainHttp } from './refuse-plain-http.ts';

const PORTAL = { PUBLIC_URL: 'https://portal.test', TRUSTED_PROXY_HOPS: '1' };

describe('a request over plain HTTP, as reported by the proxy', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start(PORTAL);
  });
  afterAll(() => api.stop());

  it('is rejected, and not redirected', async () => {
    const body = { email: 'ada@portal.test', password: 'Seating-Chart-42!' };
    const reply = await api.http.post('/login').set('x-forwarded-proto', 'http').send(body);
    expect([reply.status, reply.body]).toMatchObject([403, { code: 'HttpsRequired' }]);
    expect(reply.headers).not.toHaveProperty('location');
    expect(reply.headers['strict-transport-security']).toContain('max-age=');
  });

  it('is rejected by every endpoint, including those for apps and downloads [asvs 4.1.2]', async () => {
    const calls = Object.values(endpoints).filter(({ path, method }) => !(method === 'GET' && isPage(path)));
    const acceptOf = (method: string) => (method === 'GET' ? 'text/html' : '*/*');
    const answers = calls.map(async ({ method, path }) => {
      const url = api.url + path.replaceAll(/:\w+/g, 'x');
      const answer = await fetch(url, {
        method,
        headers: { 'x-forwarded-proto': 'http', authorization: 'Bearer token', accept: acceptOf(method) },
        redirect: 'manual',
      });
      return [method, path, answer.status, (await answer.text()).includes('Open this page with https://')];
    });
    expect(await Promise.all(answers)).toEqual(calls.map(({ method, path }) => [method, path, 403, true]));
  });

  it.each(['/', '/login?redirect=%2Fsettings', '/join-team/AbC', '/oauth/authorize?client_id=a', '/logout'])(
    'is redirected to https if it is for a page: %s [asvs 4.1.2]',
    async (path) => {
      const page = api.http.get(path).set({ 'x-forwarded-proto': 'http', accept: 'text/html' });
      const reply = await page.redirects(0);
      expect([reply.status, reply.headers['location']]).toEqual([308, `https://portal.test${path}`]);
    },
  );

  it('can be diagnosed by /healthz, which shows the address and protocol from the trusted proxy', async () => {
    const { body } = await api.http
      .get('/healthz')
      .set({ 'x-forwarded-for': '203.0.113.77, 198.51.100.4', 'x-forwarded-proto': 'http, https' });
    expect(body).toEqual({ status: 'up', address: '198.51.100.4', protocol: 'https' });
  });

  it('is rejected if it accepts only JSON at a page’s address', async () => {
    const reply = await api.http.get('/').set({ 'x-forwarded-proto': 'http', accept: 'application/json' });
    expect(reply.status).toBe(403);
  });
});

describe('the protocol of a request', () => {
  const env = readApiEnv({ ...testEnvironment(), ...PORTAL });
  const isRefused = (protocol: string | undefined, changes: Partial<ApiEnv> = {}): boolean => {
    let problem: unknown;
    const request = { method: 'POST', get: () => protocol } as unknown as Request;
    refusePlainHttp({ ...env, ...changes })(request, {} as Response, (error) => (problem = error));
    return problem !== undefined;
  };

  it.each([
    ['http', true],
    ['HTTP', true],
    ['https', false],
    [undefined, false],
    // The visitor also sent the header, and the proxy appended its own value.
    ['https, http', true],
    ['https,https , http', true],
    ['http, https', false],
  ])('is the one that the proxy reports: "%s"', (protocol, refused) => {
    expect(isRefused(protocol)).toBe(refused);
  });

  it.each([
    ['http, http', true],
    ['http', true],
    ['https, http, http', true],
    // The outer proxy terminates TLS and calls the inner one over http.
    ['https, http', false],
    ['https', false],
  ])('is the one that the outer of two trusted proxies reports: "%s"', (protocol, refused) => {
    expect(isRefused(protocol, { TRUSTED_PROXY_HOPS: 2 })).toBe(refused);
  });

  it('is not checked without a trusted proxy or on localhost', () => {
    expect(isRefused('http', { TRUSTED_PROXY_HOPS: 0 })).toBe(false);
    expect(isRefused('http', { PUBLIC_URL: new URL('http://localhost:3000') })).toBe(false);
  });
});
