import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import type { InviteReply } from '@foyer/contracts/teams/team';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { signUp, signUpOwner, teamMemberBody } from '../test-support/test-accounts.ts';
import { SERVICE_CREDENTIAL as CREDENTIAL, TestApi, type Visitor } from '../test-support/test-api.ts';
import { GOOD_PASSWORD, passwordBody } from '../test-support/test-bodies.ts';
import { advanceLimits } from '../test-support/test-limits.ts';

const VICTIM = 'vera@example.com';
const OWNER = 'olive@example.com';
const ATTACKERS_PASSWORD = 'Stolen-Seats-4-All?';

type Kind = 'team' | 'event';

/** Tests invariant 12 of docs/security.md. */
describe('an account needs its own mailbox', () => {
  let api: TestApi;
  let olive: Visitor;
  let attacker: Visitor;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    olive = await signUpOwner(api, OWNER, 5);
    attacker = await api.visit();
  });

  async function shareLink(kind: Kind, email = VICTIM): Promise<string> {
    if (kind === 'team') {
      const { body } = await olive.post('/team/invitations', { emails: [email] });
      return idIn((body as InviteReply).results[0]?.link);
    }
    const { body } = await api.http
      .post('/events/event-7/invitations')
      .set('authorization', `Bearer ${CREDENTIAL}`)
      .send({ email, event_name: 'Gala', inviter: { name: 'Olive', email: OWNER } });
    return idIn((body as { link: string }).link);
  }
  const idIn = (link = '') => decodeInvitationCode(new URL(link).pathname.split('/').at(-1) ?? '') ?? '';
  const withoutPassword = { password: undefined, confirm_password: undefined };
  const register = (visitor: Visitor, kind: Kind, id: string, changes = {}, email = VICTIM) =>
    kind === 'team'
      ? visitor.post('/register-team-member', teamMemberBody(email, id, { ...withoutPassword, ...changes }))
      : visitor.post('/register-collaborator', {
          ...signUpBody({ email, form_type: 'COLLAB_SIGNUP' as never }),
          inviteId: id,
          ...changes,
        });
  const mailsTo = async (to = VICTIM) => (await api.queuedMails()).filter((mail) => mail.to === to);
  const usersOf = (email = VICTIM) => api.prisma.user.count({ where: { email } });
  const setPassword = async (changes = {}, email = VICTIM) => {
    const visitor = await api.visit();
    const token = await api.mailedToken(email, 'verify-email');
    const reply = await visitor.post(`/reset-password?resetToken=${token}`, {
      ...passwordBody(),
      ...changes,
    });
    return { visitor, reply };
  };
  const describeLink = async () =>
    (await api.http.get(`/password-link?resetToken=${await api.mailedToken(VICTIM, 'verify-email')}`))
      .body as {
      invitation?: object;
      plan?: string;
    };

  async function expectNothingGained(...replies: { text: string; headers: Record<string, unknown> }[]) {
    expect(await usersOf()).toBe(0);
    expect((await attacker.get('/session')).body).not.toHaveProperty('user');
    const mails = JSON.stringify(await mailsTo());
    for (const { text } of replies)
      for (const secret of text.match(/[\w-]{40,}/g) ?? []) expect(mails).not.toContain(secret);
    for (const table of ['registrations', 'one_time_links', 'pgboss.job', 'audit_events']) {
      const { rows } = await api.pool.query<{ dump: string | null }>(
        `SELECT string_agg(t::text, '') AS dump FROM ${table} t`,
      );
      expect(rows[0]?.dump ?? '').not.toContain(ATTACKERS_PASSWORD);
    }
  }

  it('a sign-up without the mailed link creates no account', async () => {
    const reply = await attacker.post('/register-by-email', signUpBody({ email: VICTIM }));
    await expectNothingGained(reply);
  });

  describe.each<[way: string, kind: Kind, changes: object]>([
    ['a shared team link', 'team', {}],
    ['a shared team link with a password', 'team', passwordBody(ATTACKERS_PASSWORD)],
    ['the legacy flow', 'team', { redirectUrl: 'https://home.test/', ...passwordBody(ATTACKERS_PASSWORD) }],
    ['a shared event link', 'event', passwordBody(ATTACKERS_PASSWORD)],
  ])('a registration by %s', (_, kind, changes) => {
    it('gives no access to an attacker without the mailbox, and stores no password', async () => {
      const id = await shareLink(kind);
      expect((await api.http.get(`/invitation/${kind}/${id}`)).body).toMatchObject({ needsMail: true });
      const reply = await register(attacker, kind, id, changes);
      expect([reply.status, reply.body]).toEqual([
        202,
        { message: 'Check your email', user: { email: VICTIM } },
      ]);
      await expectNothingGained(reply);
      expect((await setPassword()).reply.status).toBe(200);
      const login = { email: VICTIM, password: ATTACKERS_PASSWORD };
      expect((await (await api.visit()).post('/login', login)).status).toBe(401);
      expect((await attacker.get('/session')).body).not.toHaveProperty('user');
    });

    it('does not reveal whether an account exists, and does not change it', async () => {
      const vera = await signUp(api, VICTIM);
      const before = await api.prisma.user.findUniqueOrThrow({ where: { email: VICTIM } });
      const known = await register(attacker, kind, await shareLink(kind), changes);
      const free = 'nobody@example.com';
      const unknown = await register(await api.visit(), kind, await shareLink(kind, free), changes, free);
      expect([known.status, known.text.replace(VICTIM, free)]).toEqual([unknown.status, unknown.text]);
      expect(await api.prisma.user.findUniqueOrThrow({ where: { email: VICTIM } })).toEqual(before);
      expect((await vera.get('/session')).body).toMatchObject({ user: { email: VICTIM } });
      expect(await usersOf(free)).toBe(0);
    });
  });

  it.each(['team', 'event'] as const)(
    'the mailed code of the %s invitation proves the mailbox, once',
    async (kind) => {
      await shareLink(kind);
      const id = decodeInvitationCode(await api.mailedCode(VICTIM, `${kind}-invitation`)) ?? '';
      expect((await api.http.get(`/invitation/${kind}/${id}`)).body).not.toHaveProperty('needsMail');
      const visitor = await api.visit();
      expect((await register(visitor, kind, id)).body).toMatchObject({
        fields: { password: expect.any(String) },
      });
      expect((await register(visitor, kind, id, passwordBody())).status).toBe(201);
      expect((await visitor.get('/session')).body).toMatchObject({ user: { email: VICTIM } });
      expect((await register(await api.visit(), kind, id, passwordBody())).status).toBe(410);
    },
  );

  it('switching teams or joining an event by a shared code needs a login with the invited address', async () => {
    const [vera, eve] = [await signUp(api, VICTIM), await signUp(api, 'eve@example.com')];
    const shared = { team: await shareLink('team'), event: await shareLink('event') };
    const codeOf = (id: string) => Buffer.from(id).toString('base64url');
    for (const path of [`/team-switch/${codeOf(shared.team)}`, `/event-accept/${codeOf(shared.event)}`]) {
      expect((await eve.post(path, {})).body).toMatchObject({ code: 'WrongAccount' });
      expect((await attacker.post(path, {})).status).toBe(401);
    }
    expect((await vera.post(`/event-accept/${codeOf(shared.event)}`, {})).status).toBe(200);
    expect((await vera.post(`/team-switch/${codeOf(shared.team)}`, {})).status).toBe(200);
  });

  it('the mailed link adds its user to the team when the password is set', async () => {
    const id = await shareLink('team');
    expect(await mailsTo()).toMatchObject([{ kind: 'team-invitation' }]);
    await register(attacker, 'team', id);
    expect(await mailsTo()).toMatchObject([
      { kind: 'team-invitation' },
      { kind: 'verify-email', content: { invitedTo: { kind: 'team', name: 'Analytical Events' } } },
    ]);
    expect(await describeLink()).toMatchObject({
      plan: 'free',
      invitation: { kind: 'team', name: 'Analytical Events', inviter: 'Ada Lovelace', state: 'live' },
    });
    const { visitor, reply } = await setPassword();
    expect([reply.status, reply.body]).toMatchObject([200, { user: { email: VICTIM }, plan: 'free' }]);
    const { team, ...vera } = await api.prisma.user.findUniqueOrThrow({
      where: { email: VICTIM },
      include: { team: { include: { owner: true } } },
    });
    expect([team.owner?.email, vera.jobTitle, vera.company]).toEqual([OWNER, 'Planner', 'Analytical Events']);
    expect((await visitor.get('/session')).body).toMatchObject({
      user: { team: { name: 'Analytical Events' } },
    });
    expect(await api.prisma.teamInvitation.count({ where: { acceptedAt: null } })).toBe(0);
    expect(await api.prisma.registration.count()).toBe(0);
  });

  it.each([
    ['free', false],
    ['pro', true],
  ] as const)(
    'the mailed link makes a guest a user with their own team after choosing %s',
    async (plan, hasIncompleteBilling) => {
      await register(attacker, 'event', await shareLink('event'), { plan });
      expect((await setPassword()).reply.body).toMatchObject({ plan });
      expect(await api.prisma.eventCollaboration.findMany({ include: { user: true } })).toMatchObject([
        { eventId: 'event-7', user: { email: VICTIM } },
      ]);
      const vera = await api.prisma.user.findUniqueOrThrow({
        where: { email: VICTIM },
        include: { team: true },
      });
      expect(vera.team).toMatchObject({ plan: 'free', hasIncompleteBilling, ownerId: vera.id });
    },
  );

  it.each(['team', 'event'] as const)(
    'a user with an account is mailed “log in to accept” for the %s',
    async (kind) => {
      const vera = await signUp(api, VICTIM);
      await advanceLimits(api);
      const id = await shareLink(kind);
      const mailed = decodeInvitationCode(await api.mailedCode(VICTIM, `${kind}-invitation`)) ?? '';
      await register(attacker, kind, id);
      const mail = (await mailsTo()).at(-1);
      expect(mail).toMatchObject({ kind: 'accept-invitation', content: { invitedTo: { kind } } });
      const { code } = mail?.content as { code: string };
      // The stranger's request does not end the code of the first mail.
      expect((await api.http.get(`/invitation/${kind}/${mailed}`)).status).toBe(200);
      const accept = kind === 'team' ? 'team-switch' : 'event-accept';
      expect((await vera.post(`/${accept}/${code}`, {})).status).toBe(200);
      expect((await api.http.get(`/invitation/${kind}/${mailed}`)).status).toBe(410);
    },
  );

  it('a resend repeats the mail of the requesting browser, and a plain sign-up there drops the invitation', async () => {
    await register(attacker, 'team', await shareLink('team'));
    await advanceLimits(api, 121);
    await attacker.post('/verify-email/resend', { email: VICTIM });
    const verifying = (await mailsTo()).filter((mail) => mail.kind === 'verify-email');
    expect(verifying).toMatchObject([{ content: { invitedTo: {} } }, { content: { invitedTo: {} } }]);
    await attacker.post('/register-by-email', signUpBody({ email: VICTIM }));
    expect(await describeLink()).not.toHaveProperty('invitation');
  });

  describe('if the invitation ends before the mailed link is used', () => {
    const ends: [state: string, status: number, sql: string][] = [
      ['revoked', 410, 'UPDATE {} SET revoked_at = now()'],
      ['expired', 410, "UPDATE {} SET expires_at = now() - interval '1 second'"],
      ['used', 410, 'UPDATE {} SET accepted_at = now()'],
    ];
    const rows = (['team', 'event'] as const).flatMap((kind) => ends.map((end) => [kind, ...end] as const));
    it.each(rows)(
      'the %s link reports the state %s, and creates the user’s own Free account only on request',
      async (kind, state, status, sql) => {
        await register(attacker, kind, await shareLink(kind), kind === 'event' ? { plan: 'pro' } : {});
        await api.mailedToken(VICTIM, 'verify-email');
        await api.pool.query(sql.replace('{}', `${kind}_invitations`));
        expect(await describeLink()).toMatchObject({ plan: 'free', invitation: { kind, state } });
        await expectOwnAccountOnly(status);
      },
    );

    it('the team link reports that no seat is free, and creates the user’s own account only on request', async () => {
      await register(attacker, 'team', await shareLink('team'));
      await api.mailedToken(VICTIM, 'verify-email');
      await api.prisma.team.updateMany({ where: { owner: { email: OWNER } }, data: { seatLimit: 1 } });
      expect(await describeLink()).toMatchObject({ invitation: { state: 'noSeat' } });
      await expectOwnAccountOnly(409);
    });

    async function expectOwnAccountOnly(status: number) {
      expect((await setPassword()).reply.status).toBe(status);
      expect(await usersOf()).toBe(0);
      const { reply } = await setPassword({ without_invitation: true });
      expect([reply.status, reply.body]).toMatchObject([200, { plan: 'free' }]);
      const vera = await api.prisma.user.findUniqueOrThrow({
        where: { email: VICTIM },
        include: { team: true },
      });
      expect(vera.team).toMatchObject({ ownerId: vera.id, plan: 'free', hasIncompleteBilling: false });
      expect(await api.prisma.eventCollaboration.count()).toBe(0);
    }
  });

  describe('concurrently', () => {
    it('one of six requests by the mailed code or by the link after a shared code succeeds', async () => {
      await register(attacker, 'team', await shareLink('team'));
      const token = await api.mailedToken(VICTIM, 'verify-email');
      const id = decodeInvitationCode(await api.mailedCode(VICTIM, 'team-invitation')) ?? '';
      const replies = await Promise.all(
        Array.from({ length: 6 }, async (_, number) => {
          const visitor = await api.visit();
          return number % 2
            ? visitor.post(`/reset-password?resetToken=${token}`, passwordBody())
            : register(visitor, 'team', id, passwordBody());
        }),
      );
      const statuses = replies.map((reply) => reply.status);
      expect(statuses.filter((status) => status < 300)).toHaveLength(1);
      for (const status of statuses) expect([200, 201, 409, 410]).toContain(status);
      expect(await usersOf()).toBe(1);
    });

    it('one of six team switches by both codes succeeds', async () => {
      const vera = await signUp(api, VICTIM);
      const shared = Buffer.from(await shareLink('team')).toString('base64url');
      const mailed = await api.mailedCode(VICTIM, 'team-invitation');
      const replies = await Promise.all(
        Array.from({ length: 6 }, (_, number) =>
          vera.post(`/team-switch/${number % 2 ? shared : mailed}`, {}),
        ),
      );
      expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
      for (const { status } of replies) expect([200, 401, 403, 410]).toContain(status);
    });

    it.each([1, 2, 3, 4, 5])(
      'the user becomes a member or the invitation is revoked, never both (try %i)',
      async () => {
        await register(attacker, 'team', await shareLink('team'));
        const token = await api.mailedToken(VICTIM, 'verify-email');
        const { id } = await api.prisma.teamInvitation.findFirstOrThrow();
        const visitor = await api.visit();
        const [accept, revoke] = await Promise.all([
          visitor.post(`/reset-password?resetToken=${token}`, passwordBody()),
          olive.delete(`/team/invitations/${id}`),
        ]);
        expect([
          [200, 404],
          [410, 200],
        ]).toContainEqual([accept.status, revoke.status]);
        expect(await usersOf()).toBe(accept.status === 200 ? 1 : 0);
        if (accept.status === 410) expect(accept.body).toMatchObject({ code: 'InvitationRevoked' });
      },
    );
  });

  it('the password that was set by the mailed link logs the user in', async () => {
    await register(attacker, 'team', await shareLink('team'));
    await setPassword();
    const visitor = await api.visit();
    expect((await visitor.post('/login', { email: VICTIM, password: GOOD_PASSWORD })).status).toBe(200);
  });
});
