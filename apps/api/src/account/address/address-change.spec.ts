import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PasskeyRequest } from '@foyer/contracts/identity/passkeys';
import { ADDRESS_LINK_QUEUE } from '@foyer/mail/queues';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { limits } from '../../config/limits.ts';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestPasskey } from '../../test-support/passkeys/test-authenticator.ts';
import { addPasskey, logInBy } from '../../test-support/passkeys/test-passkeys.ts';
import { TestFactor } from '../../test-support/test-factor.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD, passwordBody } from '../../test-support/test-bodies.ts';
import { advanceLimits } from '../../test-support/test-limits.ts';

const OLD = 'ada@example.com';
const NEW = 'ada@new.example.com';
const ASK = '/settings/profile/address';

describe('a change of address', () => {
  let api: TestApi;
  let ada: Visitor;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    ada = await signUp(api, OLD);
  });

  const ask = (visitor = ada, email = NEW) => visitor.post(ASK, { email });
  const mailTo = async (to: string, kind: string) =>
    (await api.queuedMails()).findLast((mail) => mail.to === to && mail.kind === kind);
  async function linkTo(email = NEW): Promise<string> {
    const mail = await mailTo(email, 'confirm-address');
    if (mail?.kind !== 'confirm-address') throw new Error(`no link was mailed to ${email}`);
    return mail.content.token;
  }
  async function undoLink(): Promise<string> {
    const mail = await mailTo(OLD, 'address-changed');
    if (mail?.kind !== 'address-changed') throw new Error('the former address was not told');
    return mail.content.undoToken;
  }
  const confirm = (token: string, visitor = ada) => visitor.post('/address-link', { token });
  const undo = async (token: string) => (await api.visit()).post('/address-undo', { token });
  const emailOf = async (visitor: Visitor) =>
    ((await visitor.get('/session')).body as { user?: { email: string } }).user?.email;
  const logIn = async (email: string, password = GOOD_PASSWORD) => {
    const visitor = await api.visit();
    const { status } = await visitor.post('/login', { email, password });
    await visitor.refreshCsrfToken();
    return { visitor, status };
  };
  async function change(): Promise<string> {
    expect((await ask()).status).toBe(200);
    expect((await confirm(await linkTo())).status).toBe(200);
    return undoLink();
  }
  const actions = async () =>
    (await api.prisma.auditEvent.findMany({ orderBy: { id: 'asc' } })).map(({ action }) => action);

  it('has no effect until the link to the new address is used', async () => {
    const { status, body } = await ask();
    expect([status, body]).toEqual([200, { message: 'Link sent', email: NEW }]);
    const token = await linkTo();
    expect((await ada.get(`/address-link?token=${token}`)).body).toEqual({ state: 'valid', email: NEW });
    expect(await emailOf(ada)).toBe(OLD);
    expect((await confirm(token)).status).toBe(200);
    expect(await emailOf(ada)).toBe(NEW);
    expect([(await logIn(OLD)).status, (await logIn(NEW)).status]).toEqual([401, 200]);
    expect((await confirm(token)).body).toMatchObject({ code: 'LinkUsed' });
    expect(await actions()).toEqual(expect.arrayContaining(['address.ask', 'address.change']));
  });

  it('requires a step-up [asvs 7.5.1]', async () => {
    await api.prisma.session.updateMany({ data: { stepUpAt: new Date(Date.now() - 11 * 60_000) } });
    expect((await ask()).body).toMatchObject({ code: 'ProofNeeded' });
    expect(await api.prisma.addressChange.count()).toBe(0);
    expect((await (await api.visit()).post(ASK, { email: NEW })).status).toBe(401);
  });

  it('can be confirmed only by the user who requested it', async () => {
    await ask();
    const token = await linkTo();
    const eve = await signUp(api, 'eve@example.com');
    expect((await eve.get(`/address-link?token=${token}`)).body).toEqual({ state: 'unknown' });
    expect((await confirm(token, eve)).body).toMatchObject({ code: 'LinkUnknown' });
    expect((await confirm(token, await api.visit())).status).toBe(401);
    expect(await emailOf(ada)).toBe(OLD);
  });

  it('has only one valid link at a time, and the link expires', async () => {
    await ask();
    const first = await linkTo();
    await ask(ada, 'third@example.com');
    expect((await confirm(first)).body).toMatchObject({ code: 'LinkReplaced' });
    const second = await linkTo('third@example.com');
    await api.pool.query(`UPDATE address_changes SET expires_at = now() - interval '1 second'`);
    expect((await confirm(second)).body).toMatchObject({ code: 'LinkExpired' });
    expect(await emailOf(ada)).toBe(OLD);
  });

  describe('the undo period', () => {
    const week = 7 * 24;
    async function hoursAfterAskedBy(visitor: Visitor): Promise<number> {
      expect((await ask(visitor)).status).toBe(200);
      expect((await confirm(await linkTo(), visitor)).status).toBe(200);
      const { rows } = await api.pool.query<{ hours: number }>(
        `SELECT extract(epoch FROM undo_until - applied_at)::int / 3600 AS hours FROM address_changes`,
      );
      return rows[0]?.hours ?? 0;
    }
    const age = (table: 'passkeys.created_at' | 'users.second_factor_at', days: number) => {
      const [name, column] = table.split('.');
      return api.pool.query(`UPDATE ${name} SET ${column} = now() - $1 * interval '1 day'`, [days]);
    };
    const byPasskey = async (passkey: TestPasskey) => {
      const visitor = await api.visit();
      expect((await logInBy(passkey, visitor)).status).toBe(200);
      await visitor.refreshCsrfToken();
      return visitor;
    };
    const byFactor = async (proof: object) => {
      const visitor = await api.visit();
      await visitor.post('/login', { email: OLD, password: GOOD_PASSWORD });
      const { status } = await visitor.post('/login/second-factor', { rememberDevice: false, ...proof });
      expect(status).toBe(200);
      await visitor.refreshCsrfToken();
      return visitor;
    };

    it('is seven days', async () => {
      expect(await hoursAfterAskedBy(ada)).toBe(week);
    });

    it.each([
      [8, 24],
      [6, week],
    ])('for a user who logged in with a passkey that is %i days old, is %i hours', async (days, hours) => {
      const passkey = await addPasskey(ada);
      await age('passkeys.created_at', days);
      expect(await hoursAfterAskedBy(await byPasskey(passkey))).toBe(hours);
    });

    it('is seven days if the user enters the password after a login with an old passkey', async () => {
      const passkey = await addPasskey(ada);
      await age('passkeys.created_at', 8);
      const visitor = await byPasskey(passkey);
      await visitor.post('/settings/security/proof', { password: GOOD_PASSWORD });
      await visitor.refreshCsrfToken();
      expect(await hoursAfterAskedBy(visitor)).toBe(week);
    });

    it('is one day if the user confirms with an old passkey after a login with the password', async () => {
      const passkey = await addPasskey(ada);
      await age('passkeys.created_at', 8);
      const { body } = await ada.get('/settings/security/proof/passkey');
      const credential = passkey.sign(body as PasskeyRequest);
      expect((await ada.post('/settings/security/proof/passkey', { credential })).status).toBe(200);
      await ada.refreshCsrfToken();
      expect(await hoursAfterAskedBy(ada)).toBe(24);
    });

    it('is seven days after a recovery code, and one day after a code of an old authenticator app', async () => {
      const factor = await TestFactor.makeWithCodes(api, OLD);
      await age('users.second_factor_at', 8);
      const visitor = await byFactor({ recoveryCode: factor.recoveryCodes[0] });
      expect(await hoursAfterAskedBy(visitor)).toBe(week);
      await api.pool.query(`DELETE FROM address_changes`);
      await api.pool.query(`UPDATE users SET email = $1`, [OLD]);
      await advanceLimits(api);
      expect(await hoursAfterAskedBy(await byFactor({ code: await factor.freshCode() }))).toBe(24);
    });
  });

  it('does not store its tokens in plain text', async () => {
    const undoToken = await change();
    const { rows } = await api.pool.query<{ dump: string }>(
      `SELECT string_agg(c::text, '') AS dump FROM address_changes c`,
    );
    expect(rows[0]?.dump).not.toContain(undoToken);
    expect(rows[0]?.dump).not.toContain(await linkTo());
  });

  it('ends other sessions, and invalidates links and known browsers of the former address', async () => {
    const { visitor: other } = await logIn(OLD);
    await (await api.visit()).post('/forgot-password', { email: OLD });
    const reset = await api.mailedToken(OLD, 'reset-password');
    await change();
    expect([await emailOf(other), await emailOf(ada)]).toEqual([undefined, NEW]);
    const reply = await (
      await api.visit()
    ).post(`/reset-password?resetToken=${reset}`, passwordBody('Another-Good-One-9!'));
    expect(reply.body).toMatchObject({ code: 'LinkReplaced' });
    expect(await api.prisma.knownDevice.count()).toBe(0);
  });

  it('is rejected if a company manages the address', async () => {
    const { id: userId, teamId } = await api.prisma.user.findUniqueOrThrow({ where: { email: OLD } });
    await ask();
    const token = await linkTo();
    await api.prisma.identityProvider.create({
      data: {
        name: 'acme',
        teamId,
        entityId: 'https://idp.acme.test',
        singleSignOnUrl: 'https://idp.acme.test/sso',
        identities: { create: { nameId: 'ada-1', userId } },
      },
    });
    expect((await ask()).body).toMatchObject({ code: 'AddressKept' });
    expect((await confirm(token)).body).toMatchObject({ code: 'AddressKept' });
  });

  it.each([
    ['not-an-address', 'Valid email address required'],
    [` ADA@example.com `, 'This is already your email address'],
  ])('to %s is rejected', async (email, text) => {
    expect((await ask(ada, email)).body).toMatchObject({ fields: { email: text } });
  });

  describe('mails the link', () => {
    const EVE = 'eve@example.com';
    const links = async (email = NEW) =>
      (await api.queuedMails()).filter((mail) => mail.kind === 'confirm-address' && mail.to === email).length;
    async function pass(hours: number): Promise<void> {
      await api.queuedMails();
      await advanceLimits(api, hours * 3_600);
      await api.makeJobsDue(ADDRESS_LINK_QUEUE);
    }

    it('to one address twice, then every six hours, for a user who requests it every hour', async () => {
      for (let hour = 0; hour < 24; hour++) {
        await ask();
        await pass(1);
      }
      expect(await links()).toBe(2 + 3);
    });

    it('even if another user has requested the same address before', async () => {
      const eve = await signUp(api, EVE);
      await ask(eve);
      expect(await links()).toBe(1);
      await ask();
      expect((await confirm(await linkTo())).status).toBe(200);
      expect(await links()).toBe(2);
    });

    it('to one address four times, then once an hour, for all users together', async () => {
      const requesters = await Promise.all(
        Array.from({ length: 6 }, (_, number) => signUp(api, `eve-${number}@example.com`)),
      );
      for (const eve of requesters) await ask(eve);
      expect(await links()).toBe(limits.linksToAddress.size);
      await ask();
      await pass(1);
      expect(await links()).toBe(limits.linksToAddress.size + 1);
      await pass(1);
      await pass(1);
      expect(await links()).toBe(limits.linksToAddress.size + 3);
      expect(await api.prisma.addressChange.count({ where: { tokenHash: null } })).toBe(0);
    });

    it('once, and the link still works after another request during the cooldown', async () => {
      await ask();
      const token = await linkTo();
      await ask();
      expect(await links()).toBe(1);
      expect((await confirm(token)).status).toBe(200);
    });

    it('later if the user has requested another address in between', async () => {
      await ask();
      expect(await links()).toBe(1);
      await ask(ada, 'third@example.com');
      await ask();
      expect(await links()).toBe(1);
      await pass(1);
      expect(await links()).toBe(2);
      expect((await confirm(await linkTo())).status).toBe(200);
    });
  });

  describe('to an address with an account', () => {
    it('gets the same response and queues as many jobs as any other, but sends no mail', async () => {
      await signUp(api, 'taken@example.com');
      const queued = async () =>
        (await api.pool.query(`SELECT FROM pgboss.job WHERE name = 'address-link'`)).rowCount;
      const free = await ask();
      const before = await queued();
      const taken = await ask(ada, 'taken@example.com');
      expect([taken.status, Object.keys(taken.body as object)]).toEqual([
        free.status,
        Object.keys(free.body as object),
      ]);
      expect(await queued()).toBe((before ?? 0) + 1);
      expect(await mailTo('taken@example.com', 'confirm-address')).toBeUndefined();
    });

    it('is rejected at the link if the account was created in the meantime', async () => {
      await ask();
      const token = await linkTo();
      await signUp(api, NEW);
      expect((await confirm(token)).body).toMatchObject({ code: 'AddressTaken' });
      expect(await emailOf(ada)).toBe(OLD);
    });
  });

  describe('the undo link', () => {
    it('restores the former address, and ends all other access', async () => {
      const undoToken = await change();
      const { visitor: thief } = await logIn(NEW);
      const { id: userId } = await api.prisma.user.findUniqueOrThrow({ where: { email: NEW } });
      await api.prisma.passkey.create({
        data: { userId, credentialId: 'thief', publicKey: new Uint8Array([1]), counter: 0n, name: 'Mine' },
      });
      expect((await (await api.visit()).get(`/address-undo?token=${undoToken}`)).body).toEqual({
        state: 'valid',
        email: OLD,
      });
      expect(await emailOf(thief)).toBe(NEW);
      expect((await undo(undoToken)).status).toBe(200);
      expect([await emailOf(thief), await emailOf(ada)]).toEqual([undefined, undefined]);
      expect(await api.prisma.passkey.count()).toBe(0);
      expect(await api.prisma.user.findFirst()).toMatchObject({ passwordSetAt: expect.any(Date) });
      expect([(await logIn(OLD)).status, (await logIn(NEW)).status]).toEqual([401, 401]);
      const reset = await api.mailedToken(OLD, 'reset-password');
      await (
        await api.visit()
      ).post(`/reset-password?resetToken=${reset}`, passwordBody('Another-Good-One-9!'));
      expect((await logIn(OLD, 'Another-Good-One-9!')).status).toBe(200);
      expect((await undo(undoToken)).body).toMatchObject({ code: 'LinkUsed' });
    });

    it.each([
      ['removes a second factor that was added after the change', '0 days', 0],
      ['keeps a second factor that was added two days before the change', '2 days', 1],
    ])('%s', async (_what, age, left) => {
      const undoToken = await change();
      const { id: userId } = await api.prisma.user.findUniqueOrThrow({ where: { email: NEW } });
      await api.prisma.secondFactor.create({ data: { userId, sealedSecret: 'sealed' } });
      await api.pool.query('UPDATE second_factors SET confirmed_at = now() - $1::interval', [age]);
      expect((await undo(undoToken)).status).toBe(200);
      expect(await api.prisma.secondFactor.count()).toBe(left);
    });

    it('works for seven days, in which no other change is possible', async () => {
      const undoToken = await change();
      expect((await ask(ada, 'third@example.com')).body).toMatchObject({ code: 'AddressLocked' });
      const { rows } = await api.pool.query<{ days: string }>(
        `SELECT extract(day FROM undo_until - applied_at) AS days FROM address_changes`,
      );
      expect(Number(rows[0]?.days)).toBe(7);
      await api.pool.query(`UPDATE address_changes SET undo_until = now() - interval '1 second'`);
      expect((await undo(undoToken)).body).toMatchObject({ code: 'LinkExpired' });
      expect((await ask(ada, 'third@example.com')).status).toBe(200);
    });

    it('is rejected if it is unknown, or if the address has changed since', async () => {
      const undoToken = await change();
      expect((await undo('x')).body).toMatchObject({ code: 'LinkUnknown' });
      expect((await undo('')).body).toMatchObject({ code: 'LinkUnknown' });
      await api.prisma.user.update({ where: { email: NEW }, data: { email: 'admin-said@example.com' } });
      expect((await undo(undoToken)).body).toMatchObject({ code: 'LinkReplaced' });
    });
  });

  describe('reserves the former address', () => {
    it('against sign-ups, which get the same response as for an address in use', async () => {
      await change();
      const visitor = await api.visit();
      const reserved = await visitor.post('/register-by-email', signUpBody({ email: OLD }));
      const taken = await visitor.post('/register-by-email', signUpBody({ email: NEW }));
      expect(reserved.status).toBe(taken.status);
      expect(Object.keys(reserved.body as object)).toEqual(Object.keys(taken.body as object));
      expect(await mailTo(OLD, 'verify-email')).toBeUndefined();
      expect(await api.prisma.registration.count()).toBe(0);
    });

    it('against another user’s change, which gets the same response as for a free address', async () => {
      await change();
      const eve = await signUp(api, 'eve@example.com');
      expect((await ask(eve, OLD)).status).toBe(200);
      expect(await mailTo(OLD, 'confirm-address')).toBeUndefined();
    });

    it('in the database, until the change can no longer be undone', async () => {
      await change();
      const eve = await signUp(api, 'eve@example.com');
      const take = () =>
        api.prisma.user.update({ where: { email: 'eve@example.com' }, data: { email: OLD } });
      await expect(take()).rejects.toThrow(/[Uu]nique/);
      await expect(signUp(api, OLD)).rejects.toThrow();
      await api.pool.query(`UPDATE address_changes SET undo_until = now() - interval '1 second'`);
      await take();
      expect(await emailOf(eve)).toBe(OLD);
    });
  });
});
