import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, type Endpoint } from '@foyer/contracts/endpoints';
import { callLimits, otherCallLimit, uncountedCalls } from '../config/limits.ts';
import { TestApi } from '../test-support/test-api.ts';
import { nameOf } from './endpoint-of.ts';
import { callRaw } from '../test-support/http/test-raw-call.ts';

const ADDRESSES = 300;

const changing: Endpoint[] = Object.values(endpoints).filter(({ method }) => method !== 'GET');
const own = callLimits.filter(({ of }) => changing.includes(of));
const otherCalls = changing.filter(
  (endpoint) => !uncountedCalls.includes(endpoint) && own.every(({ of }) => of !== endpoint),
);
const pathOf = ({ path }: Endpoint) => path.replace(/:\w+/g, 'x');

/**
 * Returns other spellings of a path that a router may accept. Only the first segment varies, because other segments may
 * be parameters.
 */
function otherSpellings(path: string): string[] {
  const [, first = '', rest = ''] = /^\/([^/]+)(.*)$/.exec(path) ?? [];
  const letter = first.charCodeAt(0);
  return [
    `/${first[0]?.toUpperCase()}${first.slice(1)}${rest}`,
    `/${first.toUpperCase()}${rest}`,
    `${path}/`,
    `/${path}`,
    `/${first}/${rest || '/'}`,
    `/%${letter.toString(16)}${first.slice(1)}${rest}`,
    `/%${letter.toString(16)}${first.slice(1)}${rest}/`,
    `/${first};jsessionid=1${rest}`,
    `/${first}%2F${rest}`,
    `/${first}%20${rest}`,
    `/.${path}`,
    `/assets/..${path}`,
    `/%2e%2e${path}`,
    `\\${path.slice(1)}`,
    `/\\${path}`,
    `${path}#x`,
    `${path}\u00a0`,
  ];
}

describe('rate limits during an attack [asvs 1.1.1]', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start({ RATE_LIMIT_FACTOR: '1', TRUSTED_PROXY_HOPS: '1' });
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  /** Omits the counter of rows in the security log, which refuses no request. */
  const counts = async () => {
    const { rows } = await api.pool.query<{ key: string; points: number }>(
      "SELECT key, points FROM rate_limits WHERE key NOT LIKE 'saml-refusals %'",
    );
    return rows;
  };

  it.each(changing.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'are not avoided, because no other spelling of the path reaches %s',
    async (_name, endpoint) => {
      for (const path of otherSpellings(pathOf(endpoint))) {
        const { status, headers } = await callRaw(api.url, { method: endpoint.method, path });
        // Node itself refuses a target without a leading slash or with non-ASCII bytes.
        const answer = /^\/[!-~]*$/.test(path) ? [404, 'application/json; charset=utf-8'] : [400, undefined];
        expect([path, status, headers['content-type']]).toEqual([path, ...answer]);
      }
      expect(await counts()).toEqual([]);
    },
  );

  it.each(changing.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'count a cross-site call only for the called endpoint, or not at all: %s',
    async (name, endpoint) => {
      const { method } = endpoint;
      const site = {
        origin: 'https://evil.test',
        'sec-fetch-site': 'cross-site',
        'content-type': 'text/plain',
      };
      const { text } = await callRaw(api.url, { method, path: pathOf(endpoint), ...site });
      const isOnlyOurs = text.includes('InvalidCsrfToken');
      const isCounted = !isOnlyOurs && own.some(({ of }) => of === endpoint);
      expect(await counts()).toEqual(isCounted ? [{ key: `${name} 127.0.0.1`, points: 1 }] : []);
    },
  );

  const groups: [string, number, Endpoint[], string][] = [
    ...own.map(({ of, size }, number): [string, number, Endpoint[], string] => [
      nameOf(of),
      size,
      [of],
      `2001:db8:0:${number}`,
    ]),
    ['all other calls', otherCallLimit.size, otherCalls, '2001:db8:0:ffff'],
  ];
  it.each(groups)(
    'count 300 addresses of one /64 as one client: %s',
    async (_name, most, called, network) => {
      const call = (number: number, from: string) => {
        const endpoint = called[number % called.length] ?? endpoints.login;
        const path = pathOf(endpoint);
        return callRaw(api.url, { method: endpoint.method, path, 'x-forwarded-for': from });
      };
      const isRefused = ({ status }: { status: number }) => status === 429;
      await call(0, `${network}::1`);
      // If the limit is higher than the number of test calls, most of the limit is used up in advance.
      const usedBefore = Math.max(0, most - ADDRESSES + 50);
      await api.pool.query('UPDATE rate_limits SET points = $1', [usedBefore]);
      const replies = await Promise.all(
        Array.from({ length: ADDRESSES }, (_, number) =>
          call(number, `${network}:${number.toString(16)}::1`),
        ),
      );
      expect(replies.filter((reply) => !isRefused(reply))).toHaveLength(most - usedBefore);
      expect(isRefused(await call(0, '2001:db8:1:0::1'))).toBe(false);
    },
  );
});
