import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ago, ahead, typedSql } from '@foyer/db/typed-sql';
import type { Mail } from '@foyer/mail/mail-kinds';
import { FACTOR_RECOVERY_QUEUE } from '@foyer/mail/queues';
import { Passwords } from '../passwords.ts';
import { hashToken, mintToken } from '../../request/secret-token.ts';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD, passwordBody } from '../../test-support/test-bodies.ts';
import { TestFactor } from '../../test-support/test-factor.ts';
import { advanceLimits } from '../../test-support/test-limits.ts';

const EMAIL = 'ada@example.com';
const RECOVERY = '/login/second-factor/recovery';
const STOP = '/settings/security/second-factor/recovery-stop';
const OTHER_PASSWORD = 'Another-Seating-7!';
const HOUR_MS = 3_600_000;

type Reply = { status: number; body: unknown };
type LostFactorMail = Extract<Mail, { kind: 'lost-factor' }>;
const codeOf = ({ body }: Reply) => (body as { code?: string }).code;

describe('a lost second factor', () => {
  let api: TestApi;
  let owner: Visitor;
  let factor: TestFactor;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    owner = await signUp(api, EMAIL);
    factor = await TestFactor.make(api, EMAIL);
  });

  const login = (visitor: Visitor, password = GOOD_PASSWORD) =>
    visitor.post('/login', { email: EMAIL, password });
  async function waiting(password = GOOD_PASSWORD): Promise<Visitor> {
    const visitor = await api.visit();
    expect((await login(visitor, password)).status).toBe(401);
    return visitor;
  }
  async function mailsOf<Kind extends Mail['kind']>(kind: Kind): Promise<Extract<Mail, { kind: Kind }>[]> {
    const isOne = (mail: Mail): mail is Extract<Mail, { kind: Kind }> => mail.kind === kind;
    return (await api.queuedMails()).filter(isOne);
  }
  const mailedCode = async () => (await mailsOf('lost-factor-code')).at(-1)?.content.code ?? '';
  const notices = async () =>
    (await mailsOf('lost-factor')).map(({ to, content }) => `${to} ${content.what}`);
  const newest = async (): Promise<LostFactorMail['content'] | undefined> =>
    (await mailsOf('lost-factor')).at(-1)?.content;
  const stopToken = async () => (await newest())?.stopToken ?? '';
  const begin = async (visitor: Visitor) => {
    expect((await visitor.post(RECOVERY, {})).status).toBe(200);
    return visitor.post(RECOVERY, { code: await mailedCode() });
  };
  async function begun(password = GOOD_PASSWORD) {
    const visitor = await waiting(password);
    const reply = await begin(visitor);
    expect([reply.status, codeOf(reply)]).toEqual([200, undefined]);
    return { visitor, token: await stopToken(), endsAt: (reply.body as { endsAt: string }).endsAt };
  }
  const hoursLeft = (endsAt: string) => Math.round((new Date(endsAt).getTime() - Date.now()) / HOUR_MS);
  const letPass = (span = { seconds: 1 } as { seconds?: number; days?: number }) =>
    typedSql(api.pool)
      .updateTable('factorRecoveries')
      .set({ endsAt: ago(span) })
      .where('overAt', 'is', null)
      .execute();
  const outcomes = async () =>
    (await api.prisma.factorRecovery.findMany({ orderBy: { id: 'asc' } })).map(({ outcome }) => outcome);
  const factors = () => api.prisma.secondFactor.count({ where: { user: { email: EMAIL } } });
  const audit = async (action: string) =>
    (await api.prisma.auditEvent.findMany({ where: { action }, orderBy: { id: 'asc' } })).map(
      ({ outcome, details }) => [outcome, details],
    );
  const signedInEmail = async (visitor: Visitor) =>
    ((await visitor.get('/session')).body as { user?: { email: string } }).user?.email;

  describe('the start of the waiting period', () => {
    it('needs the mailed code, in the browser where the password was entered [asvs 6.4.4, 6.6.2]', async () => {
      const visitor = await waiting();
      const stranger = await api.visit();
      expect(codeOf(await stranger.post(RECOVERY, {}))).toBe('LoginOver');
      const asked = await visitor.post(RECOVERY, {});
      expect([asked.status, asked.body]).toEqual([200, {}]);
      expect(await mailsOf('lost-factor-code')).toMatchObject([
        {
          to: EMAIL,
          content: { firstName: 'Ada', code: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/) },
        },
      ]);
      const code = await mailedCode();
      const other = await waiting();
      expect(codeOf(await other.post(RECOVERY, { code }))).toBe('WrongMailedCode');
      expect(codeOf(await visitor.post(RECOVERY, { code: 'AAAA-AAAA' }))).toBe('WrongMailedCode');
      expect(await api.prisma.factorRecovery.count()).toBe(0);
      const spelled = code.toLowerCase().replace('-', ' ');
      const reply = await visitor.post(RECOVERY, { code: spelled });
      expect(reply.status).toBe(200);
      expect(hoursLeft((reply.body as { endsAt: string }).endsAt)).toBe(24);
      expect(await audit('second-factor.recovery-begin')).toEqual([
        ['WrongMailedCode', {}],
        ['WrongMailedCode', {}],
        ['ok', { by: 'person' }],
      ]);
      expect([await signedInEmail(visitor), await factors()]).toEqual([undefined, 1]);
    });

    it('needs the code within ten minutes', async () => {
      const visitor = await waiting();
      const { headers } = await visitor.post(RECOVERY, {});
      expect([headers['set-cookie']].flat().map(String).join()).toMatch(/login=[\w-]{43}; Max-Age=600;/);
      const { expiresAt } = await api.prisma.pendingLogin.findFirstOrThrow();
      expect(Math.round((expiresAt.getTime() - Date.now()) / 60_000)).toBe(10);
      await typedSql(api.pool)
        .updateTable('pendingLogins')
        .set({ expiresAt: ago({ seconds: 1 }) })
        .execute();
      expect(codeOf(await visitor.post(RECOVERY, { code: await mailedCode() }))).toBe('LoginOver');
    });

    it('allows five guesses of the code, even with 40 concurrent calls [asvs 6.6.3]', async () => {
      const visitor = await waiting();
      await visitor.post(RECOVERY, {});
      const guesses = Array.from({ length: 40 }, () => visitor.post(RECOVERY, { code: 'AAAA-AAAA' }));
      expect(new Set((await Promise.all(guesses)).map(codeOf))).toEqual(new Set(['WrongMailedCode']));
      expect((await api.prisma.pendingLogin.findFirstOrThrow()).mailedCodeTries).toBe(5);
      expect(codeOf(await visitor.post(RECOVERY, { code: await mailedCode() }))).toBe('WrongMailedCode');
      expect(await api.prisma.factorRecovery.count()).toBe(0);
      expect((await begin(visitor)).status).toBe(200);
    });

    it('allows no third mailed code within an hour', async () => {
      const visitor = await waiting();
      await visitor.post(RECOVERY, {});
      await visitor.post(RECOVERY, {});
      const reply = await visitor.post(RECOVERY, {});
      expect([reply.status, codeOf(reply)]).toEqual([429, 'TooManyRequests']);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3_500);
      expect(await mailsOf('lost-factor-code')).toHaveLength(2);
      expect((await visitor.post(RECOVERY, { code: await mailedCode() })).status).toBe(200);
    });

    it('happens once for 20 concurrent calls, which all return the same end, and sends one mail', async () => {
      const { id: userId } = await api.prisma.user.findUniqueOrThrow({ where: { email: EMAIL } });
      const tokens = Array.from({ length: 20 }, mintToken);
      const mailedCodeHash = await api.service(Passwords).hash('AB12CD34');
      await typedSql(api.pool)
        .insertInto('pendingLogins')
        .values(
          tokens.map((token) => ({
            tokenHash: hashToken(token),
            userId,
            mailedCodeHash,
            expiresAt: ahead({ minutes: 5 }),
          })),
        )
        .execute();
      const visitors = await Promise.all(tokens.map((token) => api.visit({ login: token })));
      const replies = await Promise.all(visitors.map((one) => one.post(RECOVERY, { code: 'AB12-CD34' })));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(replies.map(({ body }) => (body as { endsAt: string }).endsAt)).size).toBe(1);
      expect(await api.prisma.factorRecovery.count()).toBe(1);
      expect(await notices()).toEqual([`${EMAIL} begun`]);
    });

    it('makes the period seven days long after a password reset by mail', async () => {
      await owner.post('/forgot-password', { email: EMAIL });
      const resetToken = await api.mailedToken(EMAIL, 'reset-password');
      const visitor = await api.visit();
      const path = `/reset-password?resetToken=${resetToken}`;
      expect((await visitor.post(path, passwordBody(OTHER_PASSWORD))).status).toBe(200);
      expect(hoursLeft((await begun(OTHER_PASSWORD)).endsAt)).toBe(7 * 24);
      await typedSql(api.pool)
        .updateTable('oneTimeLinks')
        .set({ usedAt: ago({ days: 8 }) })
        .execute();
      await api.prisma.factorRecovery.deleteMany();
      await advanceLimits(api);
      expect(hoursLeft((await begun(OTHER_PASSWORD)).endsAt)).toBe(24);
    });

    it('makes the period seven days long after a change of address, and also mails the old address', async () => {
      const { id: userId } = await api.prisma.user.findUniqueOrThrow({ where: { email: EMAIL } });
      await typedSql(api.pool)
        .insertInto('addressChanges')
        .values({
          userId,
          oldEmail: 'former@example.com',
          newEmail: EMAIL,
          expiresAt: ahead({ hours: 1 }),
          appliedAt: ago({ days: 1 }),
          undoUntil: ahead({ days: 6 }),
        })
        .execute();
      const { token, endsAt } = await begun();
      expect(hoursLeft(endsAt)).toBe(7 * 24);
      expect((await notices()).toSorted()).toEqual([`${EMAIL} begun`, 'former@example.com begun']);
      const stranger = await api.visit();
      expect((await stranger.post('/recovery-stop', { token })).status).toBe(200);
      expect(await notices()).toContain('former@example.com stopped');
    });

    it('returns the end of the current period if one is running', async () => {
      const { endsAt } = await begun();
      const visitor = await api.visit();
      const refused = await login(visitor);
      expect(refused.body).toMatchObject({ code: 'SecondFactorRequired', recoveryEndsAt: endsAt });
      expect((await visitor.post(RECOVERY, {})).body).toEqual({ endsAt });
      expect(await mailsOf('lost-factor-code')).toHaveLength(1);
      expect((await owner.get('/session')).body).toMatchObject({ recoveryEndsAt: endsAt });
      expect((await owner.get('/settings/security/second-factor')).body).toMatchObject({
        recoveryEndsAt: endsAt,
      });
    });

    it('is not offered to members of a team that requires a factor', async () => {
      const visitor = await waiting();
      await visitor.post(RECOVERY, {});
      await typedSql(api.pool)
        .updateTable('teams')
        .set({ secondFactorDueAt: ahead({ days: 3 }) })
        .execute();
      const refused = await visitor.post(RECOVERY, { code: await mailedCode() });
      expect([refused.status, codeOf(refused)]).toEqual([403, 'RecoveryNotOffered']);
      expect(codeOf(await visitor.post(RECOVERY, {}))).toBe('RecoveryNotOffered');
      expect(await api.prisma.factorRecovery.count()).toBe(0);
    });

    it.each([{ code: 'AB12' }, { code: 5 }, { codes: 'AB12CD34' }])('rejects the input %j', async (body) => {
      expect(codeOf(await (await waiting()).post(RECOVERY, body))).toBe('ValidationFailed');
    });
  });

  describe('the stop of the waiting period', () => {
    it('is possible by the mailed link, but opening the link alone changes nothing', async () => {
      const { token } = await begun();
      const stranger = await api.visit();
      const path = `/recovery-stop?token=${token}`;
      expect((await stranger.get(path)).body).toMatchObject({ state: 'valid' });
      expect((await stranger.get('/recovery-stop?token=x')).body).toEqual({ state: 'unknown' });
      expect(codeOf(await stranger.post('/recovery-stop', { token: 'x' }))).toBe('LinkUnknown');
      expect((await api.http.post('/recovery-stop').send({ token })).status).toBe(403);
      expect(await outcomes()).toEqual([null]);
      expect((await stranger.post('/recovery-stop', { token })).status).toBe(200);
      expect((await stranger.get(path)).body).toMatchObject({ state: 'used' });
      expect(codeOf(await stranger.post('/recovery-stop', { token }))).toBe('LinkUsed');
      await letPass();
      expect(codeOf(await login(await api.visit()))).toBe('SecondFactorRequired');
      expect(await notices()).toEqual([`${EMAIL} begun`, `${EMAIL} stopped`]);
      expect(await audit('second-factor.recovery-stop')).toEqual([['ok', { by: 'link' }]]);
    });

    it('is possible in the settings, only for the user', async () => {
      await begun();
      const grace = await signUp(api, 'grace@example.com');
      expect(codeOf(await grace.post(STOP, {}))).toBe('NotFound');
      expect((await (await api.visit()).post(STOP, {})).status).toBe(401);
      expect((await owner.post(STOP, {})).status).toBe(200);
      expect(codeOf(await owner.post(STOP, {}))).toBe('NotFound');
      expect((await owner.get('/session')).body).not.toHaveProperty('recoveryEndsAt');
      expect(await audit('second-factor.recovery-stop')).toEqual([['ok', { by: 'session' }]]);
    });

    it('happens with a correct code, and not with a wrong one', async () => {
      const { visitor } = await begun();
      const give = (code: string) => visitor.post('/login/second-factor', { code, rememberDevice: false });
      expect(codeOf(await give(factor.wrongCode()))).toBe('WrongCode');
      expect(await outcomes()).toEqual([null]);
      expect((await give(await factor.freshCode())).status).toBe(200);
      expect(await outcomes()).toEqual(['stopped']);
      expect(await audit('second-factor.recovery-stop')).toEqual([['ok', { by: 'code' }]]);
    });

    it('is final: the next recovery needs a new mailed code and seven days', async () => {
      const { visitor, token } = await begun();
      const code = await mailedCode();
      await visitor.post('/recovery-stop', { token });
      expect(codeOf(await visitor.post(RECOVERY, { code }))).toBe('WrongMailedCode');
      expect(codeOf(await (await waiting()).post(RECOVERY, { code }))).toBe('WrongMailedCode');
      const again = await begun();
      expect(hoursLeft(again.endsAt)).toBe(7 * 24);
      // The link of the first recovery stops only that recovery.
      expect(codeOf(await visitor.post('/recovery-stop', { token }))).toBe('LinkUsed');
      expect(await outcomes()).toEqual(['stopped', null]);
    });

    it.each([
      ['a change of the password', () => ({ passwordHash: null })],
      ['a change of the address', () => ({ email: 'new@example.com' })],
      ['a deactivation', () => ({ deactivatedAt: new Date() })],
    ])('happens with %s, also directly in the database', async (_what, data) => {
      const { visitor, token } = await begun();
      await api.prisma.user.update({ where: { email: EMAIL }, data: data() });
      expect(await outcomes()).toEqual(['replaced']);
      expect((await visitor.get(`/recovery-stop?token=${token}`)).body).toMatchObject({ state: 'replaced' });
    });

    it('happens with the removal of the factor, so that a new factor is unaffected', async () => {
      await begun();
      await api.prisma.secondFactor.deleteMany();
      await TestFactor.make(api, EMAIL);
      await letPass();
      expect(await outcomes()).toEqual(['replaced']);
      expect(codeOf(await login(await api.visit()))).toBe('SecondFactorRequired');
    });
  });

  describe('the next login after the waiting period', () => {
    it('removes the factor, ends trusted devices, grants and other sessions, and is mailed', async () => {
      const app = { clientId: 'planner', name: 'Planner', redirectUris: ['https://app.test/cb'] };
      const { id: clientId } = await api.prisma.oAuthClient.create({ data: { ...app, scopes: ['profile'] } });
      const { id: userId } = await api.prisma.user.findUniqueOrThrow({ where: { email: EMAIL } });
      const expiresAt = new Date(Date.now() + 200 * HOUR_MS);
      await api.prisma.oAuthGrant.create({ data: { clientId, userId, scopes: ['profile'], expiresAt } });
      const browser = await waiting();
      const code = await factor.freshCode();
      await browser.post('/login/second-factor', { code, rememberDevice: true });
      const { endsAt } = await begun();
      expect(codeOf(await login(await api.visit()))).toBe('SecondFactorRequired');
      await letPass();
      const visitor = await api.visit();
      expect((await login(visitor)).status).toBe(200);
      expect([await signedInEmail(visitor), await factors()]).toEqual([EMAIL, 0]);
      expect([await signedInEmail(owner), await signedInEmail(browser)]).toEqual([undefined, undefined]);
      expect(await api.prisma.knownDevice.count({ where: { trustedUntil: { not: null } } })).toBe(0);
      expect(await api.prisma.oAuthGrant.count({ where: { revokedAt: null } })).toBe(0);
      expect(await outcomes()).toEqual(['done']);
      expect(await notices()).toEqual([`${EMAIL} begun`, `${EMAIL} done`]);
      expect(endsAt).toBeTruthy();
      expect(await audit('second-factor.recovery-done')).toEqual([['ok', {}]]);
      expect((await login(await api.visit())).status).toBe(200);
    });

    it('removes the factor on a trusted device, too', async () => {
      const browser = await waiting();
      const code = await factor.freshCode();
      await browser.post('/login/second-factor', { code, rememberDevice: true });
      await browser.refreshCsrfToken();
      await begun();
      await letPass();
      expect((await login(browser)).status).toBe(200);
      expect(await factors()).toBe(0);
    });

    it('keeps the factor if the password is wrong', async () => {
      await begun();
      await letPass();
      expect(codeOf(await login(await api.visit(), OTHER_PASSWORD))).toBe('Unauthorized');
      expect(await factors()).toBe(1);
    });

    it('needs the code again if it is seven days late', async () => {
      const { token } = await begun();
      await letPass({ days: 7 });
      expect(codeOf(await login(await api.visit()))).toBe('SecondFactorRequired');
      expect((await owner.get('/session')).body).not.toHaveProperty('recoveryEndsAt');
      expect((await owner.get(`/recovery-stop?token=${token}`)).body).toMatchObject({ state: 'replaced' });
      await begun();
      expect(await outcomes()).toEqual(['replaced', null]);
    });

    it('invalidates the stop link, which is valid until then', async () => {
      const { token } = await begun();
      await letPass();
      const stranger = await api.visit();
      expect((await stranger.get(`/recovery-stop?token=${token}`)).body).toMatchObject({ state: 'valid' });
      expect((await login(await api.visit())).status).toBe(200);
      expect((await stranger.get(`/recovery-stop?token=${token}`)).body).toMatchObject({ state: 'expired' });
      expect(codeOf(await stranger.post('/recovery-stop', { token }))).toBe('LinkUsed');
    });

    it('either succeeds or is stopped, never both, with five concurrent calls each', async () => {
      const { token } = await begun();
      await letPass();
      const visitors = await Promise.all(Array.from({ length: 10 }, () => api.visit()));
      const replies = await Promise.all(
        visitors.map((one, index) => (index % 2 ? login(one) : one.post('/recovery-stop', { token }))),
      );
      const logins = replies.filter((_, index) => index % 2);
      const stops = replies.filter((_, index) => index % 2 === 0);
      const isStopped = (await outcomes())[0] === 'stopped';
      expect(logins.filter(({ status }) => status === 200)).toHaveLength(isStopped ? 0 : 5);
      expect(stops.filter(({ status }) => status === 200)).toHaveLength(isStopped ? 1 : 0);
      expect(await factors()).toBe(isStopped ? 1 : 0);
    });

    it('waits for a concurrent stop, and then needs the code', async () => {
      await begun();
      await letPass();
      const visitor = await api.visit();
      const reply = await api.commitOnceWaitedFor(
        async (client) => {
          await client.query(`SELECT FROM users WHERE email = '${EMAIL}' FOR NO KEY UPDATE`);
          await client.query(`UPDATE factor_recoveries SET outcome = 'stopped', over_at = now()`);
        },
        () => login(visitor),
      );
      expect([codeOf(reply), await factors()]).toEqual(['SecondFactorRequired', 1]);
    });
  });

  describe('the second mail, near the end of the waiting period', () => {
    it('has its own link, and is sent once, however often the job runs', async () => {
      const { token } = await begun();
      const job = await api.pool.query<{ hours: number; data: object }>(
        `SELECT round(extract(epoch FROM start_after - now()) / 3600)::int AS hours, data
           FROM pgboss.job WHERE name = $1`,
        [FACTOR_RECOVERY_QUEUE],
      );
      expect(job.rows[0]?.hours).toBe(18);
      await api.pool.query(`INSERT INTO pgboss.job (name, data) VALUES ($1, $2)`, [
        FACTOR_RECOVERY_QUEUE,
        job.rows[0]?.data,
      ]);
      await api.makeJobsDue(FACTOR_RECOVERY_QUEUE);
      expect(await notices()).toEqual([`${EMAIL} begun`, `${EMAIL} ending`]);
      const late = await stopToken();
      expect(late).not.toBe(token);
      const stranger = await api.visit();
      expect((await stranger.get(`/recovery-stop?token=${token}`)).body).toMatchObject({ state: 'valid' });
      expect((await stranger.post('/recovery-stop', { token: late })).status).toBe(200);
      expect(await outcomes()).toEqual(['stopped']);
    });

    it('is not sent after a stop', async () => {
      await begun();
      await owner.post(STOP, {});
      await api.makeJobsDue(FACTOR_RECOVERY_QUEUE);
      expect(await notices()).toEqual([`${EMAIL} begun`, `${EMAIL} stopped`]);
    });
  });

  describe('of a member', () => {
    const MILO = 'milo@example.com';
    let milo: string;
    beforeEach(async () => {
      const { teamId } = await api.prisma.user.findUniqueOrThrow({ where: { email: EMAIL } });
      await api.prisma.team.update({ where: { id: teamId }, data: { seatLimit: 2, name: 'Harbour' } });
      await signUp(api, MILO);
      const { id } = await api.prisma.user.findUniqueOrThrow({ where: { email: MILO } });
      await api.prisma.team.updateMany({ where: { ownerId: id }, data: { ownerId: null } });
      await api.prisma.user.update({ where: { id }, data: { teamId } });
      milo = id;
    });
    const reset = (visitor: Visitor, id: string) => visitor.post(`/team/members/${id}/second-factor`, {});

    it('is reset by the owner with the same waiting period, which is mailed and can be stopped', async () => {
      expect(codeOf(await reset(owner, milo))).toBe('NoSecondFactor');
      await TestFactor.make(api, MILO);
      expect((await owner.get('/team/people')).body).toMatchObject({
        members: [
          { email: EMAIL, hasApp: true },
          { email: MILO, hasApp: true },
        ],
      });
      const reply = await reset(owner, milo);
      expect([reply.status, reply.body]).toEqual([200, {}]);
      expect((await reset(owner, milo)).status).toBe(200);
      expect(await mailsOf('lost-factor')).toMatchObject([
        { to: MILO, content: { what: 'begun', ownerOf: 'Harbour' } },
      ]);
      expect(await audit('second-factor.recovery-begin')).toEqual([['ok', { by: 'owner' }]]);
      expect(await audit('team.reset-second-factor')).toEqual([
        ['ok', {}],
        ['ok', {}],
      ]);
      const asMilo = { email: MILO, password: GOOD_PASSWORD };
      expect(codeOf(await (await api.visit()).post('/login', asMilo))).toBe('SecondFactorRequired');
      const stranger = await api.visit();
      expect((await stranger.post('/recovery-stop', { token: await stopToken() })).status).toBe(200);
      expect((await reset(owner, milo)).status).toBe(200);
      await letPass();
      expect((await (await api.visit()).post('/login', asMilo)).status).toBe(200);
      expect([await api.prisma.secondFactor.count({ where: { userId: milo } }), await factors()]).toEqual([
        0, 1,
      ]);
    });

    it('is reset only by the owner of the team, for another member, and after a step-up', async () => {
      await TestFactor.make(api, MILO);
      const member = await api.visit();
      const grace = await signUp(api, 'grace@example.com');
      const { id: ada } = await api.prisma.user.findUniqueOrThrow({ where: { email: EMAIL } });
      expect(codeOf(await reset(owner, ada))).toBe('OwnSecondFactor');
      expect(codeOf(await reset(grace, milo))).toBe('NotFound');
      expect(codeOf(await reset(owner, 'x'))).toBe('NotFound');
      expect((await reset(member, ada)).status).toBe(401);
      await typedSql(api.pool)
        .updateTable('sessions')
        .set({ stepUpAt: ago({ minutes: 11 }) })
        .execute();
      expect(codeOf(await reset(owner, milo))).toBe('ProofNeeded');
      await api.prisma.team.updateMany({ where: { ownerId: ada }, data: { ownerId: milo } });
      expect(codeOf(await reset(owner, milo))).toBe('NotOwner');
      expect(await api.prisma.factorRecovery.count()).toBe(0);
    });
  });

  it('leaves no code or link readable in any table', async () => {
    const visitor = await waiting();
    await visitor.post(RECOVERY, {});
    const code = await mailedCode();
    expect(JSON.stringify(await api.prisma.pendingLogin.findMany())).toContain('$argon2id$');
    const whileItWaits = [
      await api.findRowsContaining(code),
      await api.findRowsContaining(code.replace('-', '')),
    ];
    await visitor.post(RECOVERY, { code });
    const first = await stopToken();
    await api.makeJobsDue(FACTOR_RECOVERY_QUEUE);
    const late = await stopToken();
    expect(late).not.toBe(first);
    const { stopHash, lateStopHash } = await api.prisma.factorRecovery.findFirstOrThrow();
    expect([stopHash, lateStopHash]).toEqual([hashToken(first), hashToken(late)]);
    const afterwards = [code, code.replace('-', '')].map((text) => api.findRowsContaining(text));
    const links = [first, late].map((token) => api.tracesOfBytes(Buffer.from(token, 'base64url')));
    expect([...whileItWaits, ...(await Promise.all([...afterwards, ...links]))].flat()).toEqual([]);
  });
});
