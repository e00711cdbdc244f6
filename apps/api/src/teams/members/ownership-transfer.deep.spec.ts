import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TeamReply } from '@foyer/contracts/teams/team';
import { signUpOwner } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD } from '../../test-support/test-bodies.ts';

const OWNER = 'olive@example.com';
const MEMBER = 'mia@example.com';

describe('transferring a team', () => {
  let api: TestApi;
  let replica: TestApi;
  let olive: Visitor;
  let mia: Visitor;
  let miasId: string;
  beforeAll(async () => {
    [api, replica] = await Promise.all([TestApi.start(), TestApi.start()]);
  });
  afterAll(async () => {
    await api.stop();
    await replica.stop();
  });
  beforeEach(async () => {
    await api.empty();
    olive = await signUpOwner(api, OWNER, 5);
    mia = await member(MEMBER);
    miasId = await idOf(MEMBER);
  });

  const idOf = async (email: string) => (await api.prisma.user.findUniqueOrThrow({ where: { email } })).id;
  async function member(email: string): Promise<Visitor> {
    const visitor = await signUpOwner(replica, email, 1);
    await joinOlive(email);
    return visitor;
  }
  const joinOlive = (email: string) =>
    api.pool.query(
      `WITH alone AS (UPDATE teams SET owner_id = NULL WHERE owner_id = (SELECT id FROM users WHERE email = $1))
       UPDATE users SET team_id = (SELECT team_id FROM users WHERE email = $2) WHERE email = $1`,
      [email, OWNER],
    );
  /** Moves a user as an administrator does in Prisma Studio. */
  async function moveTo(team: string, email: string): Promise<void> {
    await api.prisma.team.updateMany({ where: { owner: { email } }, data: { ownerId: null } });
    const found = await api.prisma.team.findFirst({ where: { name: team } });
    const { id } = found ?? (await api.prisma.team.create({ data: { name: team, seatLimit: 5 } }));
    await api.prisma.user.update({ where: { email }, data: { teamId: id } });
  }
  const own = (email: string) =>
    api.pool.query(
      'UPDATE teams t SET owner_id = u.id FROM users u WHERE u.team_id = t.id AND u.email = $1',
      [email],
    );
  const offer = (to = miasId) => olive.post('/team/owner-offer', { member: to });
  const accept = (who = mia) => who.post('/team/owner-offer/acceptance', {});
  const show = async (who: Visitor) => (await who.get('/team')).body as TeamReply;
  const owner = async () =>
    (
      await api.prisma.team.findFirstOrThrow({
        where: { members: { some: { email: OWNER } } },
        include: { owner: true },
      })
    ).owner?.email;
  const mails = async (kind: string) => (await api.queuedMails()).filter((mail) => mail.kind === kind);
  const answer = async (call: PromiseLike<{ status: number; body: unknown }>) => {
    const { status, body } = await call;
    return [status, (body as { code?: string }).code];
  };

  it('takes effect when the new owner accepts, and is mailed to both users', async () => {
    expect((await offer()).status).toBe(200);
    expect(await owner()).toBe(OWNER);
    expect(await mails('owner-offered')).toMatchObject([
      {
        to: MEMBER,
        content: { ownerName: 'Ada Lovelace', expiresOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
      },
    ]);
    expect((await show(olive)).offer).toMatchObject({ memberId: miasId, isToYou: false });
    expect((await show(mia)).offer).toMatchObject({
      isToYou: true,
      plan: { name: 'free', status: 'none', until: '', isCancelScheduled: false },
    });
    expect((await accept()).status).toBe(200);
    expect(await owner()).toBe(MEMBER);
    expect((await mails('handed-over')).map(({ to, content }) => [to, content])).toEqual(
      expect.arrayContaining([
        [OWNER, expect.objectContaining({ isOwner: false })],
        [MEMBER, expect.objectContaining({ isOwner: true })],
      ]),
    );
    expect(await mails('handed-over')).toHaveLength(2);
    expect((await show(mia)).isOwner).toBe(true);
    expect((await show(olive)).offer).toBeUndefined();
    const actions = await api.prisma.auditEvent.findMany({
      where: { action: { startsWith: 'team.' } },
      orderBy: { id: 'asc' },
    });
    expect(actions.map(({ action, details }) => [action, details])).toEqual([
      ['team.offer', { memberId: miasId }],
      ['team.hand-over', { from: await idOf(OWNER) }],
    ]);
  });

  it('requires a step-up by both users', async () => {
    const age = (time: string) =>
      api.pool.query(`UPDATE sessions SET step_up_at = now() - $1::interval`, [time]);
    await age('11 minutes');
    expect(await answer(offer())).toEqual([403, 'ProofNeeded']);
    await age('9 minutes');
    expect(await answer(offer())).toEqual([200, undefined]);
    await age('11 minutes');
    expect(await answer(accept())).toEqual([403, 'ProofNeeded']);
    expect(await owner()).toBe(OWNER);
    await age('9 minutes');
    expect(await answer(accept())).toEqual([200, undefined]);
    expect(await owner()).toBe(MEMBER);
  });

  it('can be offered only by the owner, to one active member at a time', async () => {
    const stranger = await signUpOwner(api, 'sam@example.com', 1);
    const max = await member('max@example.com');
    expect(await answer(mia.post('/team/owner-offer', { member: miasId }))).toEqual([403, 'NotOwner']);
    for (const id of [await idOf(OWNER), await idOf('sam@example.com'), 'nonsense'])
      expect(await answer(offer(id))).toEqual([404, 'NotFound']);
    await member('moe@example.com');
    await api.pool.query(`UPDATE users SET deactivated_at = now() WHERE email = 'moe@example.com'`);
    expect(await answer(offer(await idOf('moe@example.com')))).toEqual([404, 'NotFound']);
    await offer();
    expect(await answer(offer(await idOf('max@example.com')))).toEqual([409, 'OfferStands']);
    for (const other of [max, stranger, olive])
      expect(await answer(accept(other))).toEqual([410, 'OfferEnded']);
    expect((await show(max)).offer).toBeUndefined();
    for (const other of [max, stranger])
      expect(await answer(other.delete('/team/owner-offer'))).toEqual([410, 'OfferEnded']);
    expect(await owner()).toBe(OWNER);
  });

  it.each([
    ['the offer is withdrawn', () => olive.delete('/team/owner-offer')],
    ['the offer is declined', () => mia.delete('/team/owner-offer')],
    [
      'the offer has expired',
      () => api.pool.query(`UPDATE owner_offers SET expires_at = now() - interval '1 second'`),
    ],
    ['the member is removed', () => olive.delete(`/team/members/${miasId}`)],
    [
      'the member was deactivated and reactivated',
      async () => {
        await api.pool.query(`UPDATE users SET deactivated_at = now() WHERE email = $1`, [MEMBER]);
        await api.pool.query(`UPDATE users SET deactivated_at = NULL WHERE email = $1`, [MEMBER]);
      },
    ],
    [
      'the owner was deactivated',
      () => api.pool.query(`UPDATE users SET deactivated_at = now() WHERE email = $1`, [OWNER]),
    ],
    ['the member has left the team', () => moveTo('Elsewhere', MEMBER)],
    [
      'the member has left the team and returned',
      async () => {
        await moveTo('Elsewhere', MEMBER);
        await joinOlive(MEMBER);
      },
    ],
    [
      'an administrator makes another member the owner',
      async () => {
        await member('max@example.com');
        await own('max@example.com');
      },
    ],
  ])('can no longer be accepted when %s', async (_, end) => {
    await offer();
    await end();
    expect((await show(mia)).offer).toBeUndefined();
    expect((await accept()).status).not.toBe(200);
    expect(await owner()).not.toBe(MEMBER);
    expect(await mails('handed-over')).toEqual([]);
  });

  it.each([
    ['has expired', () => api.pool.query(`UPDATE owner_offers SET expires_at = now() - interval '1 second'`)],
    ['was made to a member who has left', () => moveTo('Elsewhere', MEMBER)],
  ])('can be offered to another member when the first offer %s', async (_, end) => {
    await offer();
    await end();
    await member('max@example.com');
    expect((await offer(await idOf('max@example.com'))).status).toBe(200);
    expect(await answer(accept())).toEqual([410, 'OfferEnded']);
  });

  it('can be offered by an owner with an old offer of another team, which now has another owner', async () => {
    await offer();
    await own(MEMBER);
    await moveTo('Elsewhere', OWNER);
    await own(OWNER);
    await member('max@example.com');
    expect((await offer(await idOf('max@example.com'))).status).toBe(200);
    expect(await answer(accept())).toEqual([410, 'OfferEnded']);
  });

  it('sends one mail, however often it is offered and withdrawn within two minutes', async () => {
    for (let time = 0; time < 3; time++) {
      await offer();
      await olive.delete('/team/owner-offer');
    }
    expect(await mails('owner-offered')).toHaveLength(1);
  });

  describe('concurrently, over two replicas', () => {
    const rivals: [string, () => PromiseLike<{ status: number }>][] = [
      ['withdraw', () => olive.delete('/team/owner-offer')],
      ['decline', () => mia.delete('/team/owner-offer')],
      ['remove', () => olive.delete(`/team/members/${miasId}`)],
    ];
    it.each(rivals)(
      'lets only one of the concurrent calls to accept and to %s succeed, ten times',
      async (what, rival) => {
        for (let round = 0; round < 10; round++) {
          await api.pool.query('DELETE FROM owner_offers');
          await api.pool.query(
            `INSERT INTO owner_offers (team_id, owner_id, member_id, expires_at)
           SELECT team_id, id, $2, now() + interval '1 day' FROM users WHERE email = $1`,
            [OWNER, miasId],
          );
          const [accepted, ended] = await Promise.all([accept(), rival()]);
          const isAccepted = accepted.status === 200;
          expect([what, round, isAccepted !== (ended.status === 200)]).toEqual([what, round, true]);
          expect(await owner()).toBe(isAccepted ? MEMBER : OWNER);
          const { teamId } = await api.prisma.user.findUniqueOrThrow({ where: { email: MEMBER } });
          const { teamId: olivesTeam } = await api.prisma.user.findUniqueOrThrow({ where: { email: OWNER } });
          expect(teamId === olivesTeam).toBe(isAccepted || what !== 'remove');
          await backToOlive(olivesTeam);
        }
      },
    );

    it('is accepted once by 20 concurrent calls', async () => {
      await offer();
      const all = await Promise.all(Array.from({ length: 20 }, () => accept()));
      expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await mails('handed-over')).toHaveLength(2);
    });

    it.each([
      ['being deactivated', `UPDATE users SET deactivated_at = now() WHERE email = $1`],
      [
        'leaving the team',
        `WITH own AS (INSERT INTO teams (name) VALUES ('Own') RETURNING id)
         UPDATE users SET team_id = own.id FROM own WHERE email = $1`,
      ],
    ])('fails if the member is %s at the same time', async (_, leaving) => {
      await offer();
      const { status } = await api.commitOnceWaitedFor(
        (client) => client.query(leaving, [MEMBER]),
        () => accept(),
      );
      expect(status).toBe(410);
      expect(await owner()).toBe(OWNER);
    });

    it.each([OWNER, MEMBER])(
      'waits for a lock on the user %s, without locking the team meanwhile',
      async (email) => {
        await offer();
        const holder = await api.pool.connect();
        try {
          await holder.query('BEGIN');
          await holder.query('SELECT FROM users WHERE email = $1 FOR NO KEY UPDATE', [email]);
          const accepting = accept().then((reply) => reply);
          await Promise.race([api.untilLockWait(), accepting]);
          expect(await owner()).toBe(OWNER);
          await holder.query('SELECT FROM teams FOR UPDATE NOWAIT');
          await holder.query('COMMIT');
          expect((await accepting).status).toBe(200);
        } finally {
          holder.release(true);
        }
      },
    );

    it('creates one offer for 20 concurrent offers to different members', async () => {
      const ids = [miasId];
      for (const email of ['max@example.com', 'moe@example.com']) {
        await member(email);
        ids.push(await idOf(email));
      }
      const all = await Promise.all(Array.from({ length: 20 }, (_, position) => offer(ids[position % 3])));
      expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
      expect(await mails('owner-offered')).toHaveLength(1);
    });
  });

  async function backToOlive(teamId: string): Promise<void> {
    await api.pool.query(
      `WITH left_alone AS (UPDATE teams SET owner_id = NULL WHERE owner_id = $2 AND id <> $3)
       UPDATE users SET team_id = $3 WHERE id = $2 AND $1::text IS NOT NULL`,
      [OWNER, miasId, teamId],
    );
    await api.pool.query(
      `UPDATE teams SET owner_id = (SELECT id FROM users WHERE email = $1) WHERE id = $2`,
      [OWNER, teamId],
    );
    mia = await replica.visit();
    await mia.post('/login', { email: MEMBER, password: GOOD_PASSWORD });
    await mia.refreshCsrfToken();
  }
});
