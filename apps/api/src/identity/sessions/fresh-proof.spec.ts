import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUp, signUpOwner } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD } from '../../test-support/test-bodies.ts';

const OWNER = 'olive@example.com';
async function joinTeam(api: TestApi, email: string): Promise<void> {
  await api.pool.query(
    `WITH alone AS (UPDATE teams SET owner_id = NULL WHERE owner_id = (SELECT id FROM users WHERE email = $1))
     UPDATE users SET team_id = (SELECT team_id FROM users WHERE email = $2) WHERE email = $1`,
    [email, OWNER],
  );
}

async function withCookieOf(at: TestApi, { agent }: Visitor): Promise<Visitor> {
  const sid = agent.jar.getCookie('sid', { domain: '127.0.0.1', path: '/', secure: false, script: false });
  return at.visit({ sid: sid?.value ?? '' });
}

const NO_ID = '01a1fac9-bf9d-7fe3-b748-4c4c87875422';

describe('a sensitive call', () => {
  let api: TestApi;
  let replica: TestApi;
  let olive: Visitor;
  beforeAll(async () => {
    [api, replica] = await Promise.all([TestApi.start(), TestApi.start()]);
  });
  afterAll(() => Promise.all([api.stop(), replica.stop()]));
  beforeEach(async () => {
    await api.empty();
    olive = await signUpOwner(api, OWNER, 5);
  });

  const proveAgo = (time: string) =>
    api.pool.query(`UPDATE sessions SET step_up_at = now() - $1::interval`, [time]);
  const prove = (who = olive, password = GOOD_PASSWORD) =>
    who.postUntilChecked('/settings/security/proof', { password });
  const answer = async (call: PromiseLike<{ status: number; body: unknown }>) => {
    const { status, body } = await call;
    return [status, (body as { code?: string }).code];
  };

  const calls: [string, () => PromiseLike<{ status: number; body: unknown }>][] = [
    ['removing a member', () => olive.delete(`/team/members/${NO_ID}`)],
    [
      'deciding about a pending identity',
      () => olive.post(`/team/pending-identities/${NO_ID}`, { who: 'new' }),
    ],
    ['ending a session', () => olive.delete(`/settings/security/sessions/${NO_ID}`)],
  ];

  // With a recent proof, each call gets past the check and then fails with 404, because its target does not exist.
  it.each(calls)('needs a step-up in the last ten minutes: %s [asvs 7.5.2]', async (_, call) => {
    await proveAgo('9 minutes 50 seconds');
    expect(await answer(call())).toEqual([404, 'NotFound']);
    await proveAgo('10 minutes 1 second');
    expect(await answer(call())).toEqual([403, 'ProofNeeded']);
    expect((await call()).body).toMatchObject({ proofs: ['password'], message: expect.any(String) });
    expect((await prove()).status).toBe(200);
    await olive.refreshCsrfToken();
    expect(await answer(call())).toEqual([404, 'NotFound']);
  });

  it('changes nothing without a step-up: other sessions end only after it', async () => {
    const elsewhere = await api.visit();
    expect((await elsewhere.post('/login', { email: OWNER, password: GOOD_PASSWORD })).status).toBe(200);
    await proveAgo('11 minutes');
    expect(await answer(olive.delete('/settings/security/sessions'))).toEqual([403, 'ProofNeeded']);
    expect(await api.prisma.session.count()).toBe(2);
    await prove();
    await olive.refreshCsrfToken();
    expect(await answer(olive.delete('/settings/security/sessions'))).toEqual([200, undefined]);
    expect(await api.prisma.session.count()).toBe(1);
  });

  it('is rejected for members who are not the owner, before a step-up is requested', async () => {
    const mia = await signUp(api, 'mia@example.com');
    await joinTeam(api, 'mia@example.com');
    await proveAgo('11 minutes');
    expect(await answer(mia.delete(`/team/members/${NO_ID}`))).toEqual([403, 'NotOwner']);
    expect(await answer(mia.post(`/team/pending-identities/${NO_ID}`, { who: 'new' }))).toEqual([
      403,
      'NotOwner',
    ]);
  });

  describe('its step-up', () => {
    it('keeps the session with a new token on every replica, and invalidates the old token [asvs 7.2.4]', async () => {
      const before = await withCookieOf(replica, olive);
      const { id } = await api.prisma.session.findFirstOrThrow();
      await prove();
      expect((await api.prisma.session.findFirstOrThrow()).id).toBe(id);
      const after = await withCookieOf(replica, olive);
      expect((await before.get('/session')).body).not.toHaveProperty('user');
      expect((await after.get('/session')).body).toHaveProperty('user');
      const events = await api.prisma.auditEvent.findMany({ where: { action: 'session.prove' } });
      expect(events).toMatchObject([{ outcome: 'ok', email: OWNER, details: { by: 'password' } }]);
    });

    it('has no effect with a wrong password, which counts towards the lockout', async () => {
      await proveAgo('11 minutes');
      for (let tries = 0; tries < 4; tries++) {
        const reply = await prove(olive, 'Wrong-Password-1!');
        expect([reply.status, reply.body]).toMatchObject([
          400,
          { code: 'ValidationFailed', fields: { password: 'That’s not your current password' } },
        ]);
      }
      expect(await answer(prove(olive, 'Wrong-Password-1!'))).toEqual([423, 'Locked']);
      expect(await answer(prove())).toEqual([423, 'Locked']);
      expect(await answer(olive.delete('/settings/security/sessions'))).toEqual([403, 'ProofNeeded']);
    });

    it('succeeds for one of six concurrent calls, whose browser stays logged in', async () => {
      const visitors = await Promise.all(
        Array.from({ length: 6 }, (_, n) => withCookieOf(n % 2 ? api : replica, olive)),
      );
      const answers = await Promise.all(
        visitors.map(async (visitor) => ({ status: (await prove(visitor)).status, visitor })),
      );
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
      expect((await won[0]?.visitor.get('/session'))?.body).toHaveProperty('user');
    });

    it('needs a login', async () => {
      expect(await answer(prove(await api.visit()))).toEqual([401, 'SignInRequired']);
    });

    it('is a new login for users without a password', async () => {
      await api.pool.query(`UPDATE users SET password_hash = NULL`);
      await proveAgo('11 minutes');
      expect((await olive.delete('/settings/security/sessions')).body).toMatchObject({
        code: 'ProofNeeded',
        proofs: [],
      });
      await proveAgo('1 minute');
      expect(await answer(olive.delete('/settings/security/sessions'))).toEqual([200, undefined]);
    });
  });
});

describe('a session', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  const sessions = () =>
    api.prisma.session.findMany({ select: { beganBy: true, authenticatedAt: true }, orderBy: { id: 'asc' } });

  it('records how it began', async () => {
    await signUp(api, OWNER);
    await (await api.visit()).post('/login', { email: OWNER, password: GOOD_PASSWORD });
    expect((await sessions()).map(({ beganBy }) => beganBy)).toEqual(['link', 'password']);
  });

  it('keeps the time of the last step-up when its user leaves the team', async () => {
    const mia = await signUp(api, 'mia@example.com');
    await signUpOwner(api, OWNER, 5);
    await joinTeam(api, 'mia@example.com');
    await api.pool.query(`UPDATE sessions SET step_up_at = now() - interval '9 minutes'`);
    expect((await mia.post('/team/leave', {})).status).toBe(200);
    await mia.refreshCsrfToken();
    await api.pool.query(`UPDATE sessions SET step_up_at = step_up_at - interval '2 minutes'`);
    expect((await mia.delete('/settings/security/sessions')).body).toMatchObject({ code: 'ProofNeeded' });
  });
});
