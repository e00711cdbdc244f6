import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { seal } from '@foyer/mail/seal';
import { buildResponse, postable } from '@foyer/testing/test-idp';
import { hash } from '@node-rs/argon2';
import { TestApi, testEnvironment, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD, passwordBody } from '../../test-support/test-bodies.ts';
import { emailOf, TestCompany } from '../../test-support/saml/test-company.ts';
import { joinCompany } from '../../test-support/saml/test-member.ts';

const HOME = 'http://product.test/home';
const JANE = 'jane@acme.test';
const OTHER_PASSWORD = 'Another-Good-One-9!';
/** Jane has left the company. Another person now has her address. */
const SUCCESSOR = { nameId: 'somebody-else', email: JANE, firstName: 'Jack', lastName: 'Newcomer' };

describe('an address that the company gave to another person', () => {
  let replicas: [TestApi, TestApi];
  let api: TestApi;
  let company: TestCompany;
  let jane: Visitor;
  let newUser: Visitor;
  beforeAll(async () => {
    replicas = await Promise.all([TestApi.start(), TestApi.start()]);
    [api] = replicas;
  });
  afterAll(() => Promise.all(replicas.map((replica) => replica.stop())));
  beforeEach(async () => {
    await api.empty();
    company = await TestCompany.create(api, 'acme');
    jane = await joinCompany(api, company, JANE);
    expect(await company.signIn(await api.visit(), { nameId: 'jane', email: JANE })).toBe(HOME);
    newUser = await api.visit();
  });

  // A running notice job would write into the next test.
  afterEach(() => api.queuedMails());

  const janesId = async () => (await api.prisma.user.findUniqueOrThrow({ where: { email: JANE } })).id;
  const arrive = (visitor = newUser, options = {}) => company.signIn(visitor, { ...SUCCESSOR, ...options });
  const pendingAt = async (visitor: Visitor) =>
    ((await visitor.get('/pending-sign-in')).body as { waiting?: object }).waiting;
  const listed = async () =>
    ((await company.owner.get('/team/pending-identities')).body as { pendingIdentities: { id: string }[] })
      .pendingIdentities;
  const decide = (id: string, who: string) => company.owner.post(`/team/pending-identities/${id}`, { who });
  const logIn = (visitor: Visitor, password = GOOD_PASSWORD, email = JANE) =>
    visitor.post('/login', { email, password });
  const linked = async () =>
    (await api.prisma.ssoIdentity.findMany({ orderBy: { nameId: 'asc' } })).map(({ nameId }) => nameId);
  const mailsTo = async (to: string) =>
    (await api.queuedMails()).filter((mail) => mail.to === to).map(({ kind }) => kind);

  it('does not open the account, and the new person sees why', async () => {
    expect(await arrive()).toBe('/saml-pending');
    expect([await emailOf(newUser), await linked()]).toEqual([undefined, ['jane']]);
    expect(await pendingAt(newUser)).toEqual({
      decidedBy: 'owner',
      email: JANE,
      teamName: 'Analytical Events',
      isOwnersAccount: false,
      hasAsked: false,
      hasMoved: false,
    });
    expect(await pendingAt(await api.visit())).toBeUndefined();
  });

  it('causes one mail to the owner and none to the address, however often the new person tries', async () => {
    for (let times = 0; times < 3; times++) await arrive();
    expect((await mailsTo('owner@acme.test')).filter((kind) => kind === 'identities-pending')).toHaveLength(
      1,
    );
    expect((await mailsTo(JANE)).filter((kind) => kind === 'new-sso-link')).toHaveLength(1);
    expect(await listed()).toMatchObject([
      {
        name: 'Jack Newcomer',
        // Jane's sign-in set her names to those that the company sent.
        memberName: 'Nora Newcomer',
        email: JANE,
        nameId: 'somebody-else',
        isYou: false,
      },
    ]);
  });

  it('causes no deadlock when a sign-in with it arrives while the owner is being mailed', async () => {
    await arrive();
    await mailsTo('owner@acme.test');
    const begun = await company.begin(newUser);
    const { posted } = await api.prisma.$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT FROM teams WHERE id = ${company.teamId}::uuid FOR NO KEY UPDATE`;
      const reply = company.post(newUser, begun, SUCCESSOR).then((answer) => answer);
      await api.untilLockWait();
      await transaction.$executeRaw`SELECT FROM pending_identities FOR UPDATE NOWAIT`;
      return { posted: reply };
    });
    expect((await posted).headers['location']).toBe('/saml-pending');
  });

  it('is shown to the owner only, and only the owner can decide about it', async () => {
    await arrive();
    expect((await jane.get('/team/pending-identities')).body).toMatchObject({ pendingIdentities: [] });
    const [pending] = await listed();
    const reply = await jane.post(`/team/pending-identities/${pending?.id}`, { who: 'same' });
    expect([reply.status, await linked()]).toEqual([403, ['jane']]);
  });

  it('gets no password reset link until the owner decides, and the response is the usual one', async () => {
    await arrive();
    const asked = await newUser.post('/forgot-password', { email: JANE });
    const unknown = await newUser.post('/forgot-password', { email: 'nobody@acme.test' });
    expect([asked.status, asked.body]).toEqual([unknown.status, unknown.body]);
    expect(await mailsTo(JANE)).toContain('reset-withheld');
    expect(await mailsTo(JANE)).not.toContain('reset-password');
    expect(await api.prisma.oneTimeLink.count({ where: { purpose: 'reset_password' } })).toBe(0);
  });

  it('invalidates a reset link that was mailed earlier', async () => {
    await newUser.post('/forgot-password', { email: JANE });
    const link = `/reset-password?resetToken=${await api.mailedToken(JANE, 'reset-password')}`;
    await arrive();
    expect((await newUser.post(link, passwordBody(OTHER_PASSWORD))).body).toMatchObject({
      code: 'LinkReplaced',
    });
    expect((await logIn(await api.visit())).status).toBe(200);
  });

  it('is not linked by a newer password', async () => {
    await arrive();
    await jane.post('/settings/security/password', {
      current_password: GOOD_PASSWORD,
      ...passwordBody(OTHER_PASSWORD),
    });
    expect((await logIn(newUser, OTHER_PASSWORD)).status).toBe(200);
    expect(await linked()).toEqual(['jane']);
  });

  it('is linked by the older password, in the browser with the pending identity', async () => {
    await arrive();
    expect((await logIn(newUser)).status).toBe(200);
    expect(await linked()).toEqual(['jane', 'somebody-else']);
    expect([await listed(), await pendingAt(newUser)]).toEqual([[], undefined]);
    expect(await arrive(await api.visit())).toBe(HOME);
    expect(await mailsTo(JANE)).toEqual(expect.arrayContaining(['new-sso-link']));
  });

  it('is not linked when the member logs in with another browser', async () => {
    await arrive();
    expect((await logIn(await api.visit())).status).toBe(200);
    expect(await linked()).toEqual(['jane']);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'the identity provider is switched off',
      () => api.prisma.identityProvider.updateMany({ data: { isEnabled: false } }),
    ],
    ['the domain no longer belongs to the company', () => api.prisma.idpDomain.deleteMany()],
    [
      'the member has another address',
      () => api.prisma.user.updateMany({ where: { email: JANE }, data: { email: 'j@acme.test' } }),
    ],
  ])('is not linked once %s', async (_what, change) => {
    await arrive();
    await change();
    const { email } = await api.prisma.user.findFirstOrThrow({
      where: { email: { in: [JANE, 'j@acme.test'] } },
    });
    expect((await logIn(newUser, GOOD_PASSWORD, email)).status).toBe(200);
    expect([await linked(), await pendingAt(newUser)]).toEqual([['jane'], undefined]);
  });

  it.each([
    [60, ['jane', 'somebody-else']],
    [-1, ['jane']],
  ])('is linked only until its cookie expires, in %i seconds', async (seconds, afterwards) => {
    await arrive();
    const { id } = await api.prisma.pendingIdentity.findFirstOrThrow();
    const expiresAt = new Date(Date.now() + seconds * 1000);
    const pending = JSON.stringify({ id, isAsked: true, expiresAt });
    const [secret = ''] = (testEnvironment()['CSRF_SECRET'] ?? '').split(',');
    const value = seal(pending, 'foyer pending identity', 'pending', secret);
    newUser.agent.jar.setCookie(`pending=${value}`, '127.0.0.1', '/');
    expect((await logIn(newUser)).status).toBe(200);
    expect(await linked()).toEqual(afterwards);
  });

  it('cannot be used to request an invitation, because the account is in the team', async () => {
    await arrive();
    expect((await newUser.post('/pending-sign-in/invitation', {})).status).toBe(404);
    expect(await api.prisma.seatRequest.count()).toBe(0);
  });

  it('is not linked by a login to another account in that browser', async () => {
    await arrive();
    await joinCompany(api, company, 'other@acme.test');
    expect((await logIn(newUser, GOOD_PASSWORD, 'other@acme.test')).status).toBe(200);
    expect(await linked()).toEqual(['jane']);
  });

  it('is not linked when another site made the browser post the response', async () => {
    await api.prisma.identityProvider.updateMany({ data: { isIdpInitiatedAllowed: true } });
    const SAMLResponse = postable(buildResponse(company.idp, SUCCESSOR));
    const reply = await company.postForm(newUser, { SAMLResponse });
    expect(reply.headers['location']).toBe('/saml-pending');
    expect(await pendingAt(newUser)).toMatchObject({ isUnsolicited: true });
    expect((await logIn(newUser)).status).toBe(200);
    expect(await linked()).toEqual(['jane']);
  });

  it('is still linked by the older password when its hash was renewed in the meantime', async () => {
    await api.prisma.user.updateMany({
      where: { email: JANE },
      data: { passwordHash: await hash(GOOD_PASSWORD, { memoryCost: 8_192, timeCost: 2, parallelism: 1 }) },
    });
    await api.pool.query(`UPDATE users SET password_set_at = now() - interval '1 day' WHERE email = $1`, [
      JANE,
    ]);
    await arrive();
    expect((await logIn(await api.visit())).status).toBe(200);
    const { passwordHash } = await api.prisma.user.findUniqueOrThrow({ where: { email: JANE } });
    expect(passwordHash).not.toContain('m=8192');
    expect((await logIn(newUser)).status).toBe(200);
    expect(await linked()).toEqual(['jane', 'somebody-else']);
  });

  it('is linked when the owner decides that it is the same person', async () => {
    await arrive();
    const [pending] = await listed();
    expect((await decide(pending?.id ?? '', 'same')).status).toBe(200);
    expect(await arrive(await api.visit())).toBe(HOME);
    expect(await linked()).toEqual(['jane', 'somebody-else']);
    expect(await listed()).toEqual([]);
    expect(await api.prisma.auditEvent.findFirst({ where: { action: 'team.same-person' } })).toMatchObject({
      email: 'owner@acme.test',
      details: { address: JANE, nameId: 'somebody-else' },
    });
  });

  it('belongs to the new person when the owner decides that they are another person', async () => {
    const id = await janesId();
    await arrive();
    const [pending] = await listed();
    expect((await decide(pending?.id ?? '', 'new')).status).toBe(200);
    expect(await api.prisma.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
      email: `retired-${id}@retired.invalid`,
      firstName: 'Nora',
      deactivatedAt: expect.any(Date),
    });
    expect([await emailOf(jane), await listed()]).toEqual([undefined, []]);
    expect(await arrive()).toBe(HOME);
    expect(await janesId()).not.toBe(id);
    expect(await emailOf(newUser)).toBe(JANE);
    // Company sign-in tells Jane, who had the address before, that her account is archived.
    expect(await company.signIn(await api.visit(), { nameId: 'jane', email: JANE })).toBe('/saml-suspended');
    expect((await logIn(await api.visit())).status).toBe(401);
    expect(await api.prisma.auditEvent.findFirst({ where: { action: 'team.somebody-new' } })).toMatchObject({
      details: { memberId: id, address: JANE },
    });
  });

  it('needs the owner’s decision even if the member was deactivated before', async () => {
    await api.prisma.user.updateMany({ where: { email: JANE }, data: { deactivatedAt: new Date() } });
    expect(await arrive()).toBe('/saml-pending');
    expect(await pendingAt(newUser)).toMatchObject({ decidedBy: 'owner' });
    expect((await logIn(newUser)).status).toBe(403);
    const [pending] = await listed();
    await decide(pending?.id ?? '', 'new');
    expect(await arrive()).toBe(HOME);
  });

  it('of the owner causes no mail to them, and is never taken from them', async () => {
    const owner = { email: 'owner@acme.test' };
    const browser = await api.visit();
    const signIn = () => company.signIn(browser, { nameId: 'owner', ...owner });
    expect(await signIn()).toBe('/saml-pending');
    expect((await logIn(browser, GOOD_PASSWORD, owner.email)).status).toBe(200);
    expect(await signIn()).toBe(HOME);
    expect(await arrive(newUser, owner)).toBe('/saml-pending');
    expect(await pendingAt(newUser)).toMatchObject({ isOwnersAccount: true });
    expect(await mailsTo('owner@acme.test')).not.toContain('identities-pending');
    const [pending] = await listed();
    expect((await decide(pending?.id ?? '', 'new')).body).toMatchObject({ code: 'LastOwner' });
    expect((await decide(pending?.id ?? '', 'same')).status).toBe(200);
  });

  it('is decided once by two concurrent tabs, over two replicas', async () => {
    await arrive();
    const id = (await listed())[0]?.id ?? '';
    const other = await replicas[1].visit();
    await logIn(other, GOOD_PASSWORD, 'owner@acme.test');
    await other.refreshCsrfToken();
    const replies = await Promise.all([
      decide(id, 'same'),
      other.post(`/team/pending-identities/${id}`, { who: 'new' }),
      decide(id, 'same'),
      other.post(`/team/pending-identities/${id}`, { who: 'new' }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    const isRetired = (await api.prisma.user.count({ where: { email: JANE } })) === 0;
    expect(await linked()).toEqual(isRetired ? ['jane'] : ['jane', 'somebody-else']);
  });

  it('is linked to one of two concurrent NameIDs if it had none, over two replicas', async () => {
    await joinCompany(api, company, 'fresh@acme.test');
    const begun = await Promise.all(
      replicas.map(async (replica) => {
        const visitor = await replica.visit();
        return { visitor, request: await company.begin(visitor) };
      }),
    );
    const { posted } = await api.prisma.$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT FROM users WHERE email = 'fresh@acme.test' FOR NO KEY UPDATE`;
      const replies = begun.map(({ visitor, request }, number) =>
        company
          .post(visitor, request, { nameId: `fresh-${number}`, email: 'fresh@acme.test' })
          .then((reply) => reply),
      );
      await api.untilLockWait(replies.length);
      return { posted: Promise.all(replies) };
    });
    const targets = (await posted).map(({ headers }) => headers['location']).sort();
    expect(targets).toEqual(['/saml-pending', HOME]);
    expect((await linked()).filter((nameId) => nameId.startsWith('fresh'))).toHaveLength(1);
  });
});
