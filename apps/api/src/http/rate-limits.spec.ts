import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, type Endpoint } from '@foyer/contracts/endpoints';
import { callLimits, otherCallLimit } from '../config/limits.ts';
import { TestApi } from '../test-support/test-api.ts';
import { nameOf } from './endpoint-of.ts';
import { callRaw } from '../test-support/http/test-raw-call.ts';

const limitOf = (endpoint: Endpoint) => callLimits.find(({ of }) => of === endpoint) ?? otherCallLimit;
const pathOf = ({ path }: Endpoint) => path.replace(/:\w+/g, 'acme');

describe('rate limits per client', () => {
  let replicas: [TestApi, TestApi];
  beforeAll(async () => {
    const environment = { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXY_HOPS: '1' };
    replicas = await Promise.all([TestApi.start(environment), TestApi.start(environment)]);
  });
  afterAll(() => Promise.all(replicas.map((replica) => replica.stop())));
  beforeEach(() => replicas[0].empty());

  const { path } = endpoints.forgotPassword;
  const { size: calls } = limitOf(endpoints.forgotPassword);
  const call = (number: number, from: string, more = '') =>
    replicas[number % 2 === 0 ? 0 : 1].http.post(path).set('x-forwarded-for', `${more}${from}`).send({});

  it('are shared by all replicas, and tell the client when to retry', async () => {
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

  it('are exact for concurrent calls [asvs 2.4.1]', async () => {
    const replies = await Promise.all(
      Array.from({ length: calls * 2 }, (_, number) => call(number, '203.0.113.9')),
    );
    expect(replies.filter((reply) => reply.status !== 429)).toHaveLength(calls);
  });

  it('affect neither other addresses nor GET requests', async () => {
    for (let number = 0; number <= calls; number++) await call(number, '203.0.113.17');
    expect((await call(0, '203.0.113.8')).status).not.toBe(429);
    expect((await replicas[0].http.get('/session').set('x-forwarded-for', '203.0.113.17')).status).toBe(200);
  });

  it('apply to an IPv6 /64, /56 and /48, with higher limits for the larger networks', async () => {
    const from = (third: number, fourth: number) =>
      `2001:db8:${third.toString(16)}:${fourth.toString(16)}::1`;
    const statuses = async (third: number, fourth: number) => (await call(0, from(third, fourth))).status;
    const { pool } = replicas[0];
    const fill = async (third: number, fourth: number) => {
      await call(0, from(third, fourth));
      await pool.query(`UPDATE rate_limits SET points = $1 WHERE key LIKE '%/64'`, [calls]);
    };
    const pointsOf = async (network: string) => {
      const query = 'SELECT points FROM rate_limits WHERE key LIKE $1';
      return (await pool.query<{ points: number }>(query, [`% ${network}`])).rows[0]?.points;
    };
    await fill(1, 0x100);
    for (let more = 0; more < 3; more++) expect(await statuses(1, 0x100)).toBe(429);
    // Calls that the limit of the /64 refuses do not count for the larger networks.
    expect(await pointsOf('2001:db8:1:100::/56')).toBe(1);
    expect(await statuses(1, 0x101)).not.toBe(429);
    await pool.query(`UPDATE rate_limits SET points = $1 WHERE key LIKE '%/56'`, [4 * calls]);
    expect(await statuses(1, 0x102)).toBe(429);
    expect(await pointsOf('2001:db8:1::/48')).toBe(2);
    expect(await statuses(1, 0x200)).not.toBe(429);
    await pool.query(`UPDATE rate_limits SET points = $1 WHERE key LIKE '%/48'`, [16 * calls]);
    expect(await statuses(1, 0x300)).toBe(429);
    expect(await statuses(2, 0x300)).not.toBe(429);
  });

  it('cannot be avoided by forged addresses in X-Forwarded-For before the proxy’s own [asvs 4.1.3, 15.3.4]', async () => {
    for (let number = 0; number <= calls; number++) await call(number, '203.0.113.27', `10.0.0.${number}, `);
    expect((await call(0, '203.0.113.27', '10.9.9.9, ')).status).toBe(429);
  });

  it('do not count company sign-ins, so that many users can share one address', async () => {
    const [{ http, pool }] = replicas;
    const from = ['x-forwarded-for', '203.0.113.37'] as const;
    await http.post('/logout').set(...from);
    await pool.query(`UPDATE rate_limits SET points = $1 WHERE key LIKE 'other %'`, [
      otherCallLimit.size - 1,
    ]);
    const signIn = async () => {
      const { body } = await http.get('/idp/acme').set(...from);
      const { status } = await http.post('/saml/acme/acs').set(...from);
      return [(body as { code: string }).code, status === 429];
    };
    for (let number = 0; number < 3; number++) expect(await signIn()).toEqual(['IdpUnknown', false]);
    expect((await http.post('/logout').set(...from)).status).not.toBe(429);
    expect((await http.post('/logout').set(...from)).status).toBe(429);
    expect(await signIn()).toEqual(['IdpUnknown', false]);
  });

  const limited = [...callLimits.map(({ of }) => of), endpoints.logoutByPost];
  it.each(limited.map((endpoint, number) => [nameOf(endpoint), endpoint, number] as const))(
    'end after their period, and not earlier: %s',
    async (_name, endpoint, number) => {
      const { size: most, seconds } = limitOf(endpoint);
      const callFrom = async (from: string) => {
        const { method } = endpoint;
        const reply = await callRaw(replicas[0].url, {
          method,
          path: pathOf(endpoint),
          'x-forwarded-for': from,
        });
        return reply.status === 429 ? reply : undefined;
      };
      const exhaust = async (from: string, secondsAgo: number) => {
        await callFrom(from);
        await replicas[0].pool.query(
          'UPDATE rate_limits SET points = $2, expire = expire - $3 * 1000 WHERE key LIKE $1',
          [`% ${from}`, most, secondsAgo],
        );
      };
      const counted = async (from: string) => {
        const { rows } = await replicas[0].pool.query<{ points: number }>(
          'SELECT points FROM rate_limits WHERE key LIKE $1',
          [`% ${from}`],
        );
        return rows.map(({ points }) => points);
      };
      const [early, late] = [`198.51.100.${number}`, `198.51.101.${number}`];
      await exhaust(early, seconds - 50);
      const refused = await callFrom(early);
      expect([await counted(early), refused?.status]).toEqual([[most + 1], 429]);
      expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(50);
      await exhaust(late, seconds);
      await callFrom(late);
      expect(await counted(late)).toEqual([1]);
    },
  );
});
