import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SsoCheck, SsoTestReply } from '@foyer/contracts/company/saml';
import { postable, type ResponseOptions } from '@foyer/testing/test-idp';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi } from '../../test-support/test-api.ts';
import { emailOf, TestCompany } from '../../test-support/saml/test-company.ts';

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

async function reportAt(location: string | undefined): Promise<SsoTestReply> {
  const [, id] = /^\/settings\/sso\/test\/([\w-]{36})$/.exec(String(location)) ?? [];
  const { body } = await company.owner.get(`/settings/sso/tests/${id}`);
  return body as SsoTestReply;
}
const test = async (options: ResponseOptions = {}) =>
  reportAt(await company.signIn(company.owner, options, '?test=1'));
const outcomeOf = (report: SsoTestReply, name: SsoCheck) => report.checks.find(({ check }) => check === name);

describe('a test login', () => {
  it('passes every check, shows what was received, and changes nothing', async () => {
    const users = await api.prisma.user.count();
    const report = await test();
    expect(report).toMatchObject({ idpName: 'acme', isPassed: true });
    expect(report.checks.map(({ outcome }) => outcome)).toEqual(Array(14).fill('passed'));
    expect(outcomeOf(report, 'account')?.detail).toBe(
      'A new account for nora@acme.test would be created in the team and logged in.',
    );
    expect(report.received).toContainEqual({ name: 'firstName', values: ['Nora'] });
    expect(report.received).toContainEqual({ name: 'NameID', values: ['id-of-nora@acme.test'] });
    expect([await api.prisma.user.count(), await emailOf(company.owner)]).toEqual([users, 'owner@acme.test']);
    expect(await api.prisma.ssoIdentity.count()).toBe(0);
  });

  it.each<[SsoCheck, ResponseOptions, string]>([
    ['audience', { audience: 'https://wrong.test' }, 'set the portal’s entity ID as the audience'],
    [
      'time',
      { issuedIn: -900, notOnOrAfterIn: -600 },
      'Check the identity provider’s clock and how long its assertions are valid.',
    ],
    ['destination', { destination: 'https://wrong.test/acs' }, 'Set the ACS URL'],
    ['issuer', { responseIssuer: 'https://wrong.test' }, 'your identity provider’s current metadata'],
    ['signature', { sign: { assertion: false } }, 'must both be signed'],
    ['status', { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }, 'status:Responder'],
    ['subject', { recipient: 'https://wrong.test/acs' }, 'Recipient'],
    [
      'attributes',
      { attributes: [{ name: 'mail', values: ['nora@acme.test'] }] },
      'Received attributes: “mail”.',
    ],
    ['account', { email: 'nora@elsewhere.test' }, 'verified domains (acme.test)'],
  ])('reports that the check %s failed, and what to change', async (name, options, advice) => {
    const report = await test(options);
    expect(report.isPassed).toBe(false);
    expect(outcomeOf(report, name)).toMatchObject({
      outcome: 'failed',
      detail: expect.stringContaining(advice),
    });
    if (name !== 'account') expect(outcomeOf(report, 'account')?.outcome).toBe('skipped');
  });

  it('is shown in the reader’s language, not in that of the user who ran it', async () => {
    const location = await company.signIn(company.owner, { audience: 'https://wrong.test' }, '?test=1');
    await api.prisma.user.updateMany({ data: { language: 'en-XA' } });
    const { checks, received } = await reportAt(location);
    for (const { detail } of checks) expect(detail).toMatch(/^\[.+\]$/);
    expect(checks.find(({ check }) => check === 'audience')?.detail).toContain('“https://wrong.test”');
    expect(received.map(({ name }) => name)).toContain('[Ōūŕ ćĺōćķ]');
  });

  it('still reports audience and attributes when the signature is rejected', async () => {
    const report = await test({ sign: { response: false, assertion: false } });
    for (const name of ['time', 'audience', 'attributes'] as const)
      expect(outcomeOf(report, name)?.outcome).toBe('passed');
  });

  it('warns when a name is missing', async () => {
    const report = await test({ attributes: [{ name: 'email', values: ['nora@acme.test'] }] });
    expect(report.isPassed).toBe(true);
    expect(outcomeOf(report, 'attributes')).toMatchObject({
      outcome: 'warning',
      detail: expect.stringContaining('“firstName” and “lastName”'),
    });
  });

  it('reports that no seat is free, and does not request one', async () => {
    await api.prisma.team.updateMany({ data: { seatLimit: 1 } });
    expect(outcomeOf(await test(), 'account')?.detail).toContain('no free seats');
    expect(await api.prisma.seatRequest.count()).toBe(0);
  });

  it.each([['rubbish'], [postable('<a>'.repeat(9_000))], [postable('<LogoutResponse/>')]])(
    'reports an invalid response too: %.20s',
    async (SAMLResponse) => {
      const { relayState } = await company.begin(company.owner, '?test=1');
      const reply = await company.postForm(company.owner, { SAMLResponse, RelayState: relayState });
      const report = await reportAt(reply.headers['location']);
      expect(report.checks.filter(({ outcome }) => outcome === 'failed')).toHaveLength(1);
    },
  );

  it('works while the provider is switched off, and signs no one in without its RelayState either', async () => {
    await api.prisma.identityProvider.updateMany({ data: { isEnabled: false } });
    expect((await test()).isPassed).toBe(true);
    const begun = await company.begin(company.owner, '?test=1');
    const reply = await company.post(company.owner, { ...begun, relayState: '' });
    expect((await reportAt(reply.headers['location'])).isPassed).toBe(true);
    expect(await api.prisma.user.count()).toBe(1);
  });

  it('is available only to the logged-in owner', async () => {
    const stranger = await signUp(api, 'stranger@example.com');
    expect((await stranger.get('/idp/acme?test=1')).body).toMatchObject({ code: 'NotOwner' });
    expect((await (await api.visit()).get('/idp/acme?test=1')).body).toMatchObject({
      code: 'SignInRequired',
    });
    const { relayState, requestId } = await company.begin(company.owner, '?test=1');
    const elsewhere = await company.post(stranger, { relayState, requestId });
    expect(elsewhere.headers['location']).toBe('/saml-error');
    const location = await company.signIn(company.owner, {}, '?test=1');
    const id = String(location).split('/').at(-1);
    expect((await stranger.get(`/settings/sso/tests/${id}`)).status).toBe(404);
  });
});
