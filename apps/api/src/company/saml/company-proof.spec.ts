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
  company = await TestCompany.create(api, 'acme');
  nora = new TestBrowser(api);
  await nora.answer(company.idp, await nora.begin(company.idp));
  await proveAgo('11 minutes');
});

const proveAgo = (time: string) =>
  api.pool.query(`UPDATE sessions SET step_up_at = now() - $1::interval`, [time]);
const sensitiveCall = async (browser: TestBrowser) =>
  (await browser.delete('/settings/security/sessions')) as { code?: string; proofs?: string[] };
const prove = async (browser = nora, options: ResponseOptions = {}) =>
  browser.answer(company.idp, await browser.begin(company.idp, PROOF), options);
const proofs = () =>
  api.prisma.auditEvent.findMany({
    where: { action: 'session.prove' },
    select: { outcome: true, email: true, details: true },
    orderBy: { id: 'asc' },
  });

describe('a user who signs in through their company', () => {
  it('is asked for a step-up at the company, by its name', async () => {
    expect(await sensitiveCall(nora)).toMatchObject({
      code: 'ProofNeeded',
      proofs: ['company'],
      idpName: 'acme',
    });
  });

  it('completes a step-up by a new login at the company, which the request forces', async () => {
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

  it('completes a step-up although the browser posts without the session cookie, and gets a new token', async () => {
    const thief = TestBrowser.copyOf(nora);
    const begun = await nora.begin(company.idp, PROOF);
    nora.cookies.delete('sid');
    expect(await nora.answer(company.idp, begun)).toBe('/saml-proof/ok');
    expect(await nora.session()).toMatchObject({ user: { email: 'nora@acme.test' } });
    expect(await thief.session()).not.toHaveProperty('user');
  });

  it('can complete a step-up after the plan has ended, but not while deleting the account', async () => {
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

  it('may use their password for the step-up instead, if they have one', async () => {
    await api.prisma.user.updateMany({
      where: { email: 'nora@acme.test' },
      data: { passwordHash: '$argon2id$none' },
    });
    expect((await sensitiveCall(nora)).proofs).toEqual(['password', 'company']);
  });
});

describe('an identity provider that does not ask for a new login', () => {
  it.each([
    ['uses a session of an hour', { loggedInIn: -HOUR_S }],
    ['uses a session of 90 seconds', { loggedInIn: -90 }],
    ['does not state the login time', { loggedInIn: null }],
  ])('does not complete a step-up: it %s', async (_, options) => {
    expect(await prove(nora, options)).toBe('/saml-proof/not-asked');
    expect((await sensitiveCall(nora)).code).toBe('ProofNeeded');
    expect(await proofs()).toMatchObject([{ outcome: 'time' }]);
  });

  it('completes a step-up within the allowed clock skew', async () => {
    expect(await prove(nora, { loggedInIn: -50 })).toBe('/saml-proof/ok');
  });

  it('begins a session without a recent login', async () => {
    const again = new TestBrowser(api);
    const begun = await again.begin(company.idp);
    expect(await again.answer(company.idp, begun, { loggedInIn: -HOUR_S })).toContain('/home');
    expect((await sensitiveCall(again)).code).toBe('ProofNeeded');
  });

  it('cannot extend a step-up with a clock that is ahead', async () => {
    const again = new TestBrowser(api);
    await again.answer(company.idp, await again.begin(company.idp), { loggedInIn: HOUR_S });
    const { rows } = await api.pool.query(`SELECT bool_and(proved_at <= now()) AS is_past FROM sessions`);
    expect(rows).toEqual([{ is_past: true }]);
  });
});

describe('a step-up at the company', () => {
  it('is not completed by a colleague, who is neither signed in nor made a member', async () => {
    const colleague = { nameId: 'milo', email: 'milo@acme.test' };
    expect(await prove(nora, colleague)).toBe('/saml-proof/other-person');
    expect((await sensitiveCall(nora)).code).toBe('ProofNeeded');
    expect(await nora.session()).toMatchObject({ user: { email: 'nora@acme.test' } });
    expect(await api.prisma.user.count({ where: { email: 'milo@acme.test' } })).toBe(0);
  });

  it('cannot be started by a visitor, or by a user of another company', async () => {
    const answerTo = async (cookie: string) =>
      ((await api.http.get('/idp/acme?proof=1').set('cookie', cookie)).body as { code?: string }).code;
    expect(await answerTo('')).toBe('SignInRequired');
    const other = await TestCompany.create(api, 'other');
    const stranger = new TestBrowser(api);
    await stranger.answer(other.idp, await stranger.begin(other.idp), { nameId: 'sam' });
    expect(await answerTo(stranger.line)).toBe('IdpUnknown');
  });

  it('cannot be completed by another browser', async () => {
    const begun = await nora.begin(company.idp, PROOF);
    const thief = new TestBrowser(api);
    expect(await thief.answer(company.idp, begun)).toBe('/saml-error');
    expect((await sensitiveCall(nora)).code).toBe('ProofNeeded');
  });

  it('is rejected if the response is invalid', async () => {
    const { privateKey } = await makeTestIdp('forger');
    expect(await prove(nora, { signature: { privateKey } })).toBe('/saml-proof/refused');
    expect(await proofs()).toMatchObject([{ outcome: 'signature' }]);
  });
});

describe('a session that ends during its step-up', () => {
  it.each([
    ['is logged out', `DELETE FROM sessions WHERE began_by = 'company'`],
    [
      'has a new token from another step-up',
      `UPDATE sessions SET token_hash = sha256('other') WHERE began_by = 'company'`,
    ],
    ['expires after inactivity', `UPDATE sessions SET last_seen_at = now() - interval '31 minutes'`],
    [
      'belongs to a user who is deactivated',
      `UPDATE users SET deactivated_at = now() WHERE email = 'nora@acme.test'`,
    ],
  ])('is not replaced by a new session: it %s', async (_, change) => {
    const begun = await nora.begin(company.idp, PROOF);
    await api.pool.query(change);
    expect(await nora.answer(company.idp, begun)).toBe('/saml-proof/logged-out');
    expect(await nora.session()).not.toHaveProperty('user');
  });

  it('is not replaced by a new session if the company is switched off', async () => {
    const begun = await nora.begin(company.idp, PROOF);
    await api.prisma.identityProvider.updateMany({ data: { isEnabled: false } });
    expect(await nora.answer(company.idp, begun)).toBe('/saml-proof/refused');
    expect(await nora.session()).not.toHaveProperty('user');
  });
});

it('only one of four copies of a step-up response at two replicas renews the session, which stays valid', async () => {
  const begun = await nora.begin(company.idp, PROOF);
  const ids = { responseId: '_r1', assertionId: '_a1' };
  const copies = Array.from({ length: 4 }, (_, n) => TestBrowser.copyOf(nora, n % 2 ? api : replica));
  const places = await Promise.all(copies.map((copy) => copy.answer(company.idp, begun, ids)));
  const won = copies.filter((_, n) => places[n] === '/saml-proof/ok');
  expect(won).toHaveLength(1);
  expect(await won[0]?.session()).toHaveProperty('user');
  expect(await api.prisma.session.count({ where: { beganBy: 'company' } })).toBe(1);
});
