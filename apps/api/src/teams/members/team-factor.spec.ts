import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PasskeyCreation, PasskeyRequest } from '@foyer/contracts/identity/passkeys';
import type { SessionReply } from '@foyer/contracts/identity/session';
import type { TeamReply } from '@foyer/contracts/teams/team';
import { signUp, signUpOwner } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD, passwordBody } from '../../test-support/test-bodies.ts';
import { TestFactor } from '../../test-support/test-factor.ts';
import { refresh, registerApp, tokensFor, userinfo, type Tokens } from '../../test-support/oauth/test-app.ts';
import { TestPasskey } from '../../test-support/passkeys/test-authenticator.ts';
import { addPasskey, logInBy } from '../../test-support/passkeys/test-passkeys.ts';
import { TestCompany } from '../../test-support/saml/test-company.ts';
import type { ResponseOptions } from '@foyer/testing/test-idp';

const OWNER = 'olive@example.com';
const MEMBER = 'mia@example.com';
const RULE = '/team/second-factor';
const FACTOR = '/settings/security/second-factor';
const PASSKEYS = '/settings/security/passkeys';

type Reply = { status: number; body: unknown };
const codeOf = ({ body }: Reply) => (body as { code?: string }).code;
const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

let api: TestApi;
let strict: TestApi;
let olive: Visitor;
let mia: Visitor;
beforeAll(async () => {
  [api, strict] = await Promise.all([
    TestApi.start(),
    TestApi.start({ SECOND_FACTOR_REQUIRED_BY: '2026-01-31' }),
  ]);
});
afterAll(() => Promise.all([api.stop(), strict.stop()]));

const sessionOf = async (visitor: Visitor) => (await visitor.get('/session')).body as SessionReply;
const restrictionOf = async (visitor: Visitor) => (await sessionOf(visitor)).restrictedTo;
const login = async (email: string, at = api): Promise<[Visitor, Reply]> => {
  const visitor = await at.visit();
  const reply = await visitor.post('/login', { email, password: GOOD_PASSWORD });
  await visitor.refreshCsrfToken();
  return [visitor, reply];
};
/** Returns mails sorted by recipient, because the mails of one change are created at the same time. */
const mails = async (kind: string) =>
  (await api.queuedMails())
    .filter((mail) => mail.kind === kind)
    .toSorted((one, other) => (one.to < other.to ? -1 : 1));
const audit = async (action: string) =>
  api.prisma.auditEvent.findMany({
    where: { action },
    select: { outcome: true, email: true, details: true },
  });
const setUp = (visitor: Visitor) => visitor.post(`${FACTOR}/set-up`, {});
/** Moves the user as if long ago, so that no grace period is running. */
async function moveTo(team: string, email: string): Promise<void> {
  await api.pool.query(
    'UPDATE teams SET owner_id = NULL WHERE owner_id = (SELECT id FROM users WHERE email = $1)',
    [email],
  );
  await api.pool.query(
    'UPDATE users SET team_id = (SELECT team_id FROM users WHERE email = $2) WHERE email = $1',
    [email, team],
  );
  await letTeamAge();
}
const letTeamAge = () =>
  api.pool.query("UPDATE users SET team_since = '2026-01-01', created_at = '2026-01-01'");
async function givePasskey(email: string): Promise<void> {
  const credentialId = email.replace(/\W/g, '_');
  await api.prisma.passkey.create({
    data: {
      user: { connect: { email } },
      credentialId,
      publicKey: new Uint8Array([1]),
      counter: 0,
      name: 'Phone',
    },
  });
  await api.prisma.session.updateMany({ where: { user: { email } }, data: { hasSecondFactor: true } });
}
const passDay = () => api.pool.query("UPDATE teams SET second_factor_due_at = now() - interval '1 minute'");

async function startTeam(): Promise<void> {
  await api.empty();
  [olive, mia] = [await signUpOwner(api, OWNER, 5), await signUp(api, MEMBER)];
  await moveTo(OWNER, MEMBER);
}

describe('requiring a second factor in a team', () => {
  beforeEach(startTeam);

  it('is possible for an owner with a factor, and is mailed to every member and audited', async () => {
    await givePasskey(OWNER);
    expect((await olive.post(RULE, { by: dayAhead(14) })).status).toBe(200);
    expect((await mails('factor-required')).map(({ to, content }) => [to, content])).toEqual([
      [MEMBER, { firstName: 'Ada', teamName: 'Analytical Events', by: dayAhead(14), hasOne: false }],
      [OWNER, { firstName: 'Ada', teamName: 'Analytical Events', by: dayAhead(14), hasOne: true }],
    ]);
    expect(await audit('team.require-second-factor')).toMatchObject([
      { outcome: 'ok', email: OWNER, details: { by: dayAhead(14) } },
    ]);
    const team = (await olive.get('/team')).body as TeamReply;
    expect(team.secondFactor).toEqual({ by: dayAhead(14), isOwn: true });
    expect(await sessionOf(mia)).toMatchObject({ factorNeeded: { by: dayAhead(14), of: 'team' } });
    expect(await sessionOf(olive)).not.toHaveProperty('factorNeeded');
  });

  it('is rejected for members, for an owner without a factor, and without a step-up', async () => {
    expect(codeOf(await mia.post(RULE, { by: dayAhead(14) }))).toBe('NotOwner');
    expect(codeOf(await mia.delete(RULE))).toBe('NotOwner');
    expect(codeOf(await olive.post(RULE, { by: dayAhead(14) }))).toBe('OwnFactorMissing');
    await givePasskey(OWNER);
    await api.pool.query("UPDATE sessions SET step_up_at = step_up_at - interval '11 minutes'");
    expect(codeOf(await olive.post(RULE, { by: dayAhead(14) }))).toBe('ProofNeeded');
    expect(codeOf(await olive.delete(RULE))).toBe('ProofNeeded');
    expect(await mails('factor-required')).toEqual([]);
  });

  it('accepts a deadline from today to 60 days ahead', async () => {
    await givePasskey(OWNER);
    for (const by of [dayAhead(-1), dayAhead(61), '2026-02-31', 'soon', ''])
      expect([by, codeOf(await olive.post(RULE, { by }))]).toEqual([by, 'ValidationFailed']);
    for (const by of [dayAhead(0), dayAhead(60)])
      expect([by, (await olive.post(RULE, { by })).status]).toEqual([by, 200]);
  });

  it('can be ended by the owner, which mails every member and ends the restriction of sessions', async () => {
    await givePasskey(OWNER);
    await olive.post(RULE, { by: dayAhead(1) });
    await passDay();
    expect(await restrictionOf(mia)).toBe('second-factor');
    expect((await olive.delete(RULE)).status).toBe(200);
    expect(await restrictionOf(mia)).toBeUndefined();
    expect((await mails('factor-waived')).map(({ to }) => to)).toEqual([MEMBER, OWNER]);
    expect(await audit('team.waive-second-factor')).toHaveLength(1);
    expect((await olive.delete(RULE)).status).toBe(200);
    expect(await audit('team.waive-second-factor')).toHaveLength(1);
  });

  it('shows only the owner which members have a factor', async () => {
    await givePasskey(OWNER);
    const listFor = async (visitor: Visitor) =>
      ((await visitor.get('/team')).body as TeamReply).members.map(({ email, hasSecondFactor }) => [
        email,
        hasSecondFactor,
      ]);
    expect(await listFor(olive)).toEqual([
      [OWNER, true],
      [MEMBER, false],
    ]);
    expect(await listFor(mia)).toEqual([
      [OWNER, undefined],
      [MEMBER, undefined],
    ]);
    expect((await mia.get('/team')).body).not.toHaveProperty('secondFactor');
  });
});

describe('the deadline for a second factor', () => {
  beforeEach(async () => {
    await startTeam();
    await givePasskey(OWNER);
    await api.pool.query("UPDATE teams SET second_factor_due_at = now() + interval '1 day'");
  });

  it('restricts open sessions to setting up a factor', async () => {
    expect((await mia.get('/team')).status).toBe(200);
    await passDay();
    expect(await sessionOf(mia)).toMatchObject({
      restrictedTo: 'second-factor',
      factorNeeded: { of: 'team' },
    });
    const refused = [
      mia.get('/team'),
      mia.get('/settings/profile/details'),
      mia.get('/settings/security/sessions'),
      mia.post('/settings/security/password', {
        current_password: GOOD_PASSWORD,
        ...passwordBody('Other-Seats-7!'),
      }),
      mia.post('/settings/profile/address', { email: 'other@example.com' }),
      mia.post('/team/leave', {}),
      mia.post(`${FACTOR}/recovery-codes`, { code: '000000' }),
      mia.post(`${FACTOR}/removal`, { code: '000000' }),
      mia.delete(`${PASSKEYS}/01938c5e-0000-7000-8000-000000000000`),
      mia.post('/team-switch/unknown', {}),
    ];
    for (const reply of await Promise.all(refused))
      expect([reply.status, codeOf(reply)]).toEqual([403, 'SecondFactorMissing']);
    expect((await mia.get(FACTOR)).status).toBe(200);
    await TestFactor.setUp(api, mia, MEMBER);
    expect(await restrictionOf(mia)).toBeUndefined();
    expect((await mia.get('/team')).status).toBe(200);
  });

  it('lets users without a factor download their data and delete their account', async () => {
    await passDay();
    const [visitor] = await login(MEMBER);
    const page = await visitor.get('/settings/data').set('accept', 'text/html').redirects(0);
    expect(page.status).toBe(200);
    expect((await visitor.post('/settings/data/export', {})).status).toBe(200);
    await api.queuedMails();
    expect((await visitor.get('/settings/data/export')).body).toMatchObject({ state: 'ready' });
    expect((await visitor.get('/settings/data/export/file')).text).toContain(MEMBER);
    expect((await visitor.post('/settings/data/deletion', {})).status).toBe(200);
    expect(
      await api.prisma.user.count({ where: { email: MEMBER, deletionRequestedAt: { not: null } } }),
    ).toBe(1);
  });

  it('denies data export and deletion to an attacker with only the password of a user with a factor', async () => {
    await givePasskey(MEMBER);
    await passDay();
    const [thief] = await login(MEMBER);
    const refused = await Promise.all([
      thief.get('/settings/data/export'),
      thief.post('/settings/data/export', {}),
      thief.get('/settings/data/export/file'),
      thief.post('/settings/data/deletion', {}),
    ]);
    expect(refused.map((reply) => [reply.status, codeOf(reply)])).toEqual(
      refused.map(() => [403, 'SecondFactorMissing']),
    );
    expect(await api.prisma.user.count({ where: { deletionRequestedAt: { not: null } } })).toBe(0);
  });

  it('redirects a login without a factor from every page to the set-up, which keeps the target', async () => {
    await passDay();
    const [visitor, reply] = await login(MEMBER);
    expect([reply.status, codeOf(reply)]).toEqual([403, 'SecondFactorMissing']);
    expect((await audit('login')).map(({ outcome }) => outcome)).toEqual(['SecondFactorMissing']);
    const pageAt = async (path: string) => {
      const page = await visitor.get(path).set('accept', 'text/html').redirects(0);
      return [page.status, page.headers['location']];
    };
    expect(await pageAt('/settings/team')).toEqual([
      303,
      '/set-up-second-factor?redirect=%2Fsettings%2Fteam',
    ]);
    expect(await pageAt('/login?redirect=/settings/apps')).toEqual([
      303,
      '/set-up-second-factor?redirect=%2Fsettings%2Fapps',
    ]);
    expect(await pageAt('/')).toEqual([303, '/set-up-second-factor']);
    expect((await pageAt('/set-up-second-factor'))[0]).toBe(200);
    await addPasskey(visitor);
    expect(await restrictionOf(visitor)).toBeUndefined();
    expect((await pageAt('/'))[0]).toBe(200);
  });

  it('does not restrict a login by passkey, or by password and code', async () => {
    const passkey = await addPasskey(mia);
    await passDay();
    const byPasskey = await api.visit();
    expect((await logInBy(passkey, byPasskey)).status).toBe(200);
    expect(await restrictionOf(byPasskey)).toBeUndefined();
    const factor = await TestFactor.make(api, MEMBER);
    const [visitor] = await login(MEMBER);
    const code = await factor.freshCode();
    expect((await visitor.post('/login/second-factor', { code, rememberDevice: true })).status).toBe(200);
    await visitor.get('/logout');
    await visitor.refreshCsrfToken();
    const again = await visitor.post('/login', { email: MEMBER, password: GOOD_PASSWORD });
    expect([again.status, await restrictionOf(visitor)]).toEqual([200, undefined]);
  });

  it('lets a password login of a user with a passkey use the passkey, but add no factor', async () => {
    const passkey = await addPasskey(mia);
    await passDay();
    const [thief, reply] = await login(MEMBER);
    expect(codeOf(reply)).toBe('SecondFactorMissing');
    expect(codeOf(await setUp(thief))).toBe('SecondFactorMissing');
    expect(codeOf(await thief.post(`${PASSKEYS}/options`, {}))).toBe('SecondFactorMissing');
    expect((await thief.post('/settings/security/proof', { password: GOOD_PASSWORD })).status).toBe(200);
    await thief.refreshCsrfToken();
    expect(await restrictionOf(thief)).toBe('second-factor');
    const request = (await thief.get('/settings/security/proof/passkey')).body as PasskeyRequest;
    const proof = await thief.post('/settings/security/proof/passkey', { credential: passkey.sign(request) });
    expect([proof.status, await restrictionOf(thief)]).toEqual([200, undefined]);
  });

  it('keeps a session restricted when another session sets up a factor', async () => {
    await passDay();
    const [thief] = await login(MEMBER);
    const begun = (await thief.post(`${PASSKEYS}/options`, {})).body as PasskeyCreation;
    await setUp(thief);
    await addPasskey(mia);
    expect([await restrictionOf(mia), await restrictionOf(thief)]).toEqual([undefined, 'second-factor']);
    const late = await thief.post(PASSKEYS, { credential: new TestPasskey().make(begun) });
    expect(codeOf(late)).toBe('SecondFactorMissing');
    expect(codeOf(await thief.post(FACTOR, { code: '000000' }))).toBe('SecondFactorMissing');
  });

  it('lets one of two concurrent sessions set up a factor', async () => {
    await passDay();
    const visitors = [(await login(MEMBER))[0], (await login(MEMBER))[0]];
    const made = await Promise.all(
      visitors.map(async (visitor) => {
        const options = (await visitor.post(`${PASSKEYS}/options`, {})).body as PasskeyCreation;
        return new TestPasskey().make(options);
      }),
    );
    const replies = await Promise.all(
      visitors.map(async (visitor, index) => visitor.post(PASSKEYS, { credential: made[index] })),
    );
    expect(replies.map((reply) => codeOf(reply) ?? reply.status).toSorted()).toEqual([
      201,
      'SecondFactorMissing',
    ]);
    expect(await api.prisma.passkey.count({ where: { user: { email: MEMBER } } })).toBe(1);
  });

  it('blocks the connected apps of a member until the member has a factor', async () => {
    const app = await registerApp(api, 'planner');
    const tokens = await tokensFor(api, mia, app);
    await passDay();
    expect((await userinfo(api, tokens.access_token)).status).toBe(401);
    expect((await refresh(api, app, tokens.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
    const asked = await mia.get('/oauth/authorize').set('accept', 'text/html').redirects(0);
    expect(asked.status).not.toBe(200);
    await addPasskey(mia);
    expect((await userinfo(api, tokens.access_token)).status).toBe(200);
    const again = (await refresh(api, app, tokens.refresh_token)).body as Tokens;
    expect((await userinfo(api, again.access_token)).status).toBe(200);
  });

  it('gives new members seven days, or the team’s deadline if that is later', async () => {
    const grace = await signUp(api, 'grace@example.com');
    await moveTo(OWNER, 'grace@example.com');
    await passDay();
    await api.pool.query("UPDATE users SET team_since = now() WHERE email = 'grace@example.com'");
    expect(await sessionOf(grace)).toMatchObject({ factorNeeded: { by: dayAhead(7), of: 'team' } });
    expect(await restrictionOf(grace)).toBeUndefined();
    await olive.post(RULE, { by: dayAhead(30) });
    expect(await sessionOf(grace)).toMatchObject({ factorNeeded: { by: dayAhead(30), of: 'team' } });
    await letTeamAge();
    await passDay();
    expect(await restrictionOf(grace)).toBe('second-factor');
  });

  it('counts a member’s days from the time of joining that the database records', async () => {
    await signUp(api, 'grace@example.com');
    await moveTo(OWNER, 'grace@example.com');
    await api.pool.query(
      `UPDATE users SET team_id = (SELECT team_id FROM users WHERE email = $1) WHERE email = $2`,
      ['grace@example.com', MEMBER],
    );
    const sinceOf = async (email: string) =>
      (await api.prisma.user.findUniqueOrThrow({ where: { email } })).teamSince.getUTCFullYear();
    expect(await sinceOf(MEMBER)).toBe(2026);
    const { id } = await api.prisma.team.create({ data: { name: 'Other' }, select: { id: true } });
    const before = Date.now() - 60_000;
    await api.prisma.user.update({ where: { email: MEMBER }, data: { teamId: id } });
    const { teamSince } = await api.prisma.user.findUniqueOrThrow({ where: { email: MEMBER } });
    expect(teamSince.getTime()).toBeGreaterThan(before);
  });

  it('does not restrict a session with a factor after a password change', async () => {
    await passDay();
    await addPasskey(mia);
    const reply = await mia.post('/settings/security/password', {
      current_password: GOOD_PASSWORD,
      ...passwordBody('Another-Seating-7!'),
    });
    expect([reply.status, await restrictionOf(mia)]).toEqual([200, undefined]);
  });

  it('is checked after a requested deletion of the account, and before an ended plan', async () => {
    await passDay();
    const { teamId } = await api.prisma.user.findUniqueOrThrow({ where: { email: MEMBER } });
    await api.prisma.subscription.create({
      data: { teamId, stripeCustomerId: 'cus_1', status: 'canceled' },
    });
    expect(await restrictionOf(mia)).toBe('second-factor');
    expect(codeOf((await login(MEMBER))[1])).toBe('SecondFactorMissing');
    await givePasskey(MEMBER);
    expect(await restrictionOf(mia)).toBe('ended-member');
    await api.prisma.passkey.deleteMany({ where: { user: { email: MEMBER } } });
    await api.pool.query('UPDATE users SET leaving_at = now() WHERE email = $1', [MEMBER]);
    expect(codeOf((await login(MEMBER))[1])).toBe('AccountLeaving');
  });
});

describe('the last second factor of a member who needs one', () => {
  let factor: TestFactor;
  beforeEach(async () => {
    await startTeam();
    await givePasskey(OWNER);
    factor = await TestFactor.make(api, MEMBER);
  });
  const require = () => olive.post(RULE, { by: dayAhead(20) });
  const removeApp = async () => mia.post(`${FACTOR}/removal`, { code: await factor.freshCode() });
  const removePasskey = async (visitor = mia, email = MEMBER) => {
    const { id } = await api.prisma.passkey.findFirstOrThrow({ where: { user: { email } } });
    return visitor.delete(`${PASSKEYS}/${id}`);
  };
  const factorsOf = async (email: string) =>
    (await api.prisma.passkey.count({ where: { user: { email } } })) +
    (await api.prisma.secondFactor.count({ where: { user: { email } } }));

  it('cannot be removed as soon as the team requires one, whether it is an app or a passkey', async () => {
    await require();
    expect([(await removeApp()).status, codeOf(await removeApp())]).toEqual([409, 'SecondFactorKept']);
    await givePasskey(MEMBER);
    expect((await removeApp()).status).toBe(200);
    expect(codeOf(await removePasskey())).toBe('SecondFactorKept');
    expect(codeOf(await removePasskey(olive, OWNER))).toBe('SecondFactorKept');
    expect((await olive.delete(RULE)).status).toBe(200);
    expect((await removePasskey()).status).toBe(200);
  });

  it('remains when two factors are removed concurrently', async () => {
    await require();
    await givePasskey(MEMBER);
    const code = await factor.freshCode();
    const { id } = await api.prisma.passkey.findFirstOrThrow({ where: { user: { email: MEMBER } } });
    const replies = await Promise.all([
      mia.post(`${FACTOR}/removal`, { code }),
      mia.delete(`${PASSKEYS}/${id}`),
    ]);
    expect(replies.map((reply) => codeOf(reply) ?? reply.status).toSorted()).toEqual([
      200,
      'SecondFactorKept',
    ]);
    expect(await factorsOf(MEMBER)).toBe(1);
  });

  it('remains if the other factor is being removed at the same time', async () => {
    await require();
    await givePasskey(MEMBER);
    const { id } = await api.prisma.passkey.findFirstOrThrow({ where: { user: { email: MEMBER } } });
    const reply = await api.commitOnceWaitedFor(
      (other) =>
        other.query('DELETE FROM second_factors WHERE user_id = (SELECT id FROM users WHERE email = $1)', [
          MEMBER,
        ]),
      () => mia.delete(`${PASSKEYS}/${id}`),
    );
    expect([codeOf(reply), await factorsOf(MEMBER)]).toEqual(['SecondFactorKept', 1]);
  });

  it('is not removed while the owner turns on the rule', async () => {
    const code = await factor.freshCode();
    const reply = await api.commitOnceWaitedFor(
      (owner) =>
        owner.query(
          `UPDATE teams SET second_factor_due_at = now() + interval '20 days'
            WHERE id = (SELECT team_id FROM users WHERE email = $1)`,
          [OWNER],
        ),
      () => mia.post(`${FACTOR}/removal`, { code }),
    );
    expect(codeOf(reply)).toBe('SecondFactorKept');
    expect(await factorsOf(MEMBER)).toBe(1);
  });

  it('of the owner is either removed before the rule starts, or remains', async () => {
    const [asked, removed] = await Promise.all([require(), removePasskey(olive, OWNER)]);
    const isAsked = asked.status === 200;
    expect([codeOf(asked), codeOf(removed)]).toEqual(
      isAsked ? [undefined, 'SecondFactorKept'] : ['OwnFactorMissing', undefined],
    );
    expect(await factorsOf(OWNER)).toBe(isAsked ? 1 : 0);
  });
});

describe('company sign-in', () => {
  const MFA = 'https://refeds.org/profile/mfa';
  const NORA = 'nora@acme.test';
  let company: TestCompany;
  let nora: Visitor;
  beforeEach(async () => {
    await api.empty();
    company = await TestCompany.create(api, 'acme');
    nora = await api.visit();
    await company.signIn(nora, { email: NORA });
    await letTeamAge();
    await passDay();
  });
  const signIn = async (options: ResponseOptions = {}): Promise<[Visitor, string | undefined]> => {
    const visitor = await api.visit();
    const location = await company.signIn(visitor, { email: NORA, ...options });
    await visitor.refreshCsrfToken();
    return [visitor, location];
  };
  const setting = (asksForSecondFactor: boolean) =>
    company.owner.patch('/settings/sso/acme', { asksForSecondFactor });
  const givePassword = () =>
    api.pool.query(
      `UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE email = 'owner@acme.test')
        WHERE email = $1`,
      [NORA],
    );

  it('does not meet the rule if nothing shows that the company required a second factor [asvs 6.8.4]', async () => {
    expect(await restrictionOf(nora)).toBe('second-factor');
    const [visitor, location] = await signIn();
    expect([location, await restrictionOf(visitor)]).toEqual(['/set-up-second-factor', 'second-factor']);
    await company.stepUp(visitor, { email: NORA });
    await addPasskey(visitor);
    expect(await restrictionOf(visitor)).toBeUndefined();
    const again = await company.signIn(visitor, { email: NORA }, '?redirect=/settings/apps');
    expect(again).toBe('/set-up-second-factor?redirect=%2Fsettings%2Fapps');
    expect(await restrictionOf(visitor)).toBe('second-factor');
  });

  it('meets the rule after a code of the user’s app, without a password, but is no step-up', async () => {
    const factor = await TestFactor.make(api, NORA);
    await api.prisma.secondFactor.updateMany({ data: { dependsOnIdp: company.idpId } });
    const [visitor] = await signIn();
    expect(await restrictionOf(visitor)).toBe('second-factor');
    const give = (code: string) => visitor.post('/settings/security/proof', { code });
    expect(codeOf(await give(factor.wrongCode()))).toBe('WrongCode');
    expect(await restrictionOf(visitor)).toBe('second-factor');
    expect((await give(await factor.freshCode())).status).toBe(200);
    await visitor.refreshCsrfToken();
    expect(await restrictionOf(visitor)).toBeUndefined();
    expect(codeOf(await visitor.delete('/settings/security/sessions'))).toBe('ProofNeeded');
    // The restriction has ended, so an authenticator code alone is no longer accepted.
    expect(codeOf(await give(await factor.freshCode()))).toBe('ValidationFailed');
  });

  it('without a second factor blocks the user’s connected apps', async () => {
    await api.pool.query('UPDATE teams SET second_factor_due_at = NULL');
    const app = await registerApp(api, 'planner');
    const tokens = await tokensFor(api, nora, app);
    await passDay();
    expect((await userinfo(api, tokens.access_token)).status).toBe(401);
    await signIn({ contextClass: MFA });
    expect((await userinfo(api, tokens.access_token)).status).toBe(200);
  });

  it('meets the rule only if each assertion names a multi-factor class', async () => {
    const [visitor, location] = await signIn({ contextClass: MFA });
    expect(location).not.toBe('/set-up-second-factor');
    expect(await restrictionOf(visitor)).toBeUndefined();
    await givePassword();
    const [thief, reply] = await login(NORA);
    expect([codeOf(reply), codeOf(await setUp(thief))]).toEqual([
      'SecondFactorMissing',
      'SecondFactorMissing',
    ]);
    expect((await thief.get(FACTOR)).body).toMatchObject({ company: 'acme' });
    const [weaker] = await signIn();
    expect(await restrictionOf(weaker)).toBe('second-factor');
    expect((await weaker.get(FACTOR)).body).not.toHaveProperty('company');
  });

  it('meets the rule if the owner has declared that the company requires a second factor', async () => {
    await givePasskey('owner@acme.test');
    expect((await setting(true)).status).toBe(200);
    expect((await company.owner.get('/settings/sso/details')).body).toMatchObject({
      identityProviders: [{ asksForSecondFactor: true }],
    });
    expect(await restrictionOf((await signIn())[0])).toBeUndefined();
    expect((await setting(false)).status).toBe(200);
    expect(await restrictionOf((await signIn())[0])).toBe('second-factor');
    const asked = (await audit('sso.second-factor')).map(({ details }) => details);
    expect(asked).toHaveLength(2);
    expect(asked).toContainEqual({ idpName: 'acme', asked: 'yes' });
  });

  it('can be declared to require a factor only by the owner, for their own team, after a step-up', async () => {
    await givePasskey('owner@acme.test');
    const [member] = await signIn({ contextClass: MFA });
    const path = '/settings/sso/acme';
    expect(codeOf(await member.patch(path, { asksForSecondFactor: true }))).toBe('NotOwner');
    await TestCompany.create(api, 'rival');
    const rival = await company.owner.patch('/settings/sso/rival', { asksForSecondFactor: true });
    expect(codeOf(rival)).toBe('NotFound');
    await api.pool.query("UPDATE sessions SET step_up_at = now() - interval '1 hour'");
    expect(codeOf(await setting(true))).toBe('ProofNeeded');
  });
});

describe('an operator’s rule that everyone needs a second factor', () => {
  beforeEach(startTeam);

  it('applies to every team, and gives new accounts seven days', async () => {
    const [old, reply] = await login(MEMBER, strict);
    expect(codeOf(reply)).toBe('SecondFactorMissing');
    expect(await sessionOf(old)).toMatchObject({ factorNeeded: { by: '2026-01-31', of: 'portal' } });
    await signUp(strict, 'grace@example.com');
    const [young, answer] = await login('grace@example.com', strict);
    expect(answer.status).toBe(200);
    expect(await sessionOf(young)).toMatchObject({ factorNeeded: { by: dayAhead(7), of: 'portal' } });
    await addPasskey(old);
    expect(await restrictionOf(old)).toBeUndefined();
    const { id } = await api.prisma.passkey.findFirstOrThrow();
    expect(codeOf(await old.delete(`${PASSKEYS}/${id}`))).toBe('SecondFactorKept');
  });
});
