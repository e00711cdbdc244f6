import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { seal } from '@foyer/mail/seal';
import { TestPasskey, type Ceremony } from '../../test-support/passkeys/test-authenticator.ts';
import { addPasskey, askToSign, logInBy } from '../../test-support/passkeys/test-passkeys.ts';
import { SessionCookie } from '../session-cookie.ts';
import { testRequest } from '../../test-support/test-request.ts';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, testEnvironment, type Visitor } from '../../test-support/test-api.ts';

const EMAIL = 'ada@example.com';

describe('signing in with a passkey', () => {
  let api: TestApi;
  let replica: TestApi;
  let ada: Visitor;
  let passkey: TestPasskey;
  beforeAll(async () => {
    [api, replica] = await Promise.all([TestApi.start(), TestApi.start()]);
  });
  afterAll(() => Promise.all([api.stop(), replica.stop()]));
  beforeEach(async () => {
    await api.empty();
    ada = await signUp(api, EMAIL);
    passkey = await addPasskey(ada);
  });

  const isSignedIn = async (visitor: Visitor) => 'user' in ((await visitor.get('/session')).body as object);
  const sidOf = ({ agent }: Visitor) =>
    agent.jar.getCookie('sid', { domain: '127.0.0.1', path: '/', secure: false, script: false })?.value ?? '';
  const logins = async () =>
    api.prisma.auditEvent.findMany({ where: { action: 'login' }, orderBy: { id: 'asc' } });

  it('needs no other proof, redirects as requested, and is recorded in the audit log', async () => {
    const visitor = await replica.visit();
    const reply = await logInBy(passkey, visitor, {}, { redirect: '/settings/team' });
    expect([reply.status, reply.body]).toMatchObject([
      200,
      { user: { email: EMAIL }, hasIncompleteBilling: false, redirectURL: '/settings/team' },
    ]);
    expect(await isSignedIn(visitor)).toBe(true);
    expect(await logins()).toMatchObject([{ outcome: 'ok', email: EMAIL, details: { by: 'passkey' } }]);
  });

  it('redirects only to allowed addresses', async () => {
    const reply = await logInBy(passkey, await api.visit(), {}, { redirect: 'https://evil.test/' });
    expect(reply.body).toMatchObject({ redirectURL: 'http://product.test/home' });
  });

  it('makes the browser a known device', async () => {
    const visitor = await api.visit();
    const { headers } = await logInBy(passkey, visitor);
    expect(String(headers['set-cookie'])).toMatch(/device=[\w-]{43}/);
    expect(await api.prisma.knownDevice.count()).toBe(1);
  });

  it('has the outcomes of any login: deactivated, ended plan, incomplete billing [asvs 6.3.4]', async () => {
    const { id, teamId } = await api.prisma.user.findUniqueOrThrow({ where: { email: EMAIL } });
    await api.prisma.team.update({ where: { id: teamId }, data: { hasIncompleteBilling: true } });
    expect((await logInBy(passkey, await api.visit())).body).toMatchObject({ hasIncompleteBilling: true });

    await api.prisma.subscription.create({
      data: {
        teamId,
        stripeCustomerId: 'cus_1',
        stripeSubscriptionId: 'sub_1',
        status: 'canceled',
        endsAs: 'ended',
      },
    });
    const ended = await api.visit();
    expect((await logInBy(passkey, ended)).body).toMatchObject({ code: 'SubscriptionEnded' });
    expect((await ended.get('/session')).body).toMatchObject({ restrictedTo: 'billing' });

    await api.prisma.user.update({ where: { id }, data: { deactivatedAt: new Date() } });
    const out = await api.visit();
    expect((await logInBy(passkey, out)).body).toMatchObject({ code: 'Deactivated' });
    expect(await isSignedIn(out)).toBe(false);
  });

  it.each<[string, Ceremony]>([
    ['from another origin', { origin: 'http://localhost:3001' }],
    ['for another host', { rpId: 'evil.test' }],
    ['without user verification', { isVerified: false }],
    ['in a frame', { isInFrame: true }],
    ['with another user’s handle', { userHandle: Buffer.alloc(16).toString('base64url') }],
  ])('is rejected %s', async (_, how) => {
    const visitor = await api.visit();
    const reply = await logInBy(passkey, visitor, how);
    expect([reply.status, reply.body]).toMatchObject([401, { code: 'PasskeyRefused' }]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it('gives the same response to an unknown passkey, a removed passkey and a wrong signature', async () => {
    const { id: userId } = await api.prisma.user.findUniqueOrThrow({ where: { email: EMAIL } });
    const unknown = new TestPasskey();
    unknown.make({ challenge: 'x', user: { id: '', name: '', displayName: '' } });
    const userHandle = Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
    const refused = [await logInBy(unknown, await api.visit(), { userHandle })];
    const visitor = await api.visit();
    const credential = passkey.sign(await askToSign(visitor));
    const { signature } = passkey.sign(await askToSign(visitor)).response;
    const forged = { ...credential, response: { ...credential.response, signature } };
    refused.push(await visitor.post('/login/passkey', { credential: forged }));
    await api.prisma.passkey.deleteMany({});
    refused.push(await logInBy(passkey, await api.visit()));
    for (const { status, text } of refused) expect([status, text]).toEqual([401, refused[0]?.text]);
    expect(await logins()).toMatchObject(Array(3).fill({ outcome: 'PasskeyRefused', email: '' }));
  });

  it('starts with a challenge that names no passkey or address, and stores no row', async () => {
    const before = await api.prisma.usedChallenge.count();
    const visitor = await api.visit();
    expect(await askToSign(visitor)).toEqual({
      challenge: expect.stringMatching(/^[\w-]{60,}$/),
      rpId: 'localhost',
      timeout: 600_000,
      userVerification: 'required',
    });
    expect(await api.prisma.usedChallenge.count()).toBe(before);
  });

  describe('a challenge', () => {
    it('is accepted once: one of 20 equal assertions on two replicas signs the user in', async () => {
      const visitor = await api.visit();
      const credential = passkey.sign(await askToSign(visitor));
      const visitors = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? api : replica).visit({ sid: sidOf(visitor) }),
        ),
      );
      const replies = await Promise.all(visitors.map((each) => each.post('/login/passkey', { credential })));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(401)]);
    });

    it('belongs to one browser, so that a signature from another browser is invalid', async () => {
      const [victim, thief] = [await api.visit(), await api.visit()];
      const credential = passkey.sign(await askToSign(victim));
      expect((await thief.post('/login/passkey', { credential })).status).toBe(401);
      expect((await victim.post('/login/passkey', { credential })).status).toBe(200);
    });

    it.each([
      [-1, 401],
      [60, 200],
    ])('that expires in %i seconds gets status %i', async (seconds, status) => {
      const visitor = await api.visit();
      const browser = api.service(SessionCookie).browserHash(testRequest({ sid: sidOf(visitor) }));
      const { rows } = await api.pool.query<{ at: Date }>(`SELECT now() + $1 * interval '1 second' AS at`, [
        seconds,
      ]);
      const text = JSON.stringify({ random: 'x', expiresAt: rows[0]?.at });
      const bound = `login  ${Buffer.from(browser).toString('base64url')}`;
      const { CSRF_SECRET: secret = '' } = testEnvironment();
      const challenge = seal(text, 'foyer passkey challenge', bound, secret);
      const reply = await visitor.post('/login/passkey', { credential: passkey.sign({ challenge }) });
      expect(reply.status).toBe(status);
    });

    it('for adding a passkey is rejected at a login', async () => {
      const { body } = await ada.post('/settings/security/passkeys/options', {});
      const credential = passkey.sign(body as { challenge: string });
      expect((await ada.post('/login/passkey', { credential })).status).toBe(401);
    });

    it.each(['', 'x', Buffer.alloc(64).toString('base64url')])(
      'with the invalid value %j is rejected',
      async (challenge) => {
        const visitor = await api.visit();
        const reply = await visitor.post('/login/passkey', { credential: passkey.sign({ challenge }) });
        expect(reply.status).toBe(401);
      },
    );
  });

  describe('a counter', () => {
    const copied = async () =>
      (await api.queuedMails()).filter(
        (mail) => mail.kind === 'passkey-changed' && mail.content.what === 'copied',
      );

    it('that does not increase causes a mail and an audit entry, and blocks no login', async () => {
      for (const counter of [7, 8, 8]) {
        expect((await logInBy(passkey, await api.visit(), { counter })).status).toBe(200);
      }
      expect(await copied()).toMatchObject([{ to: EMAIL, content: { what: 'copied' } }]);
      expect(await api.prisma.auditEvent.count({ where: { action: 'passkey.counter' } })).toBe(1);
    });

    it('that always stays 0 causes no mail', async () => {
      for (let times = 0; times < 3; times++) await logInBy(passkey, await api.visit());
      expect(await copied()).toEqual([]);
    });
  });

  it('works while strangers have locked the address, and gives them no further attempt', async () => {
    const stranger = await api.visit();
    for (let tries = 0; tries < 5; tries++)
      await stranger.post('/login', { email: EMAIL, password: 'wrong' });
    expect((await logInBy(passkey, await api.visit())).status).toBe(200);
    expect((await stranger.post('/login', { email: EMAIL, password: 'wrong' })).status).toBe(423);
  });

  it('fails with a passkey that is being removed', async () => {
    const visitor = await api.visit();
    const credential = passkey.sign(await askToSign(visitor));
    const reply = await api.commitOnceWaitedFor(
      (client) => client.query('DELETE FROM passkeys'),
      () => visitor.post('/login/passkey', { credential }),
    );
    expect(reply.status).toBe(401);
    expect(await isSignedIn(visitor)).toBe(false);
  });
});
