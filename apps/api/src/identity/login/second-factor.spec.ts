import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ago, ahead, typedSql } from '@foyer/db/typed-sql';
import { open } from '@foyer/mail/seal';
import { Passwords } from '../passwords.ts';
import { hashToken, mintToken } from '../../request/secret-token.ts';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD, passwordBody } from '../../test-support/test-bodies.ts';
import { allButTheClock } from '../../test-support/test-clock.ts';
import { TestFactor } from '../../test-support/test-factor.ts';

const EMAIL = 'ada@example.com';
const STEP = '/login/second-factor';
const OTHER_PASSWORD = 'Another-Seating-7!';

type Given = { code: string } | { recoveryCode: string };
type Reply = { status: number; body: unknown };
const codeOf = ({ body }: Reply) => (body as { code?: string }).code;
const outcomes = (replies: Reply[]) =>
  replies.map((reply) => (reply.status === 200 ? 'in' : codeOf(reply))).toSorted();
const many = (count: number, one: string): string[] => Array.from({ length: count }, () => one);

describe('the second step of a login', () => {
  let api: TestApi;
  let owner: Visitor;
  let factor: TestFactor;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  afterEach(() => void jest.useRealTimers());
  beforeEach(async () => {
    await api.empty();
    owner = await signUp(api, EMAIL);
    factor = await TestFactor.make(api, EMAIL);
  });
  async function renew(makeFactor: () => Promise<TestFactor>): Promise<void> {
    await api.prisma.secondFactor.deleteMany();
    factor = await makeFactor();
  }
  const setUpAgain = () => renew(() => TestFactor.setUp(api, owner, EMAIL));
  const haveRecoveryCodes = () => renew(() => TestFactor.makeWithCodes(api, EMAIL));

  const login = (visitor: Visitor, password = GOOD_PASSWORD) =>
    visitor.post('/login', { email: EMAIL, password });
  const give = (visitor: Visitor, given: Given, more = {}) =>
    visitor.post(STEP, { ...given, rememberDevice: false, ...more });
  async function withPassword(visitor: Visitor): Promise<Visitor> {
    expect((await login(visitor)).status).toBe(401);
    return visitor;
  }
  /** Starts a pending login without the slow password check. */
  const waiting = async (): Promise<Visitor> => (await waitingOnes(1))[0] ?? owner;
  async function waitingOnes(count: number): Promise<Visitor[]> {
    const { id: userId } = await api.prisma.user.findUniqueOrThrow({ where: { email: EMAIL } });
    const tokens = Array.from({ length: count }, mintToken);
    const rows = tokens.map((token) => ({ tokenHash: hashToken(token), userId }));
    await typedSql(api.pool)
      .insertInto('pendingLogins')
      .values(rows.map((row) => ({ ...row, expiresAt: ahead({ minutes: 5 }) })))
      .execute();
    return Promise.all(tokens.map((login) => api.visit({ login })));
  }
  const signedInEmail = async (visitor: Visitor) =>
    ((await visitor.get('/session')).body as { user?: { email: string } }).user?.email;
  const mailsOf = async (kind: string) => (await api.queuedMails()).filter((mail) => mail.kind === kind);
  const audit = async (action: string) =>
    (await api.prisma.auditEvent.findMany({ where: { action }, orderBy: { id: 'asc' } })).map(
      ({ outcome }) => outcome,
    );
  const sessionCount = () => api.prisma.session.count();

  describe('in general', () => {
    it('follows the correct password, without a session before the code [asvs 2.3.1]', async () => {
      const visitor = await api.visit();
      const before = await sessionCount();
      const reply = await login(visitor);
      expect([reply.status, reply.body]).toEqual([
        401,
        { code: 'SecondFactorRequired', message: 'Enter the code from your authenticator app.' },
      ]);
      expect([await signedInEmail(visitor), await sessionCount()]).toEqual([undefined, before]);
      const cookies = [reply.headers['set-cookie']].flat().map(String);
      expect(cookies.find((cookie) => cookie.startsWith('login='))).toMatch(
        /^login=[\w-]{43}; Max-Age=300; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
      );
      expect(cookies.some((cookie) => cookie.startsWith('device='))).toBe(false);
    });

    it('is not revealed by the response to a wrong password', async () => {
      await signUp(api, 'grace@example.com');
      const replies = await Promise.all(
        [EMAIL, 'grace@example.com', 'nobody@example.com'].map(async (email) =>
          (await api.visit()).post('/login', { email, password: 'wrong' }),
        ),
      );
      const [first] = replies;
      for (const reply of replies) expect([reply.status, reply.text]).toEqual([401, first?.text]);
      expect(replies.map(codeOf)).toEqual(many(3, 'Unauthorized'));
    });

    it('completes the login with the correct code, only in the browser that sent the password', async () => {
      const visitor = await withPassword(await api.visit());
      const stranger = await api.visit();
      const code = await factor.freshCode();
      expect(codeOf(await give(stranger, { code }))).toBe('LoginOver');
      const reply = await give(visitor, { code }, { redirect: '/settings/team' });
      expect([reply.status, reply.body]).toMatchObject([
        200,
        { message: 'OK', user: { email: EMAIL }, redirectURL: '/settings/team' },
      ]);
      expect(await signedInEmail(visitor)).toBe(EMAIL);
      expect(await audit('login')).toEqual(['SecondFactorRequired', 'ok']);
      expect(await api.prisma.pendingLogin.count()).toBe(0);
    });

    it('does not admit a deactivated user', async () => {
      const visitor = await waiting();
      await api.prisma.user.update({ where: { email: EMAIL }, data: { deactivatedAt: new Date() } });
      expect(codeOf(await give(visitor, { code: await factor.freshCode() }))).toBe('LoginOver');
      expect(codeOf(await login(await api.visit()))).toBe('Deactivated');
    });

    it('gives access only to billing if the subscription has ended', async () => {
      const { teamId } = await api.prisma.user.findUniqueOrThrow({ where: { email: EMAIL } });
      await api.prisma.subscription.create({
        data: { teamId, stripeCustomerId: 'cus_1', status: 'canceled', endsAs: 'ended' },
      });
      const visitor = await waiting();
      expect(codeOf(await give(visitor, { code: await factor.freshCode() }))).toBe('SubscriptionEnded');
      expect((await visitor.get('/session')).body).toMatchObject({ restrictedTo: 'billing' });
    });

    it.each([
      [{}, { code: 'Enter the 6-digit code from your app' }],
      [{ code: '12345' }, { code: 'Enter the 6-digit code from your app' }],
      [{ recoveryCode: 'AB12' }, { recoveryCode: 'Enter one of your recovery codes' }],
      [{ code: '123456', recoveryCode: 'AB12-CD34-EF56' }, { code: 'Enter the 6-digit code from your app' }],
      [{ code: '123456', user: 'x' }, { user: 'Unknown field' }],
    ])('rejects the input %j', async (body, fields) => {
      const reply = await (await waiting()).post(STEP, { rememberDevice: false, ...body });
      expect([reply.status, reply.body]).toMatchObject([400, { code: 'ValidationFailed', fields }]);
    });
  });

  describe('with an authenticator code', () => {
    it.each([-1, 0, 1])('accepts a code at an offset of %i time steps', async (steps) => {
      const visitor = await waiting();
      await factor.freshCode();
      // If a time step ends before the portal checks the code, the code is one step too far away, so the test tries
      // again.
      const reply = await give(visitor, { code: factor.code(steps) });
      const again = reply.status === 200 ? reply : await give(visitor, { code: factor.code(steps) });
      expect(again.status).toBe(200);
    });

    it.each([-3, 3])('rejects a code at an offset of %i time steps', async (steps) => {
      const visitor = await waiting();
      await factor.freshCode();
      expect(codeOf(await give(visitor, { code: factor.code(steps) }))).toBe('WrongCode');
    });

    it.each([240, -240])(
      'uses the clock of the database if the replica’s clock is wrong by %i s',
      async (wrongByS) => {
        const visitor = await waiting();
        const code = await factor.freshCode();
        jest.useFakeTimers({
          advanceTimers: true,
          doNotFake: allButTheClock,
          now: Date.now() + wrongByS * 1000,
        });
        expect(codeOf(await give(visitor, { code: factor.code() }))).toBe('WrongCode');
        expect((await give(visitor, { code })).status).toBe(200);
      },
    );

    it('accepts a code once, and no earlier code afterwards', async () => {
      const code = await factor.freshCode();
      const former = factor.code(-1);
      expect((await give(await waiting(), { code })).status).toBe(200);
      expect(codeOf(await give(await waiting(), { code }))).toBe('WrongCode');
      expect(codeOf(await give(await waiting(), { code: former }))).toBe('WrongCode');
    });

    it('rejects the code that confirmed the app', async () => {
      await setUpAgain();
      const visitor = await waiting();
      const { lastStep } = await api.prisma.secondFactor.findFirstOrThrow();
      expect(lastStep).toBeGreaterThan(0);
      expect(codeOf(await give(visitor, { code: factor.code(-1) }))).toBe('WrongCode');
    });

    it('accepts the same code in one of 8 concurrent pending logins [asvs 6.5.1]', async () => {
      const visitors = await waitingOnes(8);
      const code = await factor.freshCode();
      const replies = await Promise.all(visitors.map((visitor) => give(visitor, { code })));
      expect(outcomes(replies).filter((one) => one === 'in')).toHaveLength(1);
      expect(outcomes(replies)).toEqual([...many(3, 'CodesLocked'), ...many(4, 'WrongCode'), 'in']);
    });

    it('accepts the same code in one of 8 concurrent calls of a browser, and counts none as wrong', async () => {
      const visitor = await waiting();
      const code = await factor.freshCode();
      const replies = await Promise.all(many(8, code).map((one) => give(visitor, { code: one })));
      expect(outcomes(replies)).toEqual([...many(7, 'LoginOver'), 'in']);
      expect(await api.prisma.secondFactorLockout.count()).toBe(0);
    });

    it('accepts a code with a space, as apps show it', async () => {
      const code = await factor.freshCode();
      const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
      expect((await give(await waiting(), { code: spaced })).status).toBe(200);
    });
  });

  describe('with a recovery code', () => {
    it('accepts a code in any spelling, once, and mails the user [asvs 6.5.1]', async () => {
      await haveRecoveryCodes();
      const [recoveryCode = ''] = factor.recoveryCodes;
      const spelled = recoveryCode.toLowerCase().replaceAll('-', ' ');
      expect((await give(await waiting(), { recoveryCode: spelled })).status).toBe(200);
      expect(codeOf(await give(await waiting(), { recoveryCode }))).toBe('WrongCode');
      expect(await mailsOf('recovery-code-used')).toMatchObject([
        { to: EMAIL, content: { firstName: 'Ada', codesLeft: 9 } },
      ]);
      expect(await audit('second-factor.recovery-code')).toEqual(['ok']);
    });

    it('accepts the same code in one of 4 concurrent pending logins', async () => {
      await haveRecoveryCodes();
      const visitors = await waitingOnes(4);
      const [recoveryCode = ''] = factor.recoveryCodes;
      const replies = await Promise.all(visitors.map((visitor) => give(visitor, { recoveryCode })));
      expect(outcomes(replies).filter((one) => one === 'in')).toHaveLength(1);
      expect(await api.prisma.recoveryCode.count({ where: { usedAt: { not: null } } })).toBe(1);
    });

    it('rejects a code of another user', async () => {
      await signUp(api, 'grace@example.com');
      const { recoveryCodes } = await TestFactor.makeWithCodes(api, 'grace@example.com');
      const [recoveryCode = ''] = recoveryCodes;
      expect(codeOf(await give(await waiting(), { recoveryCode }))).toBe('WrongCode');
    });

    it('rejects an old code after new codes were created', async () => {
      await haveRecoveryCodes();
      const reply = await owner.post('/settings/security/second-factor/recovery-codes', {});
      const { recoveryCodes } = reply.body as { recoveryCodes: string[] };
      const [former = '', made = ''] = [factor.recoveryCodes[0], recoveryCodes[0]];
      expect(codeOf(await give(await waiting(), { recoveryCode: former }))).toBe('WrongCode');
      expect((await give(await waiting(), { recoveryCode: made })).status).toBe(200);
    });
  });

  describe('the count of wrong codes', () => {
    const wrong = () => ({ code: factor.wrongCode() });

    it('is shared by all browsers, and locks codes after five wrong ones [asvs 6.6.3]', async () => {
      const visitors = await waitingOnes(6);
      const replies: Reply[] = [];
      for (const visitor of visitors.slice(0, 5)) replies.push(await give(visitor, wrong()));
      expect(replies.map(codeOf)).toEqual([...many(4, 'WrongCode'), 'CodesLocked']);
      const last = await give(visitors[5] ?? owner, { code: await factor.freshCode() });
      expect([last.status, codeOf(last)]).toEqual([423, 'CodesLocked']);
      expect(Number(last.headers['retry-after'])).toBeGreaterThan(500);
      expect(await mailsOf('codes-locked')).toMatchObject([{ to: EMAIL }]);
      expect(await audit('second-factor.lockout')).toEqual(['ok']);
    });

    it('is exact for 8 concurrent wrong codes', async () => {
      const visitor = await waiting();
      const replies = await Promise.all(many(8, '').map(() => give(visitor, wrong())));
      expect(outcomes(replies).filter((one) => one === 'WrongCode')).toHaveLength(4);
    });

    it('locks for ten minutes, then for twenty, then for a day', async () => {
      const visitor = await waiting();
      const lock = async () => {
        let reply: Awaited<ReturnType<typeof give>> | undefined;
        for (let one = 0; one < 5; one++) reply = await give(visitor, wrong());
        await typedSql(api.pool)
          .updateTable('secondFactorLockouts')
          .set({ lockedUntil: ago({ seconds: 1 }) })
          .execute();
        return Number(reply?.headers['retry-after']);
      };
      expect([await lock(), await lock(), await lock()]).toEqual([600, 1_200, 86_400]);
      expect((await give(visitor, { code: await factor.freshCode() })).status).toBe(200);
      expect(await api.prisma.secondFactorLockout.count()).toBe(0);
    });

    const endWindows = () =>
      typedSql(api.pool)
        .updateTable('secondFactorLockouts')
        .set((row) => ({
          windowStartedAt: ago({ hours: 25 }),
          lockedUntil: row
            .case()
            .when('lockedUntil', 'is not', null)
            .then(ago({ hours: 1 }))
            .end(),
        }))
        .execute();
    /** Enters `count` wrong codes, at most four per window, so that no window locks. */
    async function guessSlowly(visitor: Visitor, count: number): Promise<Reply & { wait: number }> {
      let reply: Awaited<ReturnType<typeof give>> | undefined;
      for (let one = 0; one < count; one++) {
        if (one % 4 === 0) await endWindows();
        reply = await give(visitor, wrong());
      }
      return { status: reply?.status ?? 0, body: reply?.body, wait: Number(reply?.headers['retry-after']) };
    }

    it('continues over all windows, and locks for a day from the 15th wrong code on', async () => {
      const thief = await waiting();
      expect(codeOf(await guessSlowly(thief, 14))).toBe('WrongCode');
      expect(await mailsOf('codes-locked')).toEqual([]);
      expect(await guessSlowly(thief, 1)).toMatchObject({ status: 423, wait: 86_400 });
      await endWindows();
      expect(await guessSlowly(thief, 1)).toMatchObject({ status: 423, wait: 86_400 });
      expect(await mailsOf('codes-locked')).toMatchObject([
        { to: EMAIL, content: { firstName: 'Ada', what: 'app', isForADay: true } },
      ]);
      await endWindows();
      expect((await give(thief, { code: await factor.freshCode() })).status).toBe(200);
      expect(await api.prisma.secondFactorLockout.count()).toBe(0);
    });

    it('is separate for recovery codes, which work while app codes are locked', async () => {
      await haveRecoveryCodes();
      const visitor = await waiting();
      for (let one = 0; one < 5; one++) await give(visitor, wrong());
      const [recoveryCode = ''] = factor.recoveryCodes;
      const replies: Reply[] = [];
      for (let one = 0; one < 4; one++) replies.push(await give(visitor, { recoveryCode: '0000-0000-0000' }));
      expect(replies.map(codeOf)).toEqual(many(4, 'WrongCode'));
      expect((await give(visitor, { recoveryCode })).status).toBe(200);
      expect(await api.prisma.secondFactorLockout.count()).toBe(0);
    });

    it('locks recovery codes for a day after five wrong ones', async () => {
      await haveRecoveryCodes();
      const visitor = await waiting();
      const replies: Awaited<ReturnType<typeof give>>[] = [];
      for (let one = 0; one < 6; one++) replies.push(await give(visitor, { recoveryCode: '0000-0000-0000' }));
      expect(replies.map(codeOf)).toEqual([...many(4, 'WrongCode'), ...many(2, 'CodesLocked')]);
      expect(Number(replies[4]?.headers['retry-after'])).toBe(86_400);
      const [recoveryCode = ''] = factor.recoveryCodes;
      expect(codeOf(await give(visitor, { recoveryCode }))).toBe('CodesLocked');
      expect(await mailsOf('codes-locked')).toMatchObject([
        { to: EMAIL, content: { what: 'recovery-code' } },
      ]);
      expect((await give(visitor, { code: await factor.freshCode() })).status).toBe(200);
    });

    it('continues after a new password, which ends only the lock', async () => {
      const former = await api.prisma.user.findUniqueOrThrow({ where: { email: EMAIL } });
      const thief = await waiting();
      await guessSlowly(thief, 15);
      await api.prisma.user.update({
        where: { email: EMAIL },
        data: { passwordHash: await api.service(Passwords).hash(OTHER_PASSWORD) },
      });
      const visitor = await api.visit();
      expect(codeOf(await login(visitor, OTHER_PASSWORD))).toBe('SecondFactorRequired');
      expect(await give(visitor, wrong())).toMatchObject({ status: 423 });
      await api.prisma.user.update({
        where: { email: EMAIL },
        data: { passwordHash: former.passwordHash },
      });
      await withPassword(visitor);
      expect((await give(visitor, { code: await factor.freshCode() })).status).toBe(200);
      expect(await api.prisma.secondFactorLockout.count()).toBe(0);
    });

    it('is separate for a browser in which the user has logged in before', async () => {
      const known = await withPassword(await api.visit());
      expect((await give(known, { code: await factor.freshCode() })).status).toBe(200);
      await known.refreshCsrfToken();
      const thief = await waiting();
      for (let one = 0; one < 5; one++) await give(thief, wrong());
      expect(codeOf(await give(thief, { code: await factor.freshCode() }))).toBe('CodesLocked');
      await withPassword(known);
      expect((await give(known, { code: await factor.freshCode() })).status).toBe(200);
    });

    it('does not change before the correct password', async () => {
      const stranger = await api.visit({ login: 'x'.repeat(43) });
      // The guesses fail even while the user's own login is pending.
      await waiting();
      for (let one = 0; one < 6; one++) expect(codeOf(await give(stranger, wrong()))).toBe('LoginOver');
      expect(await api.prisma.secondFactorLockout.count()).toBe(0);
    });
  });

  describe('ends', () => {
    it('after five minutes', async () => {
      const visitor = await waiting();
      await typedSql(api.pool)
        .updateTable('pendingLogins')
        .set({ expiresAt: ago({ seconds: 1 }) })
        .execute();
      const reply = await give(visitor, { code: await factor.freshCode() });
      expect([reply.status, codeOf(reply)]).toEqual([401, 'LoginOver']);
    });

    it('when the password has changed', async () => {
      const visitor = await waiting();
      const body = { current_password: GOOD_PASSWORD, ...passwordBody(OTHER_PASSWORD) };
      expect((await owner.post('/settings/security/password', body)).status).toBe(200);
      expect(codeOf(await give(visitor, { code: await factor.freshCode() }))).toBe('LoginOver');
    });

    it('when the factor is removed or replaced', async () => {
      const visitor = await waiting();
      expect((await owner.post('/settings/security/second-factor/removal', {})).status).toBe(200);
      const other = await TestFactor.make(api, EMAIL);
      expect(codeOf(await give(visitor, { code: await other.freshCode() }))).toBe('LoginOver');
      expect((await give(await waiting(), { code: await other.freshCode() })).status).toBe(200);
    });

    it('when the factor is replaced while its code is being checked', async () => {
      const visitor = await waiting();
      const code = await factor.freshCode();
      const reply = await api.commitOnceWaitedFor(
        async (client) => {
          await client.query('DELETE FROM second_factors');
          await client.query(
            `INSERT INTO second_factors (user_id, sealed_secret, confirmed_at)
             SELECT id, 'another', now() FROM users WHERE email = $1`,
            [EMAIL],
          );
        },
        () => give(visitor, { code }),
      );
      expect([codeOf(reply), await signedInEmail(visitor)]).toEqual(['LoginOver', undefined]);
    });

    it('without a session if the code and a change of the password are sent concurrently', async () => {
      const visitor = await waiting();
      const body = { current_password: GOOD_PASSWORD, ...passwordBody(OTHER_PASSWORD) };
      const code = await factor.freshCode();
      await Promise.all([give(visitor, { code }), owner.post('/settings/security/password', body)]);
      expect(await signedInEmail(visitor)).toBeUndefined();
    });
  });

  it('is not bypassed by a login that was running when the factor was added', async () => {
    await api.prisma.secondFactor.deleteMany();
    const visitor = await api.visit();
    const before = await sessionCount();
    const reply = await api.commitOnceWaitedFor(
      (client) => client.query(`UPDATE users SET second_factor_at = now() WHERE email = '${EMAIL}'`),
      () => login(visitor),
    );
    expect([reply.status, await signedInEmail(visitor), await sessionCount()]).toEqual([
      401,
      undefined,
      before,
    ]);
  });

  describe('is not bypassed [asvs 6.3.4]', () => {
    it('by a password reset, which ends trusted devices and keeps the factor [asvs 6.4.3]', async () => {
      const visitor = await waiting();
      await give(visitor, { code: await factor.freshCode() }, { rememberDevice: true });
      await visitor.refreshCsrfToken();
      await visitor.post('/forgot-password', { email: EMAIL });
      const token = await api.mailedToken(EMAIL, 'reset-password');
      const reset = await visitor.post(`/reset-password?resetToken=${token}`, passwordBody(OTHER_PASSWORD));
      expect([reset.status, await signedInEmail(visitor)]).toEqual([200, undefined]);
      await visitor.refreshCsrfToken();
      expect(codeOf(await login(visitor, OTHER_PASSWORD))).toBe('SecondFactorRequired');
    });

    it('by signing up again', async () => {
      const stranger = await api.visit();
      const { signUpBody } = await import('@foyer/testing/sign-up-body');
      await stranger.post('/register-by-email', signUpBody({ email: EMAIL }));
      const token = await api.mailedToken(EMAIL, 'already-registered');
      const reset = await stranger.post(`/reset-password?resetToken=${token}`, passwordBody(OTHER_PASSWORD));
      expect([reset.status, await signedInEmail(stranger)]).toEqual([200, undefined]);
      await stranger.refreshCsrfToken();
      expect(codeOf(await login(stranger, OTHER_PASSWORD))).toBe('SecondFactorRequired');
    });
  });

  describe('is skipped on a trusted device', () => {
    async function remembered(): Promise<Visitor> {
      const visitor = await waiting();
      expect((await give(visitor, { code: await factor.freshCode() }, { rememberDevice: true })).status).toBe(
        200,
      );
      await visitor.refreshCsrfToken();
      return visitor;
    }
    const isAsked = async (visitor: Visitor) => {
      const { status } = await login(visitor);
      await visitor.refreshCsrfToken();
      return status === 401;
    };

    it('for 30 days, only for this user and in this browser', async () => {
      const visitor = await remembered();
      expect([await isAsked(visitor), await isAsked(await api.visit())]).toEqual([false, true]);
      await signUp(api, 'grace@example.com');
      await TestFactor.make(api, 'grace@example.com');
      expect(
        codeOf(await visitor.post('/login', { email: 'grace@example.com', password: GOOD_PASSWORD })),
      ).toBe('SecondFactorRequired');
      const set = (trustedUntil: ReturnType<typeof ahead>) =>
        typedSql(api.pool).updateTable('knownDevices').set({ trustedUntil }).execute();
      const { trustedUntil } = await api.prisma.knownDevice.findFirstOrThrow({
        where: { trustedUntil: { not: null } },
      });
      expect(Math.round(((trustedUntil?.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(30);
      await set(ago({ seconds: 1 }));
      expect(await isAsked(visitor)).toBe(true);
    });

    it('until the user removes the device', async () => {
      const visitor = await remembered();
      const path = '/settings/security/second-factor';
      const { devices } = (await visitor.get(path)).body as { devices: { id: string; isCurrent: boolean }[] };
      expect(devices).toMatchObject([{ isCurrent: true }]);
      const grace = await signUp(api, 'grace@example.com');
      expect((await grace.delete(`${path}/devices/${devices[0]?.id}`)).status).toBe(404);
      expect((await owner.delete(`${path}/devices/${devices[0]?.id}`)).status).toBe(200);
      expect(await isAsked(visitor)).toBe(true);
      expect(await audit('second-factor.forget-device')).toEqual(['ok']);
    });

    it('until the factor is replaced', async () => {
      const visitor = await remembered();
      await owner.post('/settings/security/second-factor/removal', {});
      await TestFactor.make(api, EMAIL);
      expect(await isAsked(visitor)).toBe(true);
    });
  });

  describe('the settings of the second factor', () => {
    const path = '/settings/security/second-factor';

    it('store neither the secret nor the recovery codes readably [asvs 6.5.2]', async () => {
      await setUpAgain();
      const rows = JSON.stringify([
        await api.prisma.secondFactor.findMany(),
        await api.prisma.recoveryCode.findMany(),
      ]);
      for (const code of factor.recoveryCodes) {
        expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/);
        expect(rows).not.toContain(code.replaceAll('-', '').slice(2));
      }
      expect(factor.recoveryCodes).toHaveLength(10);
      expect(factor.secret).toMatch(/^[2-7A-Z]{32}$/);
      expect(rows).not.toContain(factor.secret);
      expect((await owner.get(path)).body).toMatchObject({ codesLeft: 10, devices: [], hasPassword: true });
      expect(await mailsOf('second-factor-added')).toMatchObject([
        { to: EMAIL, content: { firstName: 'Ada' } },
      ]);
      expect(await audit('second-factor.add')).toEqual(['ok']);
    });

    it('require no code at login before the first correct code, and add no second app', async () => {
      const grace = await signUp(api, 'grace@example.com');
      const { secret, uri } = (await grace.post(`${path}/set-up`, {})).body as Record<string, string>;
      expect(uri).toBe(`otpauth://totp/Foyer:grace%40example.com?secret=${secret}&issuer=Foyer`);
      expect(codeOf(await grace.post(path, { code: '000000' }))).toBe('WrongCode');
      const asGrace = { email: 'grace@example.com', password: GOOD_PASSWORD };
      expect((await (await api.visit()).post('/login', asGrace)).status).toBe(200);
      expect(codeOf(await owner.post(`${path}/set-up`, {}))).toBe('SecondFactorExists');
      expect(codeOf(await owner.post(path, { code: '000000' }))).toBe('SecondFactorExists');
    });

    it('end a set-up after 15 minutes', async () => {
      const grace = await signUp(api, 'grace@example.com');
      const { secret } = (await grace.post(`${path}/set-up`, {})).body as { secret: string };
      await typedSql(api.pool)
        .updateTable('secondFactors')
        .set({ createdAt: ago({ minutes: 16 }) })
        .where('confirmedAt', 'is', null)
        .execute();
      const { generateSync } = await import('otplib');
      expect(codeOf(await grace.post(path, { code: generateSync({ secret }) }))).toBe('WrongCode');
    });

    it('remove the app once', async () => {
      expect((await owner.post(`${path}/removal`, {})).status).toBe(200);
      expect((await owner.get(path)).body).toEqual({ codesLeft: 0, devices: [], hasPassword: true });
      expect((await login(await api.visit())).status).toBe(200);
      expect(await mailsOf('second-factor-removed')).toHaveLength(1);
      expect(codeOf(await owner.post(`${path}/removal`, {}))).toBe('NotFound');
    });

    it('count the wrong codes of a step-up like those of a login', async () => {
      const prove = (code: string) =>
        owner.post('/settings/security/proof', { code, password: GOOD_PASSWORD });
      for (let one = 0; one < 4; one++) expect(codeOf(await prove(factor.wrongCode()))).toBe('WrongCode');
      expect(codeOf(await prove(factor.wrongCode()))).toBe('CodesLocked');
      expect(codeOf(await prove(await factor.freshCode()))).toBe('CodesLocked');
    });

    it.each([
      ['set-up', {}],
      ['', { code: '000000' }],
      ['removal', {}],
      ['recovery-codes', {}],
    ])('require a step-up for POST second-factor/%s [asvs 7.5.1]', async (call, body) => {
      await typedSql(api.pool)
        .updateTable('sessions')
        .set({ stepUpAt: ago({ minutes: 11 }) })
        .execute();
      const reply = await owner.post([path, call].filter(Boolean).join('/'), body);
      expect([reply.status, codeOf(reply)]).toEqual([403, 'ProofNeeded']);
    });
  });

  it('continues on another replica, also during a key rotation', async () => {
    const CSRF_SECRET = 'new-csrf-secret-of-the-specs-0123456789';
    const former = 'csrf-secret-of-the-specs-0123456789';
    const { headers } = await login(await api.visit());
    const [, waits = ''] = /login=([^;]+)/.exec(String(headers['set-cookie'])) ?? [];
    const replica = await TestApi.start({ CSRF_SECRET: `${CSRF_SECRET},${former}` });
    try {
      const visitor = await replica.visit({ login: waits });
      expect((await give(visitor, { code: await factor.freshCode() })).status).toBe(200);
      // A replica that has only the new key can read the secret too.
      const { sealedSecret, userId } = await api.prisma.secondFactor.findFirstOrThrow();
      expect(open(sealedSecret, 'foyer second factor', userId, [CSRF_SECRET])).toBe(factor.secret);
    } finally {
      await replica.stop();
    }
  });
});
