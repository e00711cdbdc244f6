import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { PasskeyRequest } from '@foyer/contracts/identity/passkeys';
import { unlinkIdentities } from '../../company/decisions/leaving.queries.ts';
import type { TestPasskey } from '../../test-support/passkeys/test-authenticator.ts';
import { addPasskey, logInBy } from '../../test-support/passkeys/test-passkeys.ts';
import { TestCompany } from '../../test-support/saml/test-company.ts';
import { joinCompany } from '../../test-support/saml/test-member.ts';
import { signUp, signUpOwner } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD, passwordBody } from '../../test-support/test-bodies.ts';
import { TestFactor } from '../../test-support/test-factor.ts';

const ADA = 'ada@example.com';
const OWNER = 'owner@acme.test';
const NORA = 'nora@acme.test';
const PROOF = '/settings/security/proof';

type Reply = { status: number; body: unknown };
const codeOf = ({ body }: Reply) => (body as { code?: string }).code;
const proofsOf = ({ body }: Reply) => (body as { proofs?: string[] }).proofs;

/** Tests how each kind of user logs in and steps up. docs/flows/identity/login.md has the table of step-ups. */
describe('a user', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  const logIn = (visitor: Visitor, email = ADA) => visitor.post('/login', { email, password: GOOD_PASSWORD });
  /** Starts to add a passkey, which needs the step-up for changes to the account. */
  const changeAccount = (visitor: Visitor) => visitor.post('/settings/security/passkeys/options', {});
  const doDailyWork = (visitor: Visitor) => visitor.delete('/settings/security/sessions');
  const loseProof = () => api.pool.query(`UPDATE sessions SET step_up_at = now() - interval '11 minutes'`);
  async function prove(visitor: Visitor, body: object): Promise<Reply> {
    const reply = await visitor.post(PROOF, body);
    await visitor.refreshCsrfToken();
    return reply;
  }
  async function proveByPasskey(visitor: Visitor, passkey: TestPasskey): Promise<number> {
    const asked = (await visitor.get(`${PROOF}/passkey`)).body as PasskeyRequest;
    const { status } = await visitor.post(`${PROOF}/passkey`, { credential: passkey.sign(asked) });
    await visitor.refreshCsrfToken();
    return status;
  }

  async function enter(email = ADA): Promise<{ visitor: Visitor; reply: Reply }> {
    const visitor = await api.visit();
    const reply = await logIn(visitor, email);
    await visitor.refreshCsrfToken();
    return { visitor, reply };
  }

  it('with a password logs in and steps up with it', async () => {
    await signUp(api, ADA);
    const { visitor, reply } = await enter();
    expect(reply.status).toBe(200);
    expect((await changeAccount(visitor)).status).toBe(200);
    await loseProof();
    expect(proofsOf(await changeAccount(visitor))).toEqual(['password']);
    expect((await prove(visitor, { password: GOOD_PASSWORD })).status).toBe(200);
    expect((await changeAccount(visitor)).status).toBe(200);
  });

  it('with a passkey logs in with it or with the password, and steps up with either', async () => {
    const passkey = await addPasskey(await signUp(api, ADA));
    const visitor = await api.visit();
    expect((await logInBy(passkey, visitor)).status).toBe(200);
    await visitor.refreshCsrfToken();
    expect((await changeAccount(visitor)).status).toBe(200);
    await loseProof();
    expect(proofsOf(await changeAccount(visitor))).toEqual(['password', 'passkey']);
    expect(await proveByPasskey(visitor, passkey)).toBe(200);
    expect((await changeAccount(visitor)).status).toBe(200);
  });

  it('with an authenticator app logs in and steps up with the password and a code', async () => {
    const ada = await signUp(api, ADA);
    const factor = await TestFactor.make(api, ADA);
    const { visitor, reply } = await enter();
    expect(codeOf(reply)).toBe('SecondFactorRequired');
    const step = { code: await factor.freshCode(), rememberDevice: true };
    expect((await visitor.post('/login/second-factor', step)).status).toBe(200);
    await visitor.refreshCsrfToken();
    expect((await changeAccount(visitor)).status).toBe(200);
    await loseProof();
    expect(proofsOf(await changeAccount(ada))).toEqual(['password-and-code']);
    expect((await prove(ada, { password: GOOD_PASSWORD })).body).toMatchObject({
      code: 'ValidationFailed',
      fields: { code: 'Enter the 6-digit code from your app' },
    });
    const code = await factor.freshCode();
    expect((await prove(ada, { code })).body).toMatchObject({ fields: { password: 'Enter a password' } });
    expect((await prove(ada, { code, password: 'Wrong-Password-1!' })).body).toMatchObject({
      fields: { password: 'That’s not your current password' },
    });
    expect(codeOf(await prove(ada, { code: factor.wrongCode(), password: GOOD_PASSWORD }))).toBe('WrongCode');
    expect(codeOf(await changeAccount(ada))).toBe('ProofNeeded');
    expect((await prove(ada, { code, password: GOOD_PASSWORD })).status).toBe(200);
    expect((await changeAccount(ada)).status).toBe(200);
  });

  it('with an authenticator app has no step-up after a login on a trusted device', async () => {
    await signUp(api, ADA);
    const factor = await TestFactor.make(api, ADA);
    const { visitor } = await enter();
    const step = { code: await factor.freshCode(), rememberDevice: true };
    await visitor.post('/login/second-factor', step);
    await visitor.refreshCsrfToken();
    expect((await logIn(visitor)).status).toBe(200);
    await visitor.refreshCsrfToken();
    expect(proofsOf(await changeAccount(visitor))).toEqual(['password-and-code']);
    expect(proofsOf(await doDailyWork(visitor))).toEqual(['password-and-code']);
    expect(codeOf(await visitor.post('/settings/security/password', newPassword()))).toBe('ProofNeeded');
  });

  it('who has lost the passkey logs in and steps up with the password, and removes the passkey', async () => {
    await addPasskey(await signUp(api, ADA));
    const { visitor, reply } = await enter();
    expect(reply.status).toBe(200);
    await loseProof();
    expect((await prove(visitor, { password: GOOD_PASSWORD })).status).toBe(200);
    const { id } = await api.prisma.passkey.findFirstOrThrow();
    expect((await visitor.delete(`/settings/security/passkeys/${id}`)).status).toBe(200);
  });

  it('who has lost the app logs in and steps up with password and recovery code, and removes the app', async () => {
    await signUp(api, ADA);
    const factor = await TestFactor.makeWithCodes(api, ADA);
    const [first, second] = factor.recoveryCodes;
    const { visitor } = await enter();
    const step = { recoveryCode: first, rememberDevice: false };
    expect((await visitor.post('/login/second-factor', step)).status).toBe(200);
    await visitor.refreshCsrfToken();
    await loseProof();
    const removal = '/settings/security/second-factor/removal';
    expect(codeOf(await visitor.post(removal, {}))).toBe('ProofNeeded');
    expect((await prove(visitor, { password: GOOD_PASSWORD, recoveryCode: second })).status).toBe(200);
    expect((await visitor.post(removal, {})).status).toBe(200);
  });

  it('who has lost the mailbox logs in as before, and changes the address after a step-up', async () => {
    await signUp(api, ADA);
    const { visitor, reply } = await enter();
    expect(reply.status).toBe(200);
    await loseProof();
    const ask = () => visitor.post('/settings/profile/address', { email: 'ada@elsewhere.test' });
    expect(proofsOf(await ask())).toEqual(['password']);
    await prove(visitor, { password: GOOD_PASSWORD });
    expect((await ask()).status).toBe(200);
  });

  describe('of a company', () => {
    let company: TestCompany;
    beforeEach(async () => {
      company = await TestCompany.create(api, 'acme');
    });

    async function signIn(email: string): Promise<Visitor> {
      const visitor = await api.visit();
      await company.signIn(visitor, { email, nameId: email });
      await visitor.refreshCsrfToken();
      return visitor;
    }
    async function waysToLeave(email: string): Promise<string[]> {
      const other = await signUpOwner(api, 'olive@example.com', 3);
      await other.post('/team/invitations', { emails: [email] });
      return ['/team/leave', `/team-switch/${await api.mailedCode(email, 'team-invitation')}`];
    }
    const proveAtCompany = (visitor: Visitor, email: string) =>
      company.stepUp(visitor, { email, nameId: email });
    async function linkOwner(): Promise<void> {
      const { id } = await api.prisma.user.findUniqueOrThrow({ where: { email: OWNER } });
      await api.prisma.ssoIdentity.create({
        data: { identityProviderId: company.idpId, nameId: OWNER, userId: id },
      });
    }

    it('without their own login logs in and steps up at the company; an ordinary sign-in is no step-up', async () => {
      const nora = await signIn(NORA);
      expect(proofsOf(await changeAccount(nora))).toEqual(['company']);
      expect(proofsOf(await doDailyWork(nora))).toEqual(['company']);
      expect(codeOf(await nora.post('/settings/data/deletion', {}))).toBe('ProofNeeded');
      expect(await proveAtCompany(nora, NORA)).toBe('/saml-proof/ok');
      expect((await changeAccount(nora)).status).toBe(200);
    });

    it('who owns the team and has no login of their own also logs in and steps up at the company', async () => {
      await linkOwner();
      await api.pool.query('UPDATE users SET password_hash = NULL WHERE email = $1', [OWNER]);
      const owner = await signIn(OWNER);
      expect((await owner.get('/session')).body).toMatchObject({ isOwner: true });
      expect(proofsOf(await doDailyWork(owner))).toEqual(['company']);
      expect(await proveAtCompany(owner, OWNER)).toBe('/saml-proof/ok');
      expect((await doDailyWork(owner)).status).toBe(200);
      expect((await changeAccount(owner)).status).toBe(200);
    });

    it('with their own app needs its code, besides the company’s proof, to change login methods', async () => {
      await linkOwner();
      const factor = await TestFactor.make(api, OWNER);
      const owner = await signIn(OWNER);
      expect(await proveAtCompany(owner, OWNER)).toBe('/saml-proof/ok');
      expect((await doDailyWork(owner)).status).toBe(200);
      const refused = await changeAccount(owner);
      expect(proofsOf(refused)).toEqual(['code', 'password-and-code', 'company-and-code']);
      expect(codeOf(await owner.post('/settings/data/deletion', {}))).toBe('ProofNeeded');
      expect(codeOf(await prove(owner, { code: factor.wrongCode() }))).toBe('WrongCode');
      expect((await prove(owner, { code: await factor.freshCode() })).status).toBe(200);
      await addPasskey(owner);
      // The passkey depends on no company, because it was added after the user's own step-up.
      expect(await api.prisma.passkey.findMany({ select: { dependsOnIdp: true } })).toEqual([
        { dependsOnIdp: null },
      ]);
    });

    it('with an app that was added in a company session needs no code after a step-up at the company', async () => {
      const nora = await signIn(NORA);
      await TestFactor.make(api, NORA);
      await api.prisma.secondFactor.updateMany({ data: { dependsOnIdp: company.idpId } });
      await proveAtCompany(nora, NORA);
      expect((await changeAccount(nora)).status).toBe(200);
    });

    it('with their own passkey needs it or the password to change login methods', async () => {
      await linkOwner();
      const passkey = await addPasskey(company.owner);
      const owner = await signIn(OWNER);
      expect(await proveAtCompany(owner, OWNER)).toBe('/saml-proof/ok');
      const { id } = await api.prisma.passkey.findFirstOrThrow();
      const factor = '/settings/security/second-factor';
      const calls = {
        'removing the passkey': () => owner.delete(`/settings/security/passkeys/${id}`),
        'adding one': () => changeAccount(owner),
        'setting up an app': () => owner.post(`${factor}/set-up`, {}),
        'adding it': () => owner.post(factor, { code: '000000' }),
        'removing it': () => owner.post(`${factor}/removal`, {}),
        'making recovery codes': () => owner.post(`${factor}/recovery-codes`, {}),
        'changing the address': () =>
          owner.post('/settings/profile/address', { email: 'owner@elsewhere.test' }),
        'deleting the account': () => owner.post('/settings/data/deletion', {}),
        'saying what the company asks for': () =>
          owner.patch('/settings/sso/acme', { asksForSecondFactor: true }),
        'offering the team': () => owner.post('/team/owner-offer', { member: randomUUID() }),
      };
      for (const [what, call] of Object.entries(calls)) {
        const refused = await call();
        expect([what, codeOf(refused), proofsOf(refused)]).toEqual([
          what,
          'ProofNeeded',
          ['password', 'passkey'],
        ]);
      }
      expect(await proveByPasskey(owner, passkey)).toBe(200);
      expect((await owner.delete(`/settings/security/passkeys/${id}`)).status).toBe(200);
    });

    it('who owns the team needs their own step-up to link an identity to a member with a passkey', async () => {
      await linkOwner();
      await addPasskey(company.owner);
      await addPasskey(await joinCompany(api, company, NORA));
      await company.signIn(await api.visit(), { email: NORA, nameId: 'whoever' });
      const owner = await signIn(OWNER);
      await proveAtCompany(owner, OWNER);
      expect((await doDailyWork(owner)).status).toBe(200);
      const { id } = await api.prisma.pendingIdentity.findFirstOrThrow();
      const decided = await owner.post(`/team/pending-identities/${id}`, { who: 'same' });
      expect([codeOf(decided), proofsOf(decided)]).toEqual(['ProofNeeded', ['password', 'passkey']]);
      await prove(owner, { password: GOOD_PASSWORD });
      expect((await owner.post(`/team/pending-identities/${id}`, { who: 'same' })).status).toBe(200);
    });

    it('can set a password by a mailed link and log in after company sign-in was switched off', async () => {
      await signIn(NORA);
      await api.prisma.identityProvider.update({ where: { id: company.idpId }, data: { isEnabled: false } });
      const visitor = await setPassword(NORA, 'reset-password');
      expect((await logIn(visitor, NORA)).status).toBe(200);
      await visitor.refreshCsrfToken();
      await loseProof();
      expect(proofsOf(await changeAccount(visitor))).toEqual(['password']);
    });

    it('must set a password and step up with it before leaving, and then stays signed in by it', async () => {
      const first = await signIn(NORA);
      const leave = await waysToLeave(NORA);
      await proveAtCompany(first, NORA);
      for (const path of leave) expect(codeOf(await first.post(path, {}))).toBe('OwnLoginMissing');
      // A passkey that was added in a company session is no login of the user's own, because it ends with the company.
      await addPasskey(first);
      for (const path of leave) expect(codeOf(await first.post(path, {}))).toBe('OwnLoginMissing');
      await setPassword(NORA);
      const nora = await signIn(NORA);
      await proveAtCompany(nora, NORA);
      for (const path of leave) expect(proofsOf(await nora.post(path, {}))).toEqual(['password']);
      await prove(nora, { password: GOOD_PASSWORD });
      expect((await nora.post('/team/leave', {})).status).toBe(200);
      expect(await api.prisma.session.findMany({ where: { user: { email: NORA } } })).toMatchObject([
        { beganBy: null, dependsOnIdp: null, stepUpDependsOnIdp: null, hasSecondFactor: false },
      ]);
      const mail = (await api.queuedMails()).findLast(({ to }) => to === NORA);
      expect(mail).toMatchObject({ kind: 'left-team', content: { hadCompany: true } });
    });

    it('cannot change the address for seven days after leaving', async () => {
      await signIn(NORA);
      await setPassword(NORA);
      const { visitor: nora } = await enter(NORA);
      expect((await nora.post('/team/leave', {})).status).toBe(200);
      await nora.refreshCsrfToken();
      const ask = () => nora.post('/settings/profile/address', { email: 'nora@elsewhere.test' });
      expect(codeOf(await ask())).toBe('AddressHeld');
      await api.pool.query(`UPDATE users SET address_held_until = now() - interval '1 second'`);
      expect((await ask()).status).toBe(200);
    });

    it('can change the address only if their own login predates the identity or the domain is not the company’s', async () => {
      const { teamId, idpId } = company;
      await api.prisma.team.update({ where: { id: teamId }, data: { seatLimit: 10 } });
      const [before, linkedAt, after] = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 0, day)));
      const hash = await api.prisma.user.findUniqueOrThrow({
        where: { email: OWNER },
        select: { passwordHash: true },
      });
      const people = {
        'had-password@acme.test': { ...hash, createdAt: before },
        'later-password@acme.test': { ...hash, createdAt: before, passwordSetAt: after },
        'had-passkey@acme.test': { passkeys: { create: passkeyMade(before, null) } },
        'later-passkey@acme.test': { passkeys: { create: passkeyMade(after, null) } },
        'noted-passkey@acme.test': { passkeys: { create: passkeyMade(before, idpId) } },
        'no-login@acme.test': {},
        'no-login@elsewhere.test': {},
      };
      for (const [email, login] of Object.entries(people)) {
        const link = { identityProviderId: idpId, nameId: email, createdAt: linkedAt };
        const { id } = await api.prisma.user.create({
          data: { email, teamId, ...NAMED, ...login, ssoIdentities: { create: link } },
        });
        await api.prisma.$transaction((transaction) => unlinkIdentities(transaction, id, teamId));
      }
      const held = await api.prisma.user.findMany({ where: { addressHeldUntil: { not: null } } });
      expect(held.map(({ email }) => email).sort()).toEqual([
        'later-passkey@acme.test',
        'later-password@acme.test',
        'no-login@acme.test',
        'noted-passkey@acme.test',
      ]);
      for (const { addressHeldUntil } of held) {
        const days = (Number(addressHeldUntil) - Date.now()) / 86_400_000;
        expect(days).toBeCloseTo(7, 1);
      }
    });

    it('cannot change the address with a password set by mail before the company changed vendors', async () => {
      await signIn(NORA);
      await setPassword(NORA);
      const entityId = 'https://new-vendor.test/metadata';
      const relink = { relinkFrom: new Date(), relinkUntil: new Date(Date.now() + 86_400_000) };
      await api.prisma.identityProvider.updateMany({ data: { entityId, ...relink } });
      Object.assign(company.idp, { entityId });
      await signIn(NORA);
      const { visitor: nora } = await enter(NORA);
      expect((await nora.post('/team/leave', {})).status).toBe(200);
      await nora.refreshCsrfToken();
      const asked = await nora.post('/settings/profile/address', { email: 'nora@elsewhere.test' });
      expect(codeOf(asked)).toBe('AddressHeld');
    });
  });

  async function setPassword(
    email: string,
    kind: 'sign-in-with-sso' | 'reset-password' = 'sign-in-with-sso',
  ): Promise<Visitor> {
    const visitor = await api.visit();
    await visitor.post('/forgot-password', { email });
    const token = await api.mailedToken(email, kind);
    expect(
      (await visitor.post(`/reset-password?resetToken=${token}`, passwordBody(GOOD_PASSWORD))).status,
    ).toBe(200);
    await visitor.refreshCsrfToken();
    return visitor;
  }
});

const NAMED = { firstName: 'Nora', lastName: 'Newcomer' };
const passkeyMade = (createdAt: Date | undefined, dependsOnIdp: string | null) => ({
  credentialId: randomUUID(),
  publicKey: new Uint8Array(),
  counter: 0,
  name: 'Phone',
  createdAt,
  dependsOnIdp,
});

const newPassword = () => ({ current_password: GOOD_PASSWORD, ...passwordBody('Another-Seating-7!') });
