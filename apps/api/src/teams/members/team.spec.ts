import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import type { TeamReply } from '@foyer/contracts/teams/team';
import { signUp, signUpOwner, teamMemberBody } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { releaseAddresses, reserveAddress } from '../../test-support/test-reserved-address.ts';
import { GOOD_PASSWORD } from '../../test-support/test-bodies.ts';

const OWNER = 'olive@example.com';

describe('a team', () => {
  let api: TestApi;
  let olive: Visitor;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    olive = await signUpOwner(api, OWNER, 5);
  });

  const show = async (visitor = olive) => (await visitor.get('/team')).body as TeamReply;
  async function invite(...emails: string[]) {
    const { status, body } = await olive.post('/team/invitations', { emails });
    expect(status).toBe(200);
    return (body as { results: { email: string; outcome: string; link?: string }[] }).results;
  }
  const codeIn = (link = '') => link.split('/').at(-1) ?? '';
  const inviteAndDecode = async (email: string) => {
    await invite(email);
    const code = await api.mailedCode(email, 'team-invitation');
    return { code, id: decodeInvitationCode(code) ?? '' };
  };
  const join = async (email: string, id: string, changes = {}) =>
    (await api.visit()).post('/register-team-member', teamMemberBody(email, id, changes));
  const used = async (owner = OWNER) => {
    const { rows } = await api.pool.query<{ used: number }>(
      `SELECT ((SELECT count(*) FROM users u WHERE u.team_id = t.id AND deactivated_at IS NULL)
             + (SELECT count(*) FROM team_invitations i WHERE i.team_id = t.id AND accepted_at IS NULL
                 AND revoked_at IS NULL AND expires_at > now()))::int AS used
         FROM teams t JOIN users o ON o.id = t.owner_id WHERE o.email = $1`,
      [owner],
    );
    return rows[0]?.used;
  };

  it('invites several addresses in one request, with an outcome per address, and reserves a seat for each', async () => {
    const results = await invite(
      'a@example.com',
      ' A@Example.com',
      'nonsense',
      OWNER,
      'b@example.com',
      'c@example.com',
      'd@example.com',
      'e@example.com',
    );
    expect(results.map((one) => one.outcome)).toEqual([
      'invited',
      'invited',
      'invalid',
      'member',
      'invited',
      'invited',
      'invited',
      'noSeat',
    ]);
    expect((await show()).invitations.map((one) => one.email)).toEqual([
      'a@example.com',
      'b@example.com',
      'c@example.com',
      'd@example.com',
    ]);
    expect(await used()).toBe(5);
    expect((await api.queuedMails()).filter((mail) => mail.kind === 'team-invitation')).toHaveLength(4);
  });

  it.each([
    ['canceled', 'ended', true],
    ['unpaid', 'ended', true],
    ['canceled', 'free', undefined],
    ['active', 'ended', undefined],
  ])(
    'shows invited users whether its plan has ended, with the status %s and the end %s',
    async (status, endsAs, hasEndedPlan) => {
      const { id } = await inviteAndDecode('milo@example.com');
      await api.pool.query(
        `INSERT INTO subscriptions (team_id, stripe_customer_id, status, ends_as)
       SELECT id, 'cus_1', $1, $2::subscription_end FROM teams`,
        [status, endsAs],
      );
      const { body } = await api.http.get(`/invitation/team/${id}`);
      expect((body as { hasEndedPlan?: boolean }).hasEndedPlan).toBe(hasEndedPlan);
    },
  );

  it('admits an invited user with a seat and a session, and shows the team to both', async () => {
    const { code, id } = await inviteAndDecode('milo@example.com');
    const { body: shown } = await api.http.get(`/invitation/team/${id}`);
    expect(shown).toEqual({
      inviter: { name: 'Ada Lovelace', email: OWNER },
      existingTeam: { name: 'Analytical Events' },
      invitation: { email: 'milo@example.com', id },
    });
    const milo = await api.visit();
    const reply = await milo.post(
      '/register-team-member',
      teamMemberBody('milo@example.com', id, { invitationCode: code }),
    );
    expect([reply.status, reply.body]).toMatchObject([
      201,
      { user: { email: 'milo@example.com', team: { name: 'Analytical Events' } } },
    ]);
    expect((await show()).members.map((one) => one.email)).toEqual([OWNER, 'milo@example.com']);
    expect(await show(milo)).toMatchObject({ isOwner: false, invitations: [] });
    expect(await used()).toBe(2);
    expect((await api.http.get(`/invitation/team/${id}`)).body).toMatchObject({ code: 'InvitationUsed' });
  });

  it('admits no one at an address that its previous user can still restore', async () => {
    await reserveAddress(api, 'milo@example.com');
    const { id } = await inviteAndDecode('milo@example.com');
    const refused = await join('milo@example.com', id);
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'AccountExists' }]);
    expect(await api.prisma.user.count({ where: { email: 'milo@example.com' } })).toBe(0);
    await releaseAddresses(api);
    expect((await join('milo@example.com', id)).status).toBe(201);
  });

  it('admits one user with one seat for 4 concurrent calls', async () => {
    const { id } = await inviteAndDecode('milo@example.com');
    const replies = await Promise.all(Array.from({ length: 4 }, () => join('milo@example.com', id)));
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
    for (const { status } of replies) expect([201, 409, 410]).toContain(status);
    expect(await api.prisma.user.count({ where: { email: 'milo@example.com' } })).toBe(1);
    expect(await used()).toBe(2);
  });

  it('gives its only free seat to one of 4 concurrent invitations and switches, and 409 to the others [asvs 2.3.4]', async () => {
    const setSeats = (seatLimit: number) =>
      api.prisma.team.updateMany({ where: { owner: { email: OWNER } }, data: { seatLimit } });
    await setSeats(5);
    const tries: (() => Promise<{ status: number }>)[] = [];
    for (let number = 0; number < 2; number++) {
      const [newUser, switcher] = [`new-${number}@example.com`, `old-${number}@example.com`];
      const { id } = await inviteAndDecode(newUser);
      tries.push(() => join(newUser, id));
      const visitor = await signUp(api, switcher);
      const { code } = await inviteAndDecode(switcher);
      tries.push(async () => visitor.post(`/team-switch/${code}`, {}));
    }
    // Lowers the limit to the number of members, as an admin could. No new member is admitted, and the members stay.
    await setSeats(1);
    for (const { status } of await Promise.all(tries.map((attempt) => attempt()))) expect(status).toBe(409);
    await setSeats(2);
    const statuses = (await Promise.all(tries.map((attempt) => attempt()))).map((reply) => reply.status);
    expect(statuses.filter((status) => status < 300)).toHaveLength(1);
    expect(statuses.filter((status) => status >= 300 && status !== 409)).toEqual([]);
    expect((await show()).members).toHaveLength(2);
  });

  it('reactivates one of 20 members who compete for one free seat', async () => {
    const { id: teamId } = await api.prisma.team.findFirstOrThrow({ where: { owner: { email: OWNER } } });
    await api.prisma.team.update({ where: { id: teamId }, data: { seatLimit: 2 } });
    for (let number = 0; number < 20; number++)
      await api.prisma.user.create({
        data: {
          email: `gone-${number}@example.com`,
          firstName: 'G',
          lastName: 'One',
          teamId,
          deactivatedAt: new Date(),
        },
      });
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, number) =>
        api.prisma.user.update({
          where: { email: `gone-${number}@example.com` },
          data: { deactivatedAt: null },
        }),
      ),
    );
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(await used()).toBe(2);
  });

  it('keeps the shared link when inviting again or resending, and frees the seat when revoking', async () => {
    const first = await inviteAndDecode('milo@example.com');
    expect(await inviteAndDecode('milo@example.com')).toEqual(first);
    const [row] = (await show()).invitations;
    expect((await olive.post(`/team/invitations/${row?.id}/resend`, {})).status).toBe(200);
    const open = () => api.http.get(`/invitation/team/${first.id}`);
    expect((await open()).status).toBe(200);
    expect((await olive.delete(`/team/invitations/${row?.id}`)).status).toBe(200);
    expect((await open()).body).toMatchObject({ code: 'InvitationRevoked' });
    expect(await used()).toBe(1);
    expect((await show()).invitations).toEqual([]);
  });

  it('rejects an ended invitation with its state, and an unknown one with 404', async () => {
    const { id } = await inviteAndDecode('milo@example.com');
    const code = async () => ((await api.http.get(`/invitation/team/${id}`)).body as { code: string }).code;
    await api.pool.query("UPDATE team_invitations SET expires_at = now() - interval '1 second'");
    expect([await code(), (await join('milo@example.com', id)).status]).toEqual(['InvitationExpired', 410]);
    await api.pool.query(
      "UPDATE team_invitations SET expires_at = now() + interval '1 day', revoked_at = now()",
    );
    expect([await code(), (await join('milo@example.com', id)).status]).toEqual(['InvitationRevoked', 410]);
    for (const guess of ['x', 'A'.repeat(43), '..%2f', id.slice(0, -1)])
      expect((await api.http.get(`/invitation/team/${guess}`)).status).toBe(404);
  });

  it('admits only the invited address, in any letter case, and no look-alike', async () => {
    const { id } = await inviteAndDecode('milo@example.com');
    for (const email of [
      'eve@example.com',
      'milo@exаmple.com',
      'milo+x@example.com',
      'milo@example.com.evil.test',
    ])
      expect((await join(email, id)).status).toBe(400);
    expect((await join('MILO@Example.com ', id)).status).toBe(201);
  });

  it('gives no access to the owner of another team or to a visitor [asvs 8.2.2, 8.4.1]', async () => {
    const eve = await signUpOwner(api, 'eve@example.com', 5);
    await inviteAndDecode('milo@example.com');
    const [invitation] = (await show()).invitations;
    const [member] = (await show()).members;
    const calls = [
      await eve.delete(`/team/invitations/${invitation?.id}`),
      await eve.post(`/team/invitations/${invitation?.id}/resend`, {}),
      await eve.delete(`/team/members/${member?.id}`),
      await eve.post('/team/owner-offer', { member: member?.id }),
    ];
    for (const { status } of calls) expect(status).toBe(404);
    expect(JSON.stringify(await show(eve))).not.toContain('olive');
    const stranger = await api.visit();
    for (const path of ['/team', '/settings/billing/details'])
      expect((await stranger.get(path)).status).toBe(401);
    expect((await stranger.post('/team/invitations', { emails: ['x@example.com'] })).status).toBe(401);
  });

  it('can be changed only by its owner, can be transferred, and moves a removed member to their own team', async () => {
    const { id } = await inviteAndDecode('milo@example.com');
    const milo = await api.visit();
    await milo.post('/register-team-member', teamMemberBody('milo@example.com', id));
    await milo.refreshCsrfToken();
    const me = (await show(milo)).members.find((one) => one.isYou)?.id ?? '';
    expect((await milo.post('/team/invitations', { emails: ['x@example.com'] })).body).toMatchObject({
      code: 'NotOwner',
    });
    expect((await milo.delete(`/team/members/${me}`)).status).toBe(403);
    await olive.post('/team/owner-offer', { member: me });
    await milo.post('/team/owner-offer/acceptance', {});
    expect((await show(milo)).isOwner).toBe(true);
    const olivesId = (await show(milo)).members.find((one) => one.email === OWNER)?.id ?? '';
    expect((await milo.delete(`/team/members/${olivesId}`)).status).toBe(200);
    expect((await olive.get('/session')).body).not.toHaveProperty('user');
    expect((await api.queuedMails()).filter(({ kind }) => kind === 'removed')).toMatchObject([
      { to: OWNER, content: { teamName: 'Analytical Events' } },
    ]);
    const again = await api.visit();
    await again.post('/login', { email: OWNER, password: GOOD_PASSWORD });
    expect(await show(again)).toMatchObject({ name: 'Ada Lovelace', isOwner: true });
  });

  describe('switching to a team', () => {
    const switchTo = (visitor: Visitor, code: string) => visitor.post(`/team-switch/${code}`, {});

    it('moves the user, ends every session, and leaves no empty team behind', async () => {
      const bob = await signUp(api, 'bob@example.com');
      const other = await api.visit();
      await other.post('/login', { email: 'bob@example.com', password: GOOD_PASSWORD });
      const { code } = await inviteAndDecode('bob@example.com');
      const reply = await switchTo(bob, code);
      expect([reply.status, reply.body]).toEqual([
        200,
        { team: { name: 'Analytical Events' }, redirectURL: '/login' },
      ]);
      expect(String(reply.headers['set-cookie'])).toMatch(/(?:^|,)sid=anonymous/);
      for (const visitor of [bob, other])
        expect((await visitor.get('/session')).body).not.toHaveProperty('user');
      expect(await api.prisma.team.count()).toBe(1);
      const sent = (await api.queuedMails()).filter(({ kind }) => kind === 'switched-team');
      expect(sent).toMatchObject([{ to: 'bob@example.com' }]);
    });

    it('is rejected for another user, for an owner with other members, and while a plan is paid', async () => {
      const bob = await signUpOwner(api, 'bob@example.com', 2);
      const { code } = await inviteAndDecode('bob@example.com');
      const eve = await signUp(api, 'eve@example.com');
      expect((await switchTo(eve, code)).body).toMatchObject({ code: 'WrongAccount' });
      expect((await switchTo(bob, `${code.slice(1)}!`)).body).toMatchObject({ code: 'InvitationUnknown' });
      const { id: teamId } = await api.prisma.team.findFirstOrThrow({
        where: { owner: { email: 'bob@example.com' } },
      });
      await api.prisma.user.create({
        data: { email: 'carl@example.com', firstName: 'C', lastName: 'Arl', teamId },
      });
      expect((await switchTo(bob, code)).body).toMatchObject({ code: 'LastOwner' });
      await api.prisma.user.delete({ where: { email: 'carl@example.com' } });
      await api.prisma.subscription.create({ data: { teamId, stripeCustomerId: 'cus_1', status: 'active' } });
      expect((await switchTo(bob, code)).body).toMatchObject({ code: 'SubscriptionRunning' });
      await api.prisma.subscription.updateMany({ data: { status: 'canceled', endsAs: 'free' } });
      expect((await switchTo(bob, code)).status).toBe(200);
    });

    it('moves the user to one team if 10 concurrent calls switch to two teams', async () => {
      const eve = await signUpOwner(api, 'eve@example.com', 5);
      const bob = await signUp(api, 'bob@example.com');
      const { code } = await inviteAndDecode('bob@example.com');
      const { body } = await eve.post('/team/invitations', { emails: ['bob@example.com'] });
      const otherCode = codeIn((body as { results: { link: string }[] }).results[0]?.link);
      const replies = await Promise.all(
        Array.from({ length: 10 }, (_, number) => switchTo(bob, number % 2 ? code : otherCode)),
      );
      for (const { status } of replies) expect([200, 401, 403, 410]).toContain(status);
      expect(replies.some((reply) => reply.status === 200)).toBe(true);
      expect(await api.prisma.user.count({ where: { email: 'bob@example.com' } })).toBe(1);
      expect(((await used(OWNER)) ?? 0) + ((await used('eve@example.com')) ?? 0)).toBeLessThanOrEqual(4);
    });
  });
});
