import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountMails } from '../../identity/account-mails.service.ts';
import { addPasskey, logInBy } from '../../test-support/passkeys/test-passkeys.ts';
import { emailOf, TestCompany } from '../../test-support/saml/test-company.ts';
import { joinCompany } from '../../test-support/saml/test-member.ts';
import { registerApp, tokensFor, userinfo } from '../../test-support/oauth/test-app.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD } from '../../test-support/test-bodies.ts';
import { TestFactor } from '../../test-support/test-factor.ts';

const NORA = 'nora@acme.test';
const MILO = 'milo@acme.test';

let api: TestApi;
let company: TestCompany;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.empty();
  company = await TestCompany.create(api, 'acme');
});

async function signInAtCompany(email: string): Promise<Visitor> {
  const visitor = await api.visit();
  await company.signIn(visitor, { email, nameId: email });
  await visitor.refreshCsrfToken();
  return visitor;
}

async function proveAtCompany(email: string): Promise<Visitor> {
  const visitor = await signInAtCompany(email);
  await company.stepUp(visitor, { email, nameId: email });
  return visitor;
}

async function proveMember(): Promise<Visitor> {
  await joinCompany(api, company, MILO);
  return proveAtCompany(MILO);
}

const switchOff = () =>
  api.prisma.identityProvider.update({ where: { id: company.idpId }, data: { isEnabled: false } });

async function mailsAboutTheEnd() {
  await api.service(AccountMails).mailEndedAccess();
  return (await api.queuedMails()).filter(({ kind }) => kind === 'access-ended');
}

const logIn = async (visitor: Visitor) => visitor.post('/login', { email: MILO, password: GOOD_PASSWORD });
const statusOf = async (passkey: Awaited<ReturnType<typeof addPasskey>>) =>
  (await logInBy(passkey, await api.visit())).status;

async function enterBy(passkey: Awaited<ReturnType<typeof addPasskey>>): Promise<Visitor> {
  const visitor = await api.visit();
  expect((await logInBy(passkey, visitor)).status).toBe(200);
  await visitor.refreshCsrfToken();
  return visitor;
}

describe('access that depends on an identity provider alone', () => {
  it('ends when the provider is switched off: a passkey, its session, and a passkey added in it', async () => {
    const first = await addPasskey(await proveAtCompany(NORA));
    const visitor = await enterBy(first);
    const second = await addPasskey(visitor);
    await switchOff();
    expect(await emailOf(visitor)).toBeUndefined();
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401]);
  });

  it('ends when the provider is switched off: a passkey added after a step-up with such a passkey', async () => {
    const first = await addPasskey(await proveMember());
    const visitor = await api.visit();
    await logIn(visitor);
    await visitor.refreshCsrfToken();
    const { challenge } = (await visitor.get('/settings/security/proof/passkey')).body as {
      challenge: string;
    };
    const proved = await visitor.post('/settings/security/proof/passkey', {
      credential: first.sign({ challenge }),
    });
    expect(proved.status).toBe(200);
    await visitor.refreshCsrfToken();
    const second = await addPasskey(visitor);
    await switchOff();
    expect(await emailOf(visitor)).toBeUndefined();
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401]);
  });

  it('ends when the provider is switched off: an authenticator app, so that the password is enough again', async () => {
    const factor = await TestFactor.setUp(api, await proveMember(), MILO);
    const waiting = await api.visit();
    expect((await logIn(waiting)).body).toMatchObject({ code: 'SecondFactorRequired' });
    const code = { code: await factor.freshCode(), rememberDevice: true };
    expect((await waiting.post('/login/second-factor', code)).status).toBe(200);
    await switchOff();
    expect(await emailOf(waiting)).toBeUndefined();
    expect((await logIn(await api.visit())).status).toBe(200);
    expect(await api.prisma.recoveryCode.count()).toBe(0);
    expect(await api.prisma.user.findUniqueOrThrow({ where: { email: MILO } })).toMatchObject({
      secondFactorAt: null,
    });
  });

  it('ends for one user when the owner decides that the new NameID is another person', async () => {
    const passkey = await addPasskey(await proveAtCompany(NORA));
    await company.signIn(await api.visit(), { email: NORA, nameId: 'another' });
    const { body } = await company.owner.get('/team/pending-identities');
    const [claim] = (body as { pendingIdentities: { id: string }[] }).pendingIdentities;
    const decided = await company.owner.post(`/team/pending-identities/${claim?.id}`, { who: 'new' });
    expect([decided.status, await api.prisma.passkey.count()]).toEqual([200, 0]);
    expect(await statusOf(passkey)).toBe(401);
    expect(await mailsAboutTheEnd()).toEqual([]);
  });

  it('ends with one mail to the user that lists what ended', async () => {
    const visitor = await proveMember();
    await addPasskey(visitor);
    await TestFactor.makeWithCodes(api, MILO);
    for (const table of ['second_factors', 'recovery_codes'])
      await api.pool.query(`UPDATE ${table} SET on_word_of = $1`, [company.idpId]);
    await tokensFor(api, visitor, await registerApp(api, 'planner'));
    await switchOff();
    expect(await mailsAboutTheEnd()).toMatchObject([
      {
        to: MILO,
        content: {
          ...{ identityProvider: 'acme', passkeys: ['Unknown device'], hasApp: true, recoveryCodes: 10 },
          connectedApps: ['App planner'],
        },
      },
    ]);
    expect(await mailsAboutTheEnd()).toHaveLength(1);
  });

  it('ends when the provider is switched off: an app’s grant', async () => {
    const app = await registerApp(api, 'planner');
    const { access_token: token } = await tokensFor(api, await signInAtCompany(NORA), app);
    expect((await userinfo(api, token)).status).toBe(200);
    await switchOff();
    expect((await userinfo(api, token)).status).toBe(401);
  });
});

describe('access that a user adds after their own login', () => {
  it('stays when the provider is switched off: a passkey added in a session of company sign-in', async () => {
    const visitor = await proveMember();
    await visitor.post('/settings/security/proof', { password: GOOD_PASSWORD });
    await visitor.refreshCsrfToken();
    const own = await addPasskey(visitor);
    await switchOff();
    // The session ended, because it began with company sign-in. The passkey stays, because it was added after a step-up
    // with the password.
    expect(await emailOf(visitor)).toBeUndefined();
    expect(await statusOf(own)).toBe(200);
  });

  it('stays when the provider is switched off: an authenticator app and grants added in a password session', async () => {
    await proveMember();
    const visitor = await api.visit();
    await logIn(visitor);
    await visitor.refreshCsrfToken();
    const { access_token: token } = await tokensFor(api, visitor, await registerApp(api, 'planner'));
    await TestFactor.setUp(api, visitor, MILO);
    await switchOff();
    expect([await emailOf(visitor), (await userinfo(api, token)).status]).toEqual([MILO, 200]);
    expect((await logIn(await api.visit())).body).toMatchObject({ code: 'SecondFactorRequired' });
  });
});
