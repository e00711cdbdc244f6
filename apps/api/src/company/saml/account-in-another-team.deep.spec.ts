import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUp, signUpOwner } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD } from '../../test-support/test-bodies.ts';
import { emailOf, TestCompany } from '../../test-support/saml/test-company.ts';
import { joinCompany } from '../../test-support/saml/test-member.ts';

const HOME = 'http://product.test/home';
const EVE = 'eve@acme.test';
const EVES = { nameId: 'eve', email: EVE, firstName: 'Eve' };

let replicas: [TestApi, TestApi];
let api: TestApi;
let company: TestCompany;
let visitor: Visitor;
beforeAll(async () => {
  replicas = await Promise.all([TestApi.start(), TestApi.start()]);
  [api] = replicas;
});
afterAll(() => Promise.all(replicas.map((replica) => replica.stop())));
beforeEach(async () => {
  await api.empty();
  company = await TestCompany.create(api, 'acme');
  visitor = await api.visit();
});

// A running notice job would write into the next test.
afterEach(() => api.queuedMails());

const pendingAt = async (of: Visitor) =>
  ((await of.get('/pending-sign-in')).body as { waiting?: { invitationId?: string } }).waiting;
const linked = async () =>
  (await api.prisma.ssoIdentity.findMany({ orderBy: { nameId: 'asc' } })).map(({ nameId }) => nameId);
const teamOf = async (email: string) =>
  (await api.prisma.user.findUniqueOrThrow({ where: { email } })).teamId;
const requests = async () =>
  ((await company.owner.get('/team')).body as { seatRequests: object[] }).seatRequests;
const ownersMails = async (kind: string) =>
  (await api.queuedMails()).filter((mail) => mail.to === 'owner@acme.test' && mail.kind === kind);

async function logIn(of: Visitor, email = EVE): Promise<void> {
  expect((await of.post('/login', { email, password: GOOD_PASSWORD })).status).toBe(200);
  await of.refreshCsrfToken();
}
async function switchFrom(of: Visitor) {
  const { invitationId } = (await pendingAt(of)) ?? {};
  const opened = await of.post(`/invitations/${invitationId}/open`, {});
  const { path } = opened.body as { path: string };
  return of.post(`/team-switch/${path.split('/').at(-1)}`, {});
}
const invite = (email = EVE) => company.owner.post('/team/invitations', { emails: [email] });

describe('a user of the company whose account is in another team', () => {
  beforeEach(() => signUp(api, EVE));

  it('is not signed in by the company', async () => {
    expect(await company.signIn(visitor, EVES)).toBe('/saml-pending');
    expect([await emailOf(visitor), await linked()]).toEqual([undefined, []]);
    expect(await pendingAt(visitor)).toMatchObject({ decidedBy: 'login', email: EVE, hasAsked: false });
  });

  it('can request an invitation, and the owner gets one mail', async () => {
    await company.signIn(visitor, EVES);
    for (let times = 0; times < 2; times++)
      expect((await visitor.post('/pending-sign-in/invitation', {})).status).toBe(200);
    expect(await pendingAt(visitor)).toMatchObject({ hasAsked: true });
    expect(await requests()).toMatchObject([{ email: EVE, needsInvitation: true }]);
    expect(await ownersMails('seats-requested')).toHaveLength(1);
    await invite();
    expect(await requests()).toEqual([]);
    expect(await pendingAt(visitor)).toMatchObject({ invitationId: expect.any(String) });
  });

  it('can log in and switch teams, and from then on company sign-in opens the account', async () => {
    await invite();
    await company.signIn(visitor, EVES);
    await logIn(visitor);
    expect(await linked()).toEqual([]);
    const switched = await switchFrom(visitor);
    expect(switched.status).toBe(200);
    expect(String(switched.headers['set-cookie'])).toContain('pending=;');
    expect([await teamOf(EVE), await linked()]).toEqual([company.teamId, ['eve']]);
    expect([await emailOf(visitor), await pendingAt(visitor)]).toEqual([undefined, undefined]);
    expect(await company.signIn(await api.visit(), EVES)).toBe(HOME);
  });

  it.each(['revoked', 'expired', 'another person’s'])(
    'is not offered an invitation that is %s',
    async (what) => {
      await (what === 'another person’s' ? invite('milo@acme.test') : invite());
      // Waits for the job that sends the mail and sets the expiry.
      await api.queuedMails();
      const past = new Date(Date.now() - 1000);
      await api.prisma.teamInvitation.updateMany({
        data: {
          ...(what === 'revoked' && { revokedAt: past }),
          ...(what === 'expired' && { expiresAt: past }),
        },
      });
      await company.signIn(visitor, EVES);
      expect(await pendingAt(visitor)).toMatchObject({ email: EVE });
      expect(await pendingAt(visitor)).not.toHaveProperty('invitationId');
    },
  );

  it('is not linked to the pending identity of another browser', async () => {
    await invite();
    const attacker = await api.visit();
    await company.signIn(attacker, { ...EVES, nameId: 'attacker' });
    await company.signIn(visitor, EVES);
    const elsewhere = await api.visit();
    await logIn(elsewhere);
    const waiting = await elsewhere.get('/invitations/waiting');
    const [{ id } = { id: '' }] = (waiting.body as { invitations: { id: string }[] }).invitations;
    const { path } = (await elsewhere.post(`/invitations/${id}/open`, {})).body as { path: string };
    expect((await elsewhere.post(`/team-switch/${path.split('/').at(-1)}`, {})).status).toBe(200);
    expect(await linked()).toEqual([]);
    expect(await company.signIn(visitor, EVES)).toBe(HOME);
    // Eve's own NameID is linked. Another NameID with her address needs the owner's decision.
    expect(await company.signIn(attacker, { ...EVES, nameId: 'attacker' })).toBe('/saml-pending');
    expect(await linked()).toEqual(['eve']);
  });

  it('is not linked by switching to a team other than the company’s', async () => {
    const other = await signUpOwner(api, 'owner@other.test', 3);
    await company.signIn(visitor, EVES);
    await other.post('/team/invitations', { emails: [EVE] });
    await logIn(visitor);
    const code = await api.mailedCode(EVE, 'team-invitation');
    expect((await visitor.post(`/team-switch/${code}`, {})).status).toBe(200);
    expect(await linked()).toEqual([]);
  });

  it('is linked once by a concurrent switch and sign-in, over two replicas', async () => {
    await invite();
    await company.signIn(visitor, EVES);
    await logIn(visitor);
    const others = await Promise.all(
      Array.from({ length: 6 }, async (_, number) => {
        const other = await (replicas[number % 2] as TestApi).visit();
        return { other, begun: await company.begin(other) };
      }),
    );
    const [switched, ...replies] = await Promise.all([
      switchFrom(visitor),
      ...others.map(({ other, begun }, number) =>
        company.post(other, begun, number % 2 ? { ...EVES, nameId: 'attacker' } : EVES),
      ),
    ]);
    expect(switched?.status).toBe(200);
    for (const reply of replies) expect([HOME, '/saml-pending']).toContain(reply.headers['location']);
    expect(await linked()).toHaveLength(1);
  });

  it('is shown that the account is archived', async () => {
    await api.prisma.user.updateMany({ where: { email: EVE }, data: { deactivatedAt: new Date() } });
    expect(await company.signIn(visitor, EVES)).toBe('/saml-suspended');
  });
});

describe('a user who was removed from the team', () => {
  beforeEach(async () => {
    await joinCompany(api, company, EVE);
    expect(await company.signIn(visitor, EVES)).toBe(HOME);
    const { id } = await api.prisma.user.findUniqueOrThrow({ where: { email: EVE } });
    expect((await company.owner.delete(`/team/members/${id}`)).status).toBe(200);
  });

  it('cannot sign in again through the company alone', async () => {
    const again = await api.visit();
    expect(await company.signIn(again, EVES)).toBe('/saml-pending');
    expect([await emailOf(again), await linked()]).toEqual([undefined, []]);
  });

  it('can sign in again after a new invitation, a login and a team switch', async () => {
    await invite();
    const again = await api.visit();
    expect(await company.signIn(again, EVES)).toBe('/saml-pending');
    expect(await teamOf(EVE)).not.toBe(company.teamId);
    await logIn(again);
    expect((await switchFrom(again)).status).toBe(200);
    expect([await teamOf(EVE), await linked()]).toEqual([company.teamId, ['eve']]);
    expect(await company.signIn(await api.visit(), EVES)).toBe(HOME);
  });
});

describe('a company whose member switched to another team', () => {
  it('no longer signs anyone in to that account', async () => {
    const other = await signUpOwner(api, 'owner@other.test', 3);
    const member = await joinCompany(api, company, EVE);
    expect(await company.signIn(visitor, EVES)).toBe(HOME);
    expect(await company.signIn(await api.visit(), { ...EVES, nameId: 'second' })).toBe('/saml-pending');
    const { body } = await other.post('/team/invitations', { emails: [EVE] });
    const [invited] = (body as { results: { link: string }[] }).results;
    const code = invited?.link.split('/').at(-1);
    expect((await member.post(`/team-switch/${code}`, {})).status).toBe(200);
    expect([await linked(), await api.prisma.pendingIdentity.count()]).toEqual([[], 0]);
    const again = await api.visit();
    expect(await company.signIn(again, EVES)).toBe('/saml-pending');
    expect(await emailOf(again)).toBeUndefined();
  });
});
