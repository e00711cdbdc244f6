import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeTestIdp, registerTestIdp, type TestIdp } from '@foyer/testing/test-idp';
import { addPasskey, logInBy } from '../../test-support/passkeys/test-passkeys.ts';
import type { TestPasskey } from '../../test-support/passkeys/test-authenticator.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { signUp } from '../../test-support/test-accounts.ts';
import { GOOD_PASSWORD, passwordBody } from '../../test-support/test-bodies.ts';
import { TestFactor } from '../../test-support/test-factor.ts';
import { advanceLimits } from '../../test-support/test-limits.ts';
import { emailOf, TestCompany } from '../../test-support/saml/test-company.ts';
import { joinCompany } from '../../test-support/saml/test-member.ts';

const HOME = 'http://product.test/home';
const OWNER = 'owner@acme.test';
const JANE = 'jane@acme.test';
const OTHER_PASSWORD = 'Another-Good-One-9!';

let api: TestApi;
let company: TestCompany;
let browser: Visitor;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.empty();
  company = await TestCompany.create(api, 'acme', { seatLimit: 20 });
  browser = await api.visit();
});
// Waits for the jobs, because a running one would write into the next test.
afterEach(() => api.queuedMails());

const arrive = (email: string, nameId = `id of ${email}`, visitor = browser) =>
  company.signIn(visitor, { nameId, email });
const logIn = (visitor: Visitor, email: string, password = GOOD_PASSWORD) =>
  visitor.post('/login', { email, password });
const pendingAt = async (visitor: Visitor) =>
  ((await visitor.get('/pending-sign-in')).body as { waiting?: object }).waiting;
const linked = async () =>
  (
    await api.prisma.ssoIdentity.findMany({ include: { user: true }, orderBy: { user: { email: 'asc' } } })
  ).map(({ user }) => user.email);
const listed = async () =>
  (
    (await company.owner.get('/team/pending-identities')).body as {
      pendingIdentities: { id: string; email: string }[];
    }
  ).pendingIdentities;
const decide = async (email: string, who: 'same' | 'new') => {
  const found = (await listed()).find((one) => one.email === email);
  return company.owner.post(`/team/pending-identities/${found?.id}`, { who });
};
const mailsTo = async (to: string) =>
  (await api.queuedMails()).filter((mail) => mail.to === to).map(({ kind }) => kind);

describe('the first assertion for an account with its own protection', () => {
  type Kept = { email: string; logIn: (visitor: Visitor) => Promise<{ status: number }> };
  const kept: Record<string, () => Promise<Kept>> = {
    'the owner’s': async () => ({ email: OWNER, logIn: async (visitor) => logIn(visitor, OWNER) }),
    'one with a passkey': async () => {
      const passkey = await addPasskey(await joinCompany(api, company, JANE));
      return { email: JANE, logIn: async (visitor) => logInBy(passkey, visitor) };
    },
    'one with an authenticator app': async () => {
      await joinCompany(api, company, JANE);
      const app = await TestFactor.make(api, JANE);
      return {
        email: JANE,
        logIn: async (visitor) => {
          await logIn(visitor, JANE);
          await visitor.refreshCsrfToken();
          return visitor.post('/login/second-factor', { code: app.code(), rememberDevice: false });
        },
      };
    },
  };

  it.each(Object.keys(kept))('does not open the account until its own login links it: %s', async (what) => {
    const account = await (kept[what] as () => Promise<Kept>)();
    expect(await arrive(account.email)).toBe('/saml-pending');
    expect([await emailOf(browser), await linked()]).toEqual([undefined, []]);
    expect(await pendingAt(browser)).toMatchObject({ decidedBy: 'own-login', email: account.email });
    expect(await api.prisma.auditEvent.findFirst({ where: { action: 'sso.withheld' } })).toMatchObject({
      outcome: 'OwnLogin',
    });
    expect(await mailsTo(OWNER)).not.toContain('identities-pending');

    expect((await account.logIn(await api.visit())).status).toBe(200);
    expect(await linked()).toEqual([]);
    // Allows the authenticator app's code of the current time step again.
    await api.prisma.secondFactor.updateMany({ data: { lastStep: null } });
    expect((await account.logIn(browser)).status).toBe(200);
    expect([await linked(), await pendingAt(browser)]).toEqual([[account.email], undefined]);
    expect(await mailsTo(account.email)).toContain('new-sso-link');
    expect(await arrive(account.email, undefined, await api.visit())).toBe(HOME);
  });

  it('opens an account whose only passkey comes from a company sign-in', async () => {
    const passkey = await addPasskey(await joinCompany(api, company, JANE));
    await api.prisma.passkey.updateMany({ data: { dependsOnIdp: company.idpId } });
    expect(await arrive(JANE)).toBe(HOME);
    expect([await linked(), passkey.id.length > 0]).toEqual([[JANE], true]);
  });

  it('is not linked by a passkey that comes from a company sign-in', async () => {
    const passkey: TestPasskey = await addPasskey(await joinCompany(api, company, JANE));
    await api.prisma.passkey.updateMany({ data: { dependsOnIdp: company.idpId } });
    await TestFactor.make(api, JANE);
    expect(await arrive(JANE)).toBe('/saml-pending');
    expect((await logInBy(passkey, browser)).status).toBe(200);
    expect(await linked()).toEqual([]);
  });

  it('blocks the member’s password reset until the owner decides to link it', async () => {
    await addPasskey(await joinCompany(api, company, JANE));
    await browser.post('/forgot-password', { email: JANE });
    const link = `/reset-password?resetToken=${await api.mailedToken(JANE, 'reset-password')}`;
    await arrive(JANE);
    const reply = await browser.post(link, passwordBody(OTHER_PASSWORD));
    expect(reply.body).toMatchObject({ code: 'LinkReplaced' });
    await advanceLimits(api);
    await browser.post('/forgot-password', { email: JANE });
    expect(await mailsTo(JANE)).toContain('reset-withheld');
    expect(await listed()).toMatchObject([{ email: JANE, isYou: false, hasMoved: false }]);
    expect((await decide(JANE, 'same')).status).toBe(200);
    expect(await arrive(JANE, undefined, await api.visit())).toBe(HOME);
  });

  it('does not block the owner’s password reset, which links nothing', async () => {
    await arrive(OWNER);
    expect(await pendingAt(browser)).toMatchObject({ decidedBy: 'own-login', isOwnersAccount: true });
    await browser.post('/forgot-password', { email: OWNER });
    const link = `/reset-password?resetToken=${await api.mailedToken(OWNER, 'reset-password')}`;
    expect((await browser.post(link, passwordBody(OTHER_PASSWORD))).status).toBe(200);
    await browser.refreshCsrfToken();
    expect((await logIn(browser, OWNER, OTHER_PASSWORD)).status).toBe(200);
    expect(await linked()).toEqual([]);
  });

  it('blocks a linked owner’s password reset when the company sends their address with another NameID', async () => {
    await arrive(OWNER);
    await logIn(browser, OWNER);
    expect(await linked()).toEqual([OWNER]);
    const newUser = await api.visit();
    expect(await arrive(OWNER, 'the new person', newUser)).toBe('/saml-pending');
    await newUser.post('/forgot-password', { email: OWNER });
    expect(await mailsTo(OWNER)).toContain('reset-withheld');
  });

  it('no longer waits or blocks a reset after the user joined the team in another browser', async () => {
    const eve = 'eve@acme.test';
    const elsewhere = await signUp(api, eve);
    expect(await arrive(eve)).toBe('/saml-pending');
    expect([await pendingAt(browser), await listed()]).toMatchObject([{ decidedBy: 'login' }, []]);
    await company.owner.post('/team/invitations', { emails: [eve] });
    const code = await api.mailedCode(eve, 'team-invitation');
    expect((await elsewhere.post(`/team-switch/${code}`, {})).status).toBe(200);
    expect([await listed(), await api.prisma.pendingIdentity.count()]).toEqual([[], 0]);
    await browser.post('/forgot-password', { email: eve });
    expect(await mailsTo(eve)).toContain('reset-password');
  });
});

describe('a provider that was imported again or replaced', () => {
  const ownerIs = (data: object) => api.prisma.user.updateMany({ where: { email: OWNER }, data });
  const importAgain = async () => {
    await api.prisma.identityProvider.delete({ where: { id: company.idpId } });
    await registerTestIdp(api.prisma, company.idp, { teamId: company.teamId, domains: ['acme.test'] });
  };
  const formers = async () =>
    (await api.prisma.formerIdentity.findMany({ include: { user: true } })).map(({ user }) => user.email);

  it('does not open a linked member’s account to a new NameID with the same address', async () => {
    expect(await arrive(JANE)).toBe(HOME);
    await importAgain();
    expect(await formers()).toEqual([JANE]);
    const newUser = await api.visit();
    expect(await arrive(JANE, 'the new person', newUser)).toBe('/saml-pending');
    expect([await emailOf(newUser), await linked()]).toEqual([undefined, []]);
    expect(await pendingAt(newUser)).toMatchObject({ decidedBy: 'owner' });
    expect(await mailsTo(OWNER)).toContain('identities-pending');
    expect((await decide(JANE, 'new')).status).toBe(200);
    expect(await arrive(JANE, 'the new person', newUser)).toBe(HOME);
    expect(await api.prisma.user.count()).toBe(3);
  });

  it('opens the account to a person whom the owner confirms', async () => {
    await arrive(JANE);
    await importAgain();
    expect(await arrive(JANE)).toBe('/saml-pending');
    expect((await decide(JANE, 'same')).status).toBe(200);
    expect(await arrive(JANE)).toBe(HOME);
  });

  it.each<[string, (idp: TestIdp) => Promise<unknown>]>([
    [
      'has another issuer under the same name',
      ({ entityId }) =>
        api.prisma.identityProvider.update({ where: { id: company.idpId }, data: { entityId } }),
    ],
    [
      'is added while the old one still exists',
      async (idp) => {
        await api.prisma.idpDomain.deleteMany();
        Object.assign(idp, await makeTestIdp('acme-new'));
        await registerTestIdp(api.prisma, idp, { teamId: company.teamId, domains: ['acme.test'] });
      },
    ],
  ])('needs the owner’s decision too when the provider %s', async (_what, change) => {
    await arrive(JANE);
    Object.assign(company.idp, { entityId: 'https://new.acme.test/metadata' });
    await change(company.idp);
    for (const nameId of ['the new person', `id of ${JANE}`])
      expect(await arrive(JANE, nameId)).toBe('/saml-pending');
    expect(await pendingAt(browser)).toMatchObject({ decidedBy: 'owner' });
  });

  it('lets an owner who has only single sign-on regain access', async () => {
    await arrive(OWNER);
    await logIn(browser, OWNER);
    await ownerIs({ passwordHash: null });
    expect(await arrive(OWNER)).toBe(HOME);
    await importAgain();
    const back = await api.visit();
    expect(await arrive(OWNER, undefined, back)).toBe('/saml-pending');
    await back.post('/forgot-password', { email: OWNER });
    const link = `/reset-password?resetToken=${await api.mailedToken(OWNER, 'reset-password')}`;
    expect((await back.post(link, passwordBody(OTHER_PASSWORD))).status).toBe(200);
    await back.refreshCsrfToken();
    await logIn(back, OWNER, OTHER_PASSWORD);
    await back.refreshCsrfToken();
    const { pendingIdentities } = (await back.get('/team/pending-identities')).body as {
      pendingIdentities: { id: string }[];
    };
    const id = pendingIdentities[0]?.id;
    expect((await back.post(`/team/pending-identities/${id}`, { who: 'same' })).status).toBe(200);
    expect(await arrive(OWNER, undefined, await api.visit())).toBe(HOME);
  });

  it('does not store the former identity of a user who has left the team', async () => {
    await arrive(JANE);
    await importAgain();
    const { id } = await api.prisma.user.findUniqueOrThrow({ where: { email: JANE } });
    expect((await company.owner.delete(`/team/members/${id}`)).status).toBe(200);
    expect(await formers()).toEqual([]);
  });
});
