import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import type { KnownSession } from '@foyer/contracts/identity/session';
import { signUp, signUpOwner, teamMemberBody } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD, passwordBody } from '../../test-support/test-bodies.ts';
import { joinCompany } from '../../test-support/saml/test-member.ts';
import { TestCompany } from '../../test-support/saml/test-company.ts';
import { DeleteAccountService } from './delete-account.service.ts';

const EMAIL = 'ada@example.com';
const DELETION = '/settings/data/deletion';
const KEEP = '/settings/data/keep';

describe('account deletion', () => {
  let api: TestApi;
  let replica: TestApi;
  let ada: Visitor;
  beforeAll(async () => {
    [api, replica] = await Promise.all([TestApi.start(), TestApi.start()]);
  });
  afterAll(() => Promise.all([api.stop(), replica.stop()]));
  beforeEach(async () => {
    await api.empty();
    ada = await signUpOwner(api, EMAIL, 5);
  });

  const logIn = async (at = api, password = GOOD_PASSWORD) => {
    const visitor = await at.visit();
    const reply = await visitor.post('/login', { email: EMAIL, password });
    await visitor.refreshCsrfToken();
    return { visitor, reply };
  };
  const sessionOf = async (visitor: Visitor) => (await visitor.get('/session')).body as KnownSession;
  const leave = async (visitor = ada) => {
    const reply = await visitor.post(DELETION, {});
    expect(reply.status).toBe(200);
    return (reply.body as { erasedOn: string }).erasedOn;
  };
  const advanceTime = () =>
    api.pool.query(
      `UPDATE users SET leaving_at = leaving_at - interval '14 days' WHERE leaving_at IS NOT NULL`,
    );
  const eraseDue = (at = api) => at.service(DeleteAccountService).eraseDue();
  const kindsTo = async (email: string) =>
    (await api.queuedMails()).filter(({ to }) => to === email).map(({ kind }) => kind);
  const invite = async (email: string) => {
    expect((await ada.post('/team/invitations', { emails: [email] })).status).toBe(200);
    return decodeInvitationCode(await api.mailedCode(email, 'team-invitation')) ?? '';
  };
  const join = async (email: string, code: string, at = api) =>
    (await (await at.visit()).post('/register-team-member', teamMemberBody(email, code))).status;

  it('ends all sessions and grants, and returns the date until which the account can be kept', async () => {
    const { visitor: elsewhere } = await logIn(replica);
    const { id: userId } = await api.prisma.user.findUniqueOrThrow({ where: { email: EMAIL } });
    const client = {
      clientId: 'planner',
      name: 'Planner',
      redirectUris: ['https://app.test/'],
      scopes: ['profile'],
    };
    const { id: clientId } = await api.prisma.oAuthClient.create({ data: client });
    const inADay = new Date(Date.now() + 86_400_000);
    await api.prisma.oAuthGrant.create({ data: { clientId, userId, scopes: [], expiresAt: inADay } });
    const erasedOn = await leave();
    expect([await sessionOf(ada), await sessionOf(elsewhere)]).toEqual([
      { csrfToken: expect.any(String) },
      { csrfToken: expect.any(String) },
    ]);
    expect(await api.prisma.oAuthGrant.count({ where: { revokedAt: null } })).toBe(0);
    expect((await api.queuedMails()).at(-1)).toMatchObject({
      kind: 'account-leaving',
      to: EMAIL,
      content: { firstName: 'Ada', erasedOn },
    });
  });

  it('requires a step-up, a session and a CSRF token', async () => {
    await api.pool.query(`UPDATE sessions SET step_up_at = now() - interval '11 minutes'`);
    expect((await ada.post(DELETION, {})).body).toMatchObject({ code: 'ProofNeeded' });
    for (const path of [DELETION, KEEP]) {
      expect((await (await api.visit()).post(path, {})).status).toBe(401);
      expect((await ada.agent.post(path).send({})).body).toMatchObject({ code: 'InvalidCsrfToken' });
    }
    expect(await api.prisma.user.count({ where: { deletionRequestedAt: null } })).toBe(1);
  });

  it('allows the user to log in only to keep the account', async () => {
    const erasedOn = await leave();
    const { visitor, reply } = await logIn();
    expect([reply.status, reply.body]).toMatchObject([403, { code: 'AccountLeaving' }]);
    expect(await sessionOf(visitor)).toMatchObject({ restrictedTo: 'leaving', erasedOn });
    for (const path of ['/settings/security/sessions', '/team', '/settings/data/export/file'])
      expect((await visitor.get(path)).body).toMatchObject({ code: 'AccountLeaving' });
    for (const path of ['/team/invitations', '/upgrade-plan', DELETION, '/team/leave'])
      expect((await visitor.post(path, {})).body).toMatchObject({ code: 'AccountLeaving' });
    expect((await visitor.post('/logout', {})).status).toBe(200);
    expect(await api.prisma.user.count({ where: { deletionRequestedAt: { not: null } } })).toBe(1);
  });

  it('is undone when the user logs in and keeps the account, and only that browser stays logged in', async () => {
    await leave();
    const { visitor: other } = await logIn();
    const { visitor } = await logIn();
    expect((await visitor.post(KEEP, {})).status).toBe(200);
    expect((await sessionOf(visitor)).restrictedTo).toBeUndefined();
    expect((await sessionOf(other)).user).toBeUndefined();
    expect((await logIn()).reply.status).toBe(200);
    expect(await kindsTo(EMAIL)).toEqual(expect.arrayContaining(['account-leaving', 'account-kept']));
    await advanceTime();
    await eraseDue();
    expect(await api.prisma.user.count()).toBe(1);
  });

  it('treats wrong and forgotten passwords as usual, and asks about the deletion after a reset and login', async () => {
    await leave();
    const wrong = await logIn(api, 'wrong');
    const unknown = await (await api.visit()).post('/login', { email: 'x@example.com', password: 'wrong' });
    expect([wrong.reply.status, wrong.reply.text]).toEqual([unknown.status, unknown.text]);
    const visitor = await api.visit();
    const forgot = await visitor.post('/forgot-password', { email: EMAIL });
    const forgotUnknown = await visitor.post('/forgot-password', { email: 'x@example.com' });
    expect([forgot.status, forgot.text.replace(EMAIL, '')]).toEqual([
      forgotUnknown.status,
      forgotUnknown.text.replace('x@example.com', ''),
    ]);
    const token = await api.mailedToken(EMAIL, 'reset-password');
    const reset = await visitor.post(
      `/reset-password?resetToken=${token}`,
      passwordBody('Another-Good-One-9!'),
    );
    expect(reset.status).toBe(200);
    expect((await logIn(api, 'Another-Good-One-9!')).reply.body).toMatchObject({ code: 'AccountLeaving' });
  });

  it('also allows a company sign-in only to keep the account', async () => {
    const company = await TestCompany.create(api, 'acme');
    const nora = 'nora@acme.test';
    const identity = { email: nora, nameId: 'nora' };
    const visitor = await api.visit();
    await company.signIn(visitor, identity);
    await company.stepUp(visitor, identity);
    expect((await visitor.post(DELETION, {})).status).toBe(200);
    expect(await company.signIn(visitor, identity)).toBe('/login');
    expect((await sessionOf(visitor)).restrictedTo).toBe('leaving');
    await visitor.refreshCsrfToken();
    expect((await visitor.post(KEEP, {})).status).toBe(200);
    expect((await sessionOf(visitor)).restrictedTo).toBeUndefined();
  });

  it('is rejected for the owner of a team that has other members', async () => {
    expect(await join('milo@example.com', await invite('milo@example.com'))).toBe(201);
    const refused = await ada.post(DELETION, {});
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'LastOwner' }]);
    expect((await sessionOf(ada)).user).toBeDefined();
    expect(await kindsTo(EMAIL)).not.toContain('account-leaving');
  });

  it('is possible for a member, who occupies the seat until the erasure', async () => {
    const company = await TestCompany.create(api, 'acme', { seatLimit: 2 });
    const milo = await joinCompany(api, company, 'milo@example.com');
    await leave(milo);
    const invited = await company.owner.post('/team/invitations', { emails: ['nina@example.com'] });
    expect(JSON.stringify(invited.body)).toContain('noSeat');
    expect(await api.prisma.user.count({ where: { teamId: company.teamId } })).toBe(2);
  });

  it('ends invitations to the team, and sends no mail about teams to the leaving user', async () => {
    const code = await invite('nina@example.com');
    const { id: teamId } = await api.prisma.team.findFirstOrThrow({ where: { owner: { email: EMAIL } } });
    await leave();
    expect(await join('nina@example.com', code)).toBe(410);
    const before = (await kindsTo(EMAIL)).length;
    const boss = await signUpOwner(api, 'boss@example.com', 5);
    await boss.post('/team/invitations', { emails: [EMAIL] });
    expect((await kindsTo(EMAIL)).length).toBe(before);
    await expect(
      api.prisma.user.create({ data: { email: 'x@example.com', firstName: 'X', lastName: 'Y', teamId } }),
    ).rejects.toThrow();
  });

  it('happens once for concurrent requests', async () => {
    const { visitor: elsewhere } = await logIn(replica);
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, call) => (call % 2 === 0 ? ada : elsewhere).post(DELETION, {})),
    );
    const statuses = replies.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 401)]);
    expect((await kindsTo(EMAIL)).filter((kind) => kind === 'account-leaving')).toHaveLength(1);
  });

  it('excludes a concurrent join of the team: only one of the two succeeds', async () => {
    const email = 'nina@example.com';
    const code = await invite(email);
    const [left, joined] = await Promise.all([ada.post(DELETION, {}), join(email, code, replica)]);
    const members = await api.prisma.user.count({ where: { team: { owner: { email: EMAIL } } } });
    expect([left.status, joined >= 400 ? 'refused' : joined, members]).toEqual(
      joined === 201 ? [409, 201, 2] : [200, 'refused', 1],
    );
  });

  it('is either undone or completed when both are attempted concurrently', async () => {
    await leave();
    const { visitor } = await logIn();
    await advanceTime();
    const [kept] = await Promise.all([visitor.post(KEEP, {}), eraseDue(), eraseDue(replica)]);
    const isThere =
      (await api.prisma.user.count({ where: { email: EMAIL, deletionRequestedAt: null } })) === 1;
    expect([kept.status, isThere]).toEqual(kept.status === 200 ? [200, true] : [401, false]);
    expect(await api.prisma.user.count()).toBe(isThere ? 1 : 0);
  });

  it('does not erase the account before the end of the waiting period', async () => {
    await leave();
    await api.pool.query(`UPDATE users SET leaving_at = leaving_at - interval '13 days 23 hours'`);
    await eraseDue();
    expect(await api.prisma.user.count()).toBe(1);
  });

  it('sends its mails also to a former address while the change of address can be undone', async () => {
    const former = 'former@example.com';
    await api.pool.query(
      `INSERT INTO address_changes (user_id, old_email, new_email, expires_at, applied_at, undo_until)
       SELECT id, $1, $2, now(), now(), now() + interval '7 days' FROM users WHERE email = $2`,
      [former, EMAIL],
    );
    await leave();
    expect((await (await logIn()).visitor.post(KEEP, {})).status).toBe(200);
    expect(await kindsTo(former)).toEqual(expect.arrayContaining(['account-leaving', 'account-kept']));
    await api.pool.query(`UPDATE users SET leaving_at = now() - interval '14 days' WHERE email = $1`, [
      EMAIL,
    ]);
    await eraseDue();
    expect([(await kindsTo(former)).at(-1), (await kindsTo(EMAIL)).at(-1)]).toEqual([
      'account-erased',
      'account-erased',
    ]);
  });

  it('leaves no name or address of the user in any table [asvs 14.2.4]', async () => {
    await signUp(api, 'boss@example.com');
    await ada.post('/settings/data/export', {});
    await (await api.visit()).post('/login', { email: EMAIL, password: 'wrong' });
    await (await api.visit()).post('/forgot-password', { email: EMAIL });
    await invite('nina@example.com');
    await api.queuedMails();
    const { id } = await api.prisma.user.findUniqueOrThrow({ where: { email: EMAIL } });
    expect((await api.findRowsContaining(EMAIL)).length).toBeGreaterThan(4);
    await leave();
    await advanceTime();
    await eraseDue();
    // The mail about the erasure is kept for an hour after it is sent (docs/operate.md, "sent mails").
    expect(await api.findRowsContaining(EMAIL)).toEqual(['pgboss.job account-erased']);
    expect(await api.findRowsContaining('Lovelace')).toEqual(['public.users boss@example.com']);
    // The security log keeps the user's id and actions, but not the name and address.
    expect(new Set((await api.findRowsContaining(id)).map((one) => one.split(' ')[0]))).toEqual(
      new Set(['public.audit_events']),
    );
    expect(
      await api.prisma.auditEvent.count({
        where: { userId: id, NOT: { email: '', ipAddress: '', userAgent: '' } },
      }),
    ).toBe(0);
    expect(await api.prisma.auditEvent.count({ where: { action: 'account.erase', userId: id } })).toBe(1);
  });

  it('frees the address for a new sign-up', async () => {
    await leave();
    await advanceTime();
    await eraseDue();
    const again = await signUp(api, EMAIL);
    expect((await sessionOf(again)).user?.email).toBe(EMAIL);
  });

  it('erases the other accounts when one cannot be erased, and reports the failure', async () => {
    const eve = await signUp(api, 'eve@example.com');
    await leave();
    await leave(eve);
    const { id: teamId } = await api.prisma.team.findFirstOrThrow({ where: { owner: { email: EMAIL } } });
    await api.prisma.subscription.create({ data: { teamId, stripeCustomerId: 'cus_1', status: 'active' } });
    await advanceTime();
    await expect(eraseDue()).rejects.toThrow('1 of 2 accounts');
    expect((await api.prisma.user.findMany({ select: { email: true } })).map(({ email }) => email)).toEqual([
      EMAIL,
    ]);
  });
});
