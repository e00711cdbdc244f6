import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  MAX_PASSKEYS,
  type OwnPasskey,
  type PasskeyCreation,
  type PasskeyRequest,
} from '@foyer/contracts/identity/passkeys';
import { TestPasskey, type Ceremony } from '../../test-support/passkeys/test-authenticator.ts';
import { addPasskey, askToSign, logInBy } from '../../test-support/passkeys/test-passkeys.ts';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { passwordBody } from '../../test-support/test-bodies.ts';

const EMAIL = 'ada@example.com';
const PATH = '/settings/security/passkeys';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('a user’s passkeys', () => {
  let api: TestApi;
  let ada: Visitor;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    ada = await signUp(api, EMAIL);
  });

  const list = async (visitor = ada) =>
    ((await visitor.get(PATH)).body as { passkeys: OwnPasskey[] }).passkeys;
  const begin = async (visitor = ada) => (await visitor.post(`${PATH}/options`, {})).body as PasskeyCreation;
  const mails = async () => (await api.queuedMails()).filter(({ kind }) => kind === 'passkey-changed');
  const actions = async () =>
    (await api.prisma.auditEvent.findMany({ orderBy: { id: 'asc' } })).map(({ action }) => action);
  const loseProof = () =>
    api.pool.query("UPDATE sessions SET step_up_at = step_up_at - interval '11 minutes'");

  it('are named after the browser, cause a mail, and suffice for a login', async () => {
    const passkey = new TestPasskey();
    const credential = passkey.make(await begin());
    const added = await ada.post(PATH, { credential }).set('user-agent', FIREFOX);
    expect([added.status, added.body]).toMatchObject([
      201,
      { passkey: { name: 'Firefox on Windows', isBackedUp: true, lastUsedAt: null } },
    ]);
    expect(await mails()).toMatchObject([
      {
        to: EMAIL,
        content: { what: 'added', name: 'Firefox on Windows', browser: 'Firefox', system: 'Windows' },
      },
    ]);
    expect(await actions()).toContain('passkey.add');
    expect((await logInBy(passkey, await api.visit())).status).toBe(200);
    expect((await list())[0]?.lastUsedAt).not.toBeNull();
  });

  it.each([
    ['de', 'Firefox unter Windows'],
    ['ar', 'متصفح Firefox على Windows'],
  ])('are named in the language of the account: %s', async (language, name) => {
    await api.prisma.user.updateMany({ data: { language } });
    const credential = new TestPasskey().make(await begin());
    await ada.post(PATH, { credential }).set('user-agent', FIREFOX).expect(201);
    expect(await list()).toMatchObject([{ name }]);
  });

  it('are requested as discoverable, with user verification, without attestation and without the address', async () => {
    await addPasskey(ada);
    const options = await begin();
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ type: 'public-key' }],
    });
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(16);
  });

  it('need a step-up to be added or removed, and none to be listed or renamed [asvs 7.5.1]', async () => {
    await addPasskey(ada);
    const [passkey] = await list();
    await loseProof();
    expect((await ada.post(`${PATH}/options`, {})).body).toMatchObject({ code: 'ProofNeeded' });
    expect((await ada.delete(`${PATH}/${passkey?.id}`)).status).toBe(403);
    expect((await ada.patch(`${PATH}/${passkey?.id}`, { name: 'Work laptop' })).status).toBe(200);
    expect(await list()).toMatchObject([{ name: 'Work laptop' }]);
  });

  it('cannot be used after their removal, which causes a mail', async () => {
    const passkey = await addPasskey(ada);
    const [row] = await list();
    expect((await ada.delete(`${PATH}/${row?.id}`)).status).toBe(200);
    expect(await list()).toEqual([]);
    expect((await logInBy(passkey, await api.visit())).body).toMatchObject({ code: 'PasskeyRefused' });
    expect(await mails()).toMatchObject([{ content: { what: 'added' } }, { content: { what: 'removed' } }]);
    expect(await actions()).toContain('passkey.remove');
  });

  it('are private: another user’s passkey gets 404 like one that does not exist', async () => {
    await addPasskey(ada);
    const [row] = await list();
    const eve = await signUp(api, 'eve@example.com');
    const missing = `${PATH}/01a1fac9-bf9d-7fe3-b748-4c4c87875422`;
    for (const path of [`${PATH}/${row?.id}`, missing, `${PATH}/x`]) {
      expect((await eve.delete(path)).status).toBe(404);
      expect((await eve.patch(path, { name: 'Mine' })).status).toBe(404);
    }
    expect(await list(eve)).toEqual([]);
    expect(await list()).toHaveLength(1);
  });

  it('are accessible only to signed-in users', async () => {
    const stranger = await api.visit();
    expect((await stranger.get(PATH)).status).toBe(401);
    expect((await stranger.post(`${PATH}/options`, {})).status).toBe(401);
    const credential = new TestPasskey().make(await begin());
    expect((await stranger.post(PATH, { credential })).status).toBe(401);
  });

  it.each<[string, Ceremony]>([
    ['for another origin', { origin: 'http://localhost:3001' }],
    ['for another host', { rpId: 'evil.test' }],
    ['without user verification', { isVerified: false }],
    ['in a frame', { isInFrame: true }],
  ])('are rejected if they are created %s', async (_, how) => {
    const credential = new TestPasskey().make(await begin(), how);
    const reply = await ada.post(PATH, { credential });
    expect([reply.status, reply.body]).toMatchObject([400, { code: 'PasskeyNotMade' }]);
    expect(await list()).toEqual([]);
  });

  it('are added once per challenge, which must belong to the same browser, user and purpose', async () => {
    const options = await begin();
    const eve = await signUp(api, 'eve@example.com');
    const foreign = new TestPasskey().make({ ...options, challenge: (await begin(eve)).challenge });
    expect((await ada.post(PATH, { credential: foreign })).status).toBe(400);
    const { challenge } = (await ada.get('/login/passkey')).body as PasskeyCreation;
    const forLogin = new TestPasskey().make({ ...options, challenge });
    expect((await ada.post(PATH, { credential: forLogin })).status).toBe(400);
    const made = () => ada.post(PATH, { credential: new TestPasskey().make(options) });
    const replies = await Promise.all(Array.from({ length: 20 }, made));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await list()).toHaveLength(1);
  });

  it('belong to one account: another user cannot add the same credential', async () => {
    const passkey = await addPasskey(ada);
    const eve = await signUp(api, 'eve@example.com');
    const stolen = await eve.post(PATH, { credential: passkey.make(await begin(eve)) });
    expect([stolen.status, stolen.body]).toMatchObject([400, { code: 'PasskeyNotMade' }]);
    expect([await list(eve), (await list()).length]).toEqual([[], 1]);
  });

  it('are not added if the session ends at the same time', async () => {
    const credential = new TestPasskey().make(await begin());
    const reply = await api.commitOnceWaitedFor(
      async (client) => {
        await client.query('SELECT FROM users WHERE email = $1 FOR UPDATE', [EMAIL]);
        await client.query('DELETE FROM sessions');
      },
      () => ada.post(PATH, { credential }),
    );
    expect([reply.status, reply.body]).toMatchObject([401, { code: 'SignInRequired' }]);
    expect(await api.prisma.passkey.count()).toBe(0);
  });

  it(`are at most ${MAX_PASSKEYS}, even with concurrent additions`, async () => {
    const { id: userId } = await api.prisma.user.findUniqueOrThrow({ where: { email: EMAIL } });
    await api.prisma.passkey.createMany({
      data: Array.from({ length: MAX_PASSKEYS - 1 }, (_, index) => ({
        userId,
        credentialId: `id-${index}`,
        name: 'x',
        counter: 0,
        publicKey: new Uint8Array([1]),
      })),
    });
    const all = await Promise.all(Array.from({ length: 5 }, () => begin()));
    const replies = await Promise.all(
      all.map((options) => ada.post(PATH, { credential: new TestPasskey().make(options) })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect((await ada.post(`${PATH}/options`, {})).body).toMatchObject({ code: 'PasskeyLimitReached' });
  });

  it.each([
    ['', 'Enter a name for the passkey'],
    ['\u200b ', 'Enter a name for the passkey'],
    ['x'.repeat(61), 'Use 60 characters or fewer'],
  ])('cannot be renamed to %j', async (name, problem) => {
    await addPasskey(ada);
    const [row] = await list();
    const reply = await ada.patch(`${PATH}/${row?.id}`, { name });
    expect([reply.status, reply.body]).toMatchObject([400, { fields: { name: problem } }]);
  });

  describe('at step-up', () => {
    const PROOF = '/settings/security/proof/passkey';
    const ask = async (visitor = ada) => (await visitor.get(PROOF)).body as PasskeyRequest;
    const isProofNeeded = async () => (await ada.post(`${PATH}/options`, {})).status === 403;

    it('replace the password by a signature that works once, and renew the session token', async () => {
      const passkey = await addPasskey(ada);
      await loseProof();
      expect((await ada.post(`${PATH}/options`, {})).body).toMatchObject({ proofs: ['password', 'passkey'] });
      const credential = passkey.sign(await ask());
      const before = await api.prisma.session.findMany({ select: { id: true, tokenHash: true } });
      expect((await ada.post(PROOF, { credential })).status).toBe(200);
      const after = await api.prisma.session.findMany({ select: { id: true, tokenHash: true } });
      expect([after[0]?.id, after[0]?.tokenHash === before[0]?.tokenHash]).toEqual([before[0]?.id, false]);
      await ada.refreshCsrfToken();
      expect(await isProofNeeded()).toBe(false);
      expect((await ada.post(PROOF, { credential })).status).toBe(401);
      expect((await list())[0]?.lastUsedAt).not.toBeNull();
    });

    it('are accepted only from their user, for a step-up challenge, with user verification', async () => {
      const passkey = await addPasskey(ada);
      const eve = await signUp(api, 'eve@example.com');
      const foreign = await addPasskey(eve);
      await loseProof();
      const refused = [
        foreign.sign(await ask()),
        passkey.sign(await ask(eve)),
        passkey.sign(await askToSign(ada)),
        passkey.sign(await ask(), { isVerified: false }),
      ];
      for (const credential of refused)
        expect((await ada.post(PROOF, { credential })).body).toMatchObject({ code: 'PasskeyRefused' });
      expect(await isProofNeeded()).toBe(true);
    });
  });

  it('remain after a password reset by mail, which is confirmed with their number', async () => {
    const passkey = await addPasskey(ada);
    const visitor = await api.visit();
    await visitor.post('/forgot-password', { email: EMAIL });
    const token = await api.mailedToken(EMAIL, 'reset-password');
    const reset = await visitor.post(
      `/reset-password?resetToken=${token}`,
      passwordBody('Another-Good-One-9!'),
    );
    expect(reset.status).toBe(200);
    expect((await api.queuedMails()).at(-1)).toMatchObject({
      kind: 'password-changed',
      content: { passkeys: 1 },
    });
    expect((await logInBy(passkey, await api.visit())).status).toBe(200);
  });

  it('are deleted with the account', async () => {
    await addPasskey(ada);
    await api.prisma.team.updateMany({ data: { ownerId: null } });
    await api.prisma.user.deleteMany({});
    expect(await api.prisma.passkey.count()).toBe(0);
  });
});
