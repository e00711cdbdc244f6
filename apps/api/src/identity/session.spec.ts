import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUp } from '../test-support/test-accounts.ts';
import { TestApi } from '../test-support/test-api.ts';

describe('a session', () => {
  let api: TestApi;
  let replica: TestApi;
  let cookie: string;
  beforeAll(async () => {
    api = await TestApi.start();
    replica = await TestApi.start();
  });
  afterAll(() => Promise.all([api.stop(), replica.stop()]));
  beforeEach(async () => {
    await api.empty();
    const { agent } = await signUp(api, 'ada@example.com');
    const place = { domain: '127.0.0.1', path: '/', secure: false, script: false };
    cookie = `sid=${agent.jar.getCookie('sid', place)?.value}`;
  });

  const isSignedIn = async (at: TestApi) =>
    'user' in (await at.http.get('/session').set('cookie', cookie)).body;
  const age = (column: string, interval: string) =>
    api.pool.query(`UPDATE sessions SET ${column} = now() + $1::interval`, [interval]);

  it('is known to every replica', async () => {
    expect([await isSignedIn(api), await isSignedIn(replica)]).toEqual([true, true]);
  });

  it('ends after 30 idle minutes [asvs 7.3.1]', async () => {
    await age('last_seen_at', '-29 minutes');
    expect(await isSignedIn(api)).toBe(true);
    await age('last_seen_at', '-31 minutes');
    expect(await isSignedIn(replica)).toBe(false);
  });

  it('that ended by inactivity is reported as such, unlike other ended sessions', async () => {
    const hasIdledOut = async () =>
      ((await api.http.get('/session').set('cookie', cookie)).body as { hasIdledOut?: boolean }).hasIdledOut;
    expect(await hasIdledOut()).toBeUndefined();
    await age('last_seen_at', '-31 minutes');
    expect(await hasIdledOut()).toBe(true);
    const page = await api.http.get('/login').set({ cookie, accept: 'text/html' });
    expect(page.text).toContain('"hasIdledOut":true');
    await api.pool.query('UPDATE users SET deactivated_at = now()');
    expect(await hasIdledOut()).toBeUndefined();
    await api.pool.query('UPDATE users SET deactivated_at = NULL');
    await age('expires_at', '-1 second');
    expect(await hasIdledOut()).toBeUndefined();
    await api.prisma.session.deleteMany();
    expect(await hasIdledOut()).toBeUndefined();
  });

  it('extends its idle timeout while it is used', async () => {
    await age('last_seen_at', '-20 minutes');
    await isSignedIn(api);
    const { rows } = await api.pool.query<{ idle: number }>(
      'SELECT extract(epoch FROM now() - last_seen_at)::int AS idle FROM sessions',
    );
    expect(rows[0]?.idle).toBeLessThan(60);
  });

  it('ends at its absolute timeout, even if it is used [asvs 7.3.2]', async () => {
    const { rows } = await api.pool.query<{ hours: number }>(
      'SELECT extract(epoch FROM expires_at - created_at)::int / 3600 AS hours FROM sessions',
    );
    expect(rows).toEqual([{ hours: 12 }]);
    await age('expires_at', '-1 second');
    expect(await isSignedIn(api)).toBe(false);
  });

  it('ends permanently on every replica when its user is deactivated [asvs 7.4.2]', async () => {
    await api.prisma.user.updateMany({ data: { deactivatedAt: new Date() } });
    expect([await isSignedIn(api), await isSignedIn(replica)]).toEqual([false, false]);
    await api.prisma.user.updateMany({ data: { deactivatedAt: null } });
    expect(await isSignedIn(replica)).toBe(false);
  });

  it('ends immediately on every replica when its row is deleted [asvs 7.2.1]', async () => {
    expect(await isSignedIn(replica)).toBe(true);
    await api.prisma.session.deleteMany();
    expect([await isSignedIn(api), await isSignedIn(replica)]).toEqual([false, false]);
  });

  it('is stored only as a hash', async () => {
    const token = cookie.slice('sid='.length);
    const { rows } = await api.pool.query<{ dump: string }>('SELECT sessions::text AS dump FROM sessions');
    expect(rows[0]?.dump).not.toContain(token);
  });
});
