import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints } from '@foyer/contracts/endpoints';
import { callLimits, limits } from '../../config/limits.ts';
import { mintToken } from '../../request/secret-token.ts';
import { signUpOwner } from '../../test-support/test-accounts.ts';
import { TestApi } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD } from '../../test-support/test-bodies.ts';
import { callRaw } from '../../test-support/http/test-raw-call.ts';

const PEOPLE = 300;
const ofNetwork = callLimits.find(({ of }) => of === endpoints.login)?.size ?? 0;
const { size: ofBrowser, seconds } = limits.knownBrowserCalls;

const addressOf = (person: number) => `person-${person}@example.com`;

describe('the login limit of a company behind one IP address', () => {
  let api: TestApi;
  let devices: string[];
  /** Each test uses a new network, because a replica caches rejections. */
  let network = 0;
  const address = () => `203.0.113.${network}`;
  let visitor: { cookie: string; csrfToken: string };
  afterAll(() => api.stop());

  beforeAll(async () => {
    api = await TestApi.start({ RATE_LIMIT_FACTOR: '1', TRUSTED_PROXY_HOPS: '1' });
    await api.empty();
    await signUpOwner(api, 'ada@example.com', PEOPLE + 1);
    devices = Array.from({ length: PEOPLE }, () => mintToken());
    await api.pool.query(`
      INSERT INTO users
      SELECT (jsonb_populate_record(u, jsonb_build_object(
                'id', gen_random_uuid(), 'email', 'person-' || person || '@example.com'))).*
        FROM users u, generate_series(0, ${PEOPLE - 1}) person`);
    await api.pool.query(
      `INSERT INTO known_devices (user_id, token_hash)
       SELECT u.id, decode(d.hash, 'hex') FROM unnest($1::text[], $2::text[]) d (email, hash) JOIN users u USING (email)`,
      [devices.map((_, person) => addressOf(person)), devices.map(sha256)],
    );
    const reply = await fetch(`${api.url}/session`);
    visitor = {
      cookie: reply.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
      csrfToken: ((await reply.json()) as { csrfToken: string }).csrfToken,
    };
  });

  beforeEach(async () => {
    network++;
    await api.pool.query('DELETE FROM rate_limits');
  });

  const sha256 = (token: string) => createHash('sha256').update(token).digest('hex');
  const logIn = async (email: string, device?: string, password = GOOD_PASSWORD) =>
    fetch(`${api.url}/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': address(),
        'csrf-token': visitor.csrfToken,
        cookie: `${visitor.cookie}${device === undefined ? '' : `; device=${device}`}`,
      },
      body: JSON.stringify({ email, password }),
    });
  /** Sends attempts without a CSRF token, so that no password is hashed. Returns how many were within the limit. */
  const stormFromNetwork = async () => {
    const call = { method: 'POST', path: '/login', 'x-forwarded-for': address() };
    const replies = await Promise.all(Array.from({ length: ofNetwork + 1 }, () => callRaw(api.url, call)));
    return replies.filter(({ status }) => status !== 429).length;
  };

  it('admits every known browser, and stops unknown browsers at the documented number', async () => {
    expect(await stormFromNetwork()).toBe(ofNetwork);
    // Keeps the remaining attempts within one rate-limit window, even on a slow machine.
    await api.pool.query('UPDATE rate_limits SET expire = expire + 3600000');
    const queue = devices.map((device, person) => ({ device, email: addressOf(person) }));
    const statuses: number[] = [];
    const work = async () => {
      for (let next = queue.pop(); next; next = queue.pop())
        statuses.push((await logIn(next.email, next.device)).status);
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect(statuses).toEqual(Array.from({ length: PEOPLE }, () => 200));
    expect((await logIn(addressOf(0))).status).toBe(429);
  });

  it('applies if the device cookie is invented or of another address, or the body is invalid', async () => {
    await stormFromNetwork();
    expect((await logIn(addressOf(0), devices[1])).status).toBe(429);
    expect((await logIn(addressOf(0), mintToken())).status).toBe(429);
    expect((await logIn('no address', devices[0])).status).toBe(429);
    expect((await logIn('nobody@example.com', devices[0])).status).toBe(429);
    expect((await logIn(` ${addressOf(0).toUpperCase()}`, devices[0])).status).toBe(200);
  });

  it('stops a known browser at its own number, and no other browser', async () => {
    const tries = [];
    for (let number = 0; number <= ofBrowser; number++)
      tries.push((await logIn(addressOf(0), devices[0], '')).status);
    expect(tries.indexOf(429)).toBe(ofBrowser);
    expect((await logIn(addressOf(1), devices[1])).status).toBe(200);
    expect((await logIn(addressOf(0))).status).toBe(200);
  });

  it('resets a known browser’s count after its period, and not earlier', async () => {
    const use = (secondsAgo: number) =>
      api.pool.query(
        `UPDATE rate_limits SET points = $1, expire = expire - $2 * 1000 WHERE key LIKE '%of browser%'`,
        [ofBrowser, secondsAgo],
      );
    await logIn(addressOf(2), devices[2], '');
    await use(seconds);
    expect((await logIn(addressOf(2), devices[2], '')).status).not.toBe(429);
    await use(seconds - 50);
    expect((await logIn(addressOf(2), devices[2], '')).status).toBe(429);
  });
});
