import { endpoints } from '@foyer/contracts/endpoints';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { readApiEnv, type ApiEnv } from '../config/env.ts';
import { TestApi, testEnvironment } from '../test-support/test-api.ts';
import { refusePlainHttp } from './refuse-plain-http.ts';

const PORTAL = { PUBLIC_URL: 'https://portal.test', TRUSTED_PROXY_HOPS: '1' };

describe('what came by plain http, as the proxy in front says', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start(PORTAL);
  });
  afterAll(() => api.stop());

  it('is refused, and not redirected', async () => {
    const body = { email: 'ada@portal.test', password: 'Seating-Chart-42!' };
    const reply = await api.http.post('/login').set('x-forwarded-proto', 'http').send(body);
    expect([reply.status, reply.body]).toMatchObject([403, { code: 'HttpsRequired' }]);
    expect(reply.headers).not.toHaveProperty('location');
    expect(reply.headers['strict-transport-security']).toContain('max-age=');
  });

  it('is refused by every call that changes something', async () => {
    const calls = Object.values(endpoints).filter(({ method }) => method !== 'GET');
    const answers = calls.map(async ({ method, path }) => {
      const url = api.url + path.replaceAll(/:\w+/g, 'x');
      const answer = await fetch(url, { method, headers: { 'x-forwarded-proto': 'http' } });
      return [method, path, answer.status, (await answer.text()).includes('Open this page with https://')];
    });
    expect(await Promise.all(answers)).toEqual(calls.map(({ method, path }) => [method, path, 403, true]));
  });

  it('may be read', async () => {
    expect((await api.http.get('/session').set('x-forwarded-proto', 'http')).status).toBe(200);
  });
});

describe('who says by what a call came', () => {
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
    // Where the proxy adds to what the visitor says.
    ['https, http', true],
    ['https,https , http', true],
    ['http, https', false],
  ])('is the proxy: "%s"', (protocol, refused) => {
    expect(isRefused(protocol)).toBe(refused);
  });

  it.each([
    ['http, http', true],
    ['http', true],
    ['https, http, http', true],
    // TLS ends at the outer one.
    ['https, http', false],
    ['https', false],
  ])('is the outermost of two that are trusted: "%s"', (protocol, refused) => {
    expect(isRefused(protocol, { TRUSTED_PROXY_HOPS: 2 })).toBe(refused);
  });

  it('is nobody where no proxy is trusted; and on localhost it does not matter', () => {
    expect(isRefused('http', { TRUSTED_PROXY_HOPS: 0 })).toBe(false);
    expect(isRefused('http', { PUBLIC_URL: new URL('http://localhost:3000') })).toBe(false);
  });
});
