import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeTestIdp, readRequest, type ResponseOptions } from '@foyer/testing/test-idp';
import { TestApi } from '../../test-support/test-api.ts';
import { TestCompany } from '../../test-support/saml/test-company.ts';
import { TestBrowser } from '../../test-support/saml/test-browser.ts';

const PROOF = '?proof=1';
const HOUR_S = 3_600;

let api: TestApi;
let replica: TestApi;
let company: TestCompany;
let nora: TestBrowser;
beforeAll(async () => {
  [api, replica] = await Promise.all([TestApi.start(), TestApi.start()]);
});
afterAll(() => Promise.all([api.stop(), replica.stop()]));
beforeEach(async () => {
  await api.empty();
  company = await TestCompany.found(api, 'acme');
  nora = new TestBrowser(api);
  await nora.answer(company.idp, await nora.begin(company.idp));
  await proveAgo('11 minutes');
});

const proveAgo = (time: string) =>
  api.pool.query(`UPDATE sessions SET step_up_at = now() - $1::interval`, [time]);
/** What a sensitive call says in this browser. */
const sensitiveCall = async (browser: TestBrowser) =>
  (await browser.delete('/settings/security/sessions')) as { code?: string; proofs?: string[] };
/** The whole way; gives where the browser is sent. */
const prove = async (browser = nora, options: ResponseOptions = {}) =>
  browser.answer(company.idp, await browser.begin(company.idp, PROOF), options);
const proofs = () =>
  api.prisma.auditEvent.findMany({
    where: { action: 'session.prove' },
    select: { outcome: true, email: true, details: true },
    orderBy: { id: 'asc' },
  });

describe('who signs in through their company', () => {
  it('is told to prove it there, by its name', async () => {
    expect(await sensitiveCall(nora)).toMatchObject({
      code: 'ProofNeeded',
      proofs: ['company'],
      idpName: 'acme',
    });
  });

  it('proves it by a login there that the request forces', async () => {
    const reply = await api.http.get('/idp/acme?proof=1').set('cookie', nora.line);
    expect(readRequest((reply.body as { saml: string }).saml).xml).toContain('ForceAuthn="true"');
    const signIn = await api.http.get('/idp/acme');
    expect(readRequest((signIn.body as { saml: string }).saml).xml).not.toContain('ForceAuthn');
    const { id } = await api.prisma.session.findFirstOrThrow({ where: { beganBy: 'company' } });
    expect(await prove()).toBe('/saml-proof/ok');
    expect(await api.prisma.session.findMany({ where: { beganBy: 'company' } })).toMatchObject([{ id }]);
    expect(await sensitiveCall(nora)).toEqual({ message: 'Other sessions ended' });
    expect(await proofs()).toEqual([{ outcome: 'ok', email: 'nora@acme.test', details: { by: 'company' } }]);
  });

  it('does so although the browser posts without the cookie of the session, which gets another token', async () => {
    const thief = TestBrowser.copyOf(nora);
    const begun = await nora.begin(company.idp, PROOF);
    nora.cookies.delete('sid');
    expect(await nora.answer(company.idp, begun)).toBe('/saml-proof/ok');
    expect(await nora.session()).toMatchObject({ user: { email: 'nora@acme.test' } });
    expect(await thief.session()).not.toHaveProperty('user');
  });

  it('proves it with an ended plan, too: they may still leave, and not prove it while they are', async () => {
    const { teamId } = company;
    await api.prisma.subscription.create({
      data: { teamId, stripeCustomerId: 'cus_1', status: 'canceled', endsAs: 'ended' },
    });
    expect(await nora.session()).toMatchObject({ restrictedTo: 'ended-member' });
    expect(await prove()).toBe('/saml-proof/ok');
    const { line } = nora;
    await api.pool.query('UPDATE users SET leaving_at = now()');
    expect((await api.http.get('/idp/acme?proof=1').set('cookie', line)).body).toMatchObject({
      code: 'AccountLeaving',
    });
  });

  it('may prove it by their password as well, if they have one', async () => {
    await api.prisma.user.updateMany({
      where: { email: 'nora@acme.test' },
      data: { passwordHash: '$argon2id$none' },
    });
    expect((await sensitiveCall(nora)).proofs).toEqual(['password', 'company']);
  });
});

describe('an identity provider that does not ask again', () => {
  it.each([
    ['answers by a session there', { loggedInIn: -HOUR_S }],
    ['answers by a session of more than a minute', { loggedInIn: -90 }],
    ['does not say when they logged in', { loggedInIn: null }],
  ])('proves nothing: it %s', async (_, options) => {
    expect(await prove(nora, options)).toBe('/saml-proof/not-asked');
    expect((await sensitiveCall(nora)).code).toBe('ProofNeeded');
    expect(await proofs()).toMatchObject([{ outcome: 'time' }]);
  });

  it('proves, as far as clocks differ', async () => {
    expect(await prove(nora, { loggedInIn: -50 })).toBe('/saml-proof/ok');
  });

  it('gives a new session no fresh proof either', async () => {
    const again = new TestBrowser(api);
    const begun = await again.begin(company.idp);
    expect(await again.answer(company.idp, begun, { loggedInIn: -HOUR_S })).toContain('/home');
    expect((await sensitiveCall(again)).code).toBe('ProofNeeded');
  });

  it('cannot make a proof that lasts, by a clock that is ahead', async () => {
    const again = new TestBrowser(api);
    await again.answer(company.idp, await again.begin(company.idp), { loggedInIn: HOUR_S });
    const { rows } = await api.pool.query(`SELECT bool_and(proved_at <= now()) AS is_past FROM sessions`);
    expect(rows).toEqual([{ is_past: true }]);
  });
});

describe('a proof is nobody else’s', () => {
  it('when a colleague logs in there, who is not signed in by it nor made a member', async () => {
    const colleague = { nameId: 'milo', email: 'milo@acme.test' };
    expect(await prove(nora, colleague)).toBe('/saml-proof/other-person');
    expect((await sensitiveCall(nora)).code).toBe('ProofNeeded');
    expect(await nora.session()).toMatchObject({ user: { email: 'nora@acme.test' } });
    expect(await api.prisma.user.count({ where: { email: 'milo@acme.test' } })).toBe(0);
  });

  it('and is not begun by a visitor, or by somebody whom that company does not know', async () => {
    const answerTo = async (cookie: string) =>
      ((await api.http.get('/idp/acme?proof=1').set('cookie', cookie)).body as { code?: string }).code;
    expect(await answerTo('')).toBe('SignInRequired');
    const other = await TestCompany.found(api, 'other');
    const stranger = new TestBrowser(api);
    await stranger.answer(other.idp, await stranger.begin(other.idp), { nameId: 'sam' });
    expect(await answerTo(stranger.line)).toBe('IdpUnknown');
  });

  it('and is not given in another browser', async () => {
    const begun = await nora.begin(company.idp, PROOF);
    const thief = new TestBrowser(api);
    expect(await thief.answer(company.idp, begun)).toBe('/saml-error');
    expect((await sensitiveCall(nora)).code).toBe('ProofNeeded');
  });

  it('and is refused like any other answer', async () => {
    const { privateKey } = await makeTestIdp('forger');
    expect(await prove(nora, { signature: { privateKey } })).toBe('/saml-proof/refused');
    expect(await proofs()).toMatchObject([{ outcome: 'signature' }]);
  });
});

describe('a session that ends while its proof is on the way', () => {
  it.each([
    ['is logged out', `DELETE FROM sessions WHERE began_by = 'company'`],
    ['was proved otherwise', `UPDATE sessions SET token_hash = sha256('other') WHERE began_by = 'company'`],
    ['idles out', `UPDATE sessions SET last_seen_at = now() - interval '31 minutes'`],
    ['is of who is deactivated', `UPDATE users SET deactivated_at = now() WHERE email = 'nora@acme.test'`],
  ])('begins no other: it %s', async (_, change) => {
    const begun = await nora.begin(company.idp, PROOF);
    await api.pool.query(change);
    expect(await nora.answer(company.idp, begun)).toBe('/saml-proof/logged-out');
    expect(await nora.session()).not.toHaveProperty('user');
  });

  it('begins no other: the company is switched off', async () => {
    const begun = await nora.begin(company.idp, PROOF);
    await api.prisma.identityProvider.updateMany({ data: { isEnabled: false } });
    expect(await nora.answer(company.idp, begun)).toBe('/saml-proof/refused');
    expect(await nora.session()).not.toHaveProperty('user');
  });
});

it('counts once of 4 copies at two replicas, and that browser stays logged in', async () => {
  const begun = await nora.begin(company.idp, PROOF);
  const ids = { responseId: '_r1', assertionId: '_a1' };
  const copies = Array.from({ length: 4 }, (_, n) => TestBrowser.copyOf(nora, n % 2 ? api : replica));
  const places = await Promise.all(copies.map((copy) => copy.answer(company.idp, begun, ids)));
  const won = copies.filter((_, n) => places[n] === '/saml-proof/ok');
  expect(won).toHaveLength(1);
  expect(await won[0]?.session()).toHaveProperty('user');
  expect(await api.prisma.session.count({ where: { beganBy: 'company' } })).toBe(1);
});
