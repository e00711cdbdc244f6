import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { OwnSession } from '@foyer/contracts/identity/security';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD, passwordBody } from '../../test-support/test-bodies.ts';
import { nameDevice, readDevice } from './name-device.ts';
import { readNetwork } from './read-network.ts';

const EMAIL = 'ada@example.com';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('a user’s sessions', () => {
  let api: TestApi;
  let replica: TestApi;
  let ada: Visitor;
  beforeAll(async () => {
    [api, replica] = await Promise.all([TestApi.start(), TestApi.start()]);
  });
  afterAll(() => Promise.all([api.stop(), replica.stop()]));
  beforeEach(async () => {
    await api.empty();
    ada = await signUp(api, EMAIL);
  });

  async function signIn(at: TestApi, userAgent = ''): Promise<Visitor> {
    const visitor = await at.visit();
    const reply = await visitor
      .post('/login', { email: EMAIL, password: GOOD_PASSWORD })
      .set('user-agent', userAgent);
    expect(reply.status).toBe(200);
    await visitor.refreshCsrfToken();
    return visitor;
  }
  const list = async (visitor: Visitor) =>
    ((await visitor.get('/settings/security/sessions')).body as { sessions: OwnSession[] }).sessions;
  const isSignedIn = async (visitor: Visitor) => 'user' in ((await visitor.get('/session')).body as object);

  it('are listed with readable names, the current one first', async () => {
    await signIn(replica, FIREFOX);
    expect(await list(ada)).toMatchObject([
      { isCurrent: true, network: { kind: 'here' }, beganBy: 'link' },
      { isCurrent: false, browser: 'Firefox', system: 'Windows', beganBy: 'password' },
    ]);
  });

  it('can be ended one by one, immediately on every replica [asvs 7.5.2]', async () => {
    const other = await signIn(replica);
    const [, row] = await list(ada);
    expect((await ada.delete(`/settings/security/sessions/${row?.id}`)).status).toBe(200);
    expect([await isSignedIn(other), await isSignedIn(ada)]).toEqual([false, true]);
  });

  it('can all be ended except the current one [asvs 7.4.3]', async () => {
    const others = [await signIn(api), await signIn(replica)];
    expect((await ada.delete('/settings/security/sessions')).status).toBe(200);
    expect(await Promise.all(others.map(isSignedIn))).toEqual([false, false]);
    expect(await isSignedIn(ada)).toBe(true);
  });

  it('are private: another user’s session gets 404 like one that does not exist [asvs 8.2.2]', async () => {
    const eve = await signUp(api, 'eve@example.com');
    const [target] = await list(ada);
    const foreign = await eve.delete(`/settings/security/sessions/${target?.id}`);
    const missing = await eve.delete('/settings/security/sessions/01a1fac9-bf9d-7fe3-b748-4c4c87875422');
    const malformed = await eve.delete('/settings/security/sessions/x');
    for (const reply of [foreign, missing, malformed])
      expect([reply.status, reply.text]).toEqual([404, missing.text]);
    expect(await isSignedIn(ada)).toBe(true);
  });

  it('are shown and ended only for signed-in users', async () => {
    const stranger = await api.visit();
    expect((await stranger.get('/settings/security/sessions')).body).toMatchObject({
      code: 'SignInRequired',
    });
    expect((await stranger.delete('/settings/security/sessions')).status).toBe(401);
    expect((await stranger.post('/settings/security/password', {})).status).toBe(401);
  });

  describe('changing the password', () => {
    const change = (changes = {}) =>
      ada.post('/settings/security/password', {
        current_password: GOOD_PASSWORD,
        ...passwordBody('Another-Good-One-9!'),
        ...changes,
      });

    it('needs the current password, keeps this browser’s session under a new id, and ends the others [asvs 6.2.2, 6.2.3]', async () => {
      const other = await signIn(replica);
      const [before] = await list(ada);
      expect((await change()).status).toBe(200);
      expect([await isSignedIn(ada), await isSignedIn(other)]).toEqual([true, false]);
      expect((await list(ada)).map((one) => one.id)).not.toContain(before?.id);
      expect((await api.queuedMails()).at(-1)).toMatchObject({ kind: 'password-changed', to: EMAIL });
      const login = await (
        await api.visit()
      ).post('/login', { email: EMAIL, password: 'Another-Good-One-9!' });
      expect(login.status).toBe(200);
      expect(await api.prisma.user.findFirst()).toMatchObject({ passwordSetAt: expect.any(Date) });
    });

    it('rejects a wrong current password, and locks after five of them [asvs 6.2.3]', async () => {
      for (let tries = 0; tries < 4; tries++) {
        const reply = await change({ current_password: 'wrong' });
        expect([reply.status, reply.body]).toMatchObject([
          400,
          { fields: { current_password: 'That’s not your current password' } },
        ]);
      }
      expect((await change({ current_password: 'wrong' })).status).toBe(423);
      expect((await change()).status).toBe(423);
    });

    it('counts no attempt if the current password is correct and the new one is weak', async () => {
      for (let tries = 0; tries < 6; tries++)
        expect((await change(passwordBody('Password1234!'))).status).toBe(400);
      expect(await api.prisma.lockout.count()).toBe(0);
    });

    it.each([
      [passwordBody('short'), { password: 'At least 12 characters' }],
      [passwordBody('Password1234!'), { password: expect.stringContaining('too common') }],
      [{ confirm_password: 'x' }, { confirm_password: 'Both passwords match' }],
    ])('rejects the input %j', async (changes, fields) => {
      const reply = await change(changes);
      expect([reply.status, reply.body]).toMatchObject([400, { code: 'ValidationFailed', fields }]);
    });
  });
});

describe('the description of a session', () => {
  it.each([
    [FIREFOX, 'Firefox on Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari on Mac',
    ],
    ['', 'Unknown device'],
    ['\u001b[31m<script>', 'Unknown device'],
  ])('for the user agent %j is %s', (userAgent, name) => {
    expect(nameDevice(readDevice(userAgent), 'en')).toBe(name);
  });

  it.each([
    ['203.0.113.7', '203.0.113.7', { kind: 'here' }],
    ['::ffff:203.0.113.7', '203.0.113.7', { kind: 'here' }],
    ['192.168.1.4', '203.0.113.7', { kind: 'private' }],
    ['fd00::1', '203.0.113.7', { kind: 'private' }],
    ['198.51.100.9', '203.0.113.7', { kind: 'other', address: '198.51.100.9' }],
    ['::ffff:198.51.100.9', '203.0.113.7', { kind: 'other', address: '198.51.100.9' }],
    ['2001:db8::1', '203.0.113.7', { kind: 'other', address: '2001:db8::1' }],
    ['', '203.0.113.7', { kind: 'unknown' }],
  ])('for the address %s, seen from %s, is %j', (address, current, network) => {
    expect(readNetwork(address, current)).toEqual(network);
  });
});
