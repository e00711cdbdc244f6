import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUpMember, signUpOwner } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD } from '../../test-support/test-bodies.ts';

const OWNER = 'olive@example.com';
const MEMBER = 'milo@example.com';

describe('leaving a team', () => {
  let api: TestApi;
  let olive: Visitor;
  let milo: Visitor;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    olive = await signUpOwner(api, OWNER, 3);
    milo = await signUpMember(api, MEMBER, OWNER);
  });
  const findMilo = () =>
    api.prisma.user.findUniqueOrThrow({
      where: { email: MEMBER },
      select: { id: true, teamId: true, team: true, sessions: true },
    });

  it('moves the member to a Free team of their own, ends every other session, and keeps this browser signed in', async () => {
    const other = await api.visit();
    await other.post('/login', { email: MEMBER, password: GOOD_PASSWORD });
    await api.pool.query("UPDATE sessions SET expires_at = now() + interval '1 hour'");
    const before = (await findMilo()).sessions.map(({ id }) => id);
    const reply = await milo.post('/team/leave', {});
    expect([reply.status, reply.body]).toEqual([200, { team: { name: 'Milo Member' } }]);
    const { id, team, sessions } = await findMilo();
    expect(team).toMatchObject({ plan: 'free', seatLimit: 1, ownerId: id });
    expect(sessions).toHaveLength(1);
    expect(before).not.toContain(sessions[0]?.id);
    expect(sessions[0]?.expiresAt.getTime()).toBeLessThan(Date.now() + 3_700_000);
    expect((await milo.get('/session')).body).toMatchObject({ user: { team: { name: 'Milo Member' } } });
    expect((await other.get('/session')).body).not.toHaveProperty('user');
    expect(await api.prisma.auditEvent.count({ where: { action: 'team.leave' } })).toBe(1);
    const { members } = (await olive.get('/team')).body as { members: unknown[] };
    expect(members).toHaveLength(1);
  });

  it('creates one team for concurrent calls', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => milo.post('/team/leave', {})));
    const statuses = replies.map(({ status }) => status).toSorted();
    expect(statuses[0]).toBe(200);
    for (const status of statuses) expect([200, 401, 403, 409]).toContain(status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await api.prisma.team.count()).toBe(2);
  });

  it('is retried after a deadlock with a transaction that locks in another order', async () => {
    const { id, teamId } = await findMilo();
    const client = await api.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM teams WHERE id = $1 FOR UPDATE', [teamId]);
      const leaving = milo.post('/team/leave', {}).then(({ status }) => status);
      await api.untilLockWait();
      // The database normally aborts `leaving`, which has waited longer for its lock. On a busy machine, it may abort
      // this transaction.
      const isGivenUp = await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [id]).then(
        () => false,
        () => true,
      );
      await client.query(isGivenUp ? 'ROLLBACK' : 'COMMIT');
      expect(await leaving).toBe(200);
    } finally {
      client.release();
    }
  });

  it('is rejected for the owner, who must transfer the team first', async () => {
    const reply = await olive.post('/team/leave', {});
    expect([reply.status, reply.body]).toMatchObject([409, { code: 'LastOwner' }]);
  });

  it('requires the CSRF token and a session', async () => {
    expect((await milo.agent.post('/team/leave').send({})).body).toMatchObject({ code: 'InvalidCsrfToken' });
    expect((await (await api.visit()).post('/team/leave', {})).status).toBe(401);
  });
});
