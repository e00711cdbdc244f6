import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { buildResponse, makeTestIdp, postable, readRequest } from '@foyer/testing/test-idp';
import { Metrics } from '../../observe/metrics.ts';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { testSigningKey } from '@foyer/testing/test-signing-key';
import { testRequest } from '../../test-support/test-request.ts';
import { TestFactor } from '../../test-support/test-factor.ts';
import { releaseAddresses, reserveAddress } from '../../test-support/test-reserved-address.ts';
import { emailOf, TestCompany } from '../../test-support/saml/test-company.ts';
import { joinCompany } from '../../test-support/saml/test-member.ts';
import { AssertionConsumerService } from './assertion-consumer.service.ts';
import { SsoRedirect } from './sso-redirect.ts';

const HOME = 'http://product.test/home';
const NORA = 'nora@acme.test';

let api: TestApi;
/** A replica with an HTTPS URL, during a rotation of the signing key. */
let https: TestApi;
let nextKey: string;
let company: TestCompany;
let visitor: Visitor;
beforeAll(async () => {
  const { privateKey, certificate } = await makeTestIdp('next');
  nextKey = Buffer.from(privateKey + certificate).toString('base64');
  [api, https] = await Promise.all([
    TestApi.start(),
    TestApi.start({
      PUBLIC_URL: 'https://portal.test',
      SAML_SIGNING_KEY: `${testSigningKey()},${nextKey}`,
    }),
  ]);
});
afterAll(() => Promise.all([api.stop(), https.stop()]));
beforeEach(async () => {
  await api.empty();
  company = await TestCompany.create(api, 'acme');
  visitor = await api.visit();
});

const countUsers = (email: string) => api.prisma.user.count({ where: { email } });
const lastLogin = async () =>
  (await api.prisma.auditEvent.findFirst({ where: { action: 'sso.login' }, orderBy: { id: 'desc' } }))
    ?.outcome;
const mailsTo = async (to: string) =>
  (await api.queuedMails()).filter((mail) => mail.to === to).map(({ kind }) => kind);

describe('a rejected sign-in', () => {
  it('is logged with the check and the reason', async () => {
    const lines: string[] = [];
    const request = { ...testRequest(), log: pino({}, { write: (line: string) => void lines.push(line) }) };
    const call = { idpName: 'unknown', body: Buffer.from('SAMLResponse=x') };
    await expect(api.service(AssertionConsumerService).examine(call, request)).rejects.toThrow(SsoRedirect);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({
        msg: 'single sign-on refused',
        check: 'form',
        reason: 'There’s no identity provider with this name.',
      }),
    );
  });
});

describe('a valid sign-in that fails on our side', () => {
  it('is counted as an event of its own, because the browser gets a 303', async () => {
    const count = async () => {
      const counter = api.service(Metrics).registry.getSingleMetric('foyer_security_events_total');
      const { values } = (await counter?.get()) ?? {};
      const labels = { action: 'sso.login', outcome: 'InternalError' };
      return values?.find((one) =>
        Object.entries(labels).every(([name, value]) => one.labels[name] === value),
      )?.value;
    };
    const { privateKey, certificate } = await makeTestIdp('other');
    const signature = { privateKey, keyInfo: certificate };
    const before = await count();
    expect(before).toBeDefined();
    await api.pool.query('ALTER TABLE sso_identities RENAME TO hidden');
    try {
      expect(await company.signIn(visitor)).toBe('/saml-error');
      expect(await count()).toBe((before ?? 0) + 1);
      expect(await company.signIn(visitor, { signature })).toBe('/saml-error');
    } finally {
      await api.pool.query('ALTER TABLE hidden RENAME TO sso_identities');
    }
    expect(await count()).toBe((before ?? 0) + 1);
    expect(await company.signIn(visitor)).toBe(HOME);
  });
});

describe('the request to the identity provider', () => {
  it('is signed and uncompressed, and requests neither a NameID format nor an authentication context', async () => {
    const { body } = await visitor.get('/idp/acme');
    expect(body).toMatchObject({ actionUrl: 'https://acme.test/sso', samlType: 'SAMLRequest' });
    const { xml } = readRequest((body as { saml: string }).saml);
    expect(xml).toContain('AssertionConsumerServiceURL="http://localhost:3000/saml/acme/acs"');
    expect(xml).toContain('>http://localhost:3000/saml/acme/metadata</saml:Issuer>');
    expect(xml).toContain('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
    expect(xml).toContain('nameid-format:unspecified');
    expect(xml).not.toContain('RequestedAuthnContext');
  });

  it('is made for enabled identity providers only', async () => {
    await api.prisma.identityProvider.updateMany({ data: { isEnabled: false } });
    for (const name of ['acme', 'unknown', 'ACME', '%2e%2e'])
      expect((await visitor.get(`/idp/${name}`)).body).toMatchObject({ code: 'IdpUnknown' });
  });

  it('sets a cookie that survives the round trip, and has a RelayState short enough for SAML [asvs 3.3.2]', async () => {
    const reply = await https.http.get('/idp/acme');
    const { relayState } = reply.body as { relayState: string };
    expect(String(reply.headers['set-cookie'])).toMatch(
      new RegExp(
        `^__Host-saml-${relayState}=[\\w-]+; Max-Age=600; Path=/; Expires=[^;]+; HttpOnly; Secure; SameSite=None$`,
      ),
    );
    // The limit of SAML bindings 3.5.3.
    expect(relayState.length).toBeLessThanOrEqual(80);
  });

  it('goes to the identity provider of the exact domain of an address', async () => {
    const find = async (email: string) => (await visitor.post('/idp', { email })).body as object;
    expect(await find(' Anybody@ACME.test ')).toEqual({ idpName: 'acme' });
    for (const email of ['a@sub.acme.test', 'a@acme.test.evil.test', 'a@xacme.test'])
      expect(await find(email)).toMatchObject({ code: 'IdpUnknown' });
    await api.prisma.identityProvider.updateMany({ data: { isEnabled: false } });
    expect(await find(NORA)).toMatchObject({ code: 'IdpUnknown' });
  });
});

describe('the check whether a domain has single sign-on', () => {
  const ask = async (domain: string) => {
    const { status, body } = await visitor.post('/idp/domain', { domain });
    return [status, body];
  };

  it('uses the exact domain only, and names no customer', async () => {
    for (const domain of ['acme.test', 'ACME.test'])
      expect(await ask(domain)).toEqual([200, { hasSingleSignOn: true }]);
    for (const domain of ['sub.acme.test', 'acme.test.evil.test', 'xacme.test', 'nobody.test'])
      expect(await ask(domain)).toEqual([200, { hasSingleSignOn: false }]);
    await api.prisma.identityProvider.updateMany({ data: { isEnabled: false } });
    expect(await ask('acme.test')).toEqual([200, { hasSingleSignOn: false }]);
  });

  it.each(['', 'acme', 'nora@acme.test', 'acme.test/path', 'x'.repeat(300), '%', '127.0.0.1'])(
    'rejects an invalid domain: %s',
    async (domain) => {
      expect(await ask(domain)).toMatchObject([400, { code: 'ValidationFailed' }]);
    },
  );

  it('rejects an email address, so that no one can probe for accounts', async () => {
    const { status } = await visitor.post('/idp/domain', { domain: 'acme.test', email: NORA });
    expect(status).toBe(400);
  });
});

describe('the first sign-in', () => {
  it('creates a member of the team without a password and signs them in', async () => {
    expect(await company.signIn(visitor)).toBe(HOME);
    expect(await emailOf(visitor)).toBe(NORA);
    expect(await api.prisma.user.findUniqueOrThrow({ where: { email: NORA } })).toMatchObject({
      firstName: 'Nora',
      lastName: 'Newcomer',
      passwordHash: null,
      teamId: company.teamId,
    });
  });

  it('creates no account for an address that its former holder can still restore', async () => {
    await reserveAddress(api, NORA);
    expect(await company.signIn(visitor)).toBe('/saml-pending');
    expect([await countUsers(NORA), await emailOf(visitor)]).toEqual([0, undefined]);
    await api.prisma.pendingIdentity.deleteMany();
    await releaseAddresses(api);
    expect(await company.signIn(visitor)).toBe(HOME);
  });

  it('does not require our second factor, because the company has its own', async () => {
    await company.signIn(visitor);
    await TestFactor.make(api, NORA);
    const again = await api.visit();
    expect(await company.signIn(again)).toBe(HOME);
    expect([await emailOf(again), await api.prisma.pendingLogin.count()]).toEqual([NORA, 0]);
  });

  it('uses the seat of an open invitation', async () => {
    await company.owner.post('/team/invitations', { emails: [NORA] });
    await api.prisma.team.updateMany({ data: { seatLimit: 2 } });
    expect(await company.signIn(visitor)).toBe(HOME);
    expect(await api.prisma.teamInvitation.findFirst()).toMatchObject({ acceptedAt: expect.any(Date) });
  });

  it.each(['revokedAt', 'expiresAt'] as const)(
    'does not use an invitation that is no longer valid: %s',
    async (column) => {
      await company.owner.post('/team/invitations', { emails: [NORA] });
      // Waits for the job that sends the mail and sets the expiry.
      await api.queuedMails();
      await api.prisma.teamInvitation.updateMany({ data: { [column]: new Date(Date.now() - 1000) } });
      expect(await company.signIn(visitor)).toBe(HOME);
      expect(await api.prisma.teamInvitation.findFirst()).toMatchObject({ acceptedAt: null });
    },
  );

  it('ends a sign-up that the user has started', async () => {
    await visitor.post('/register-by-email', signUpBody({ email: NORA }));
    expect(await api.prisma.registration.count()).toBe(1);
    expect(await company.signIn(visitor)).toBe(HOME);
    expect(await api.prisma.registration.count()).toBe(0);
  });

  it('uses the local part of the address as the name if none is sent', async () => {
    await company.signIn(visitor, { attributes: [{ name: 'email', values: [NORA] }] });
    expect(await api.prisma.user.findUnique({ where: { email: NORA } })).toMatchObject({ firstName: 'nora' });
  });

  it('is rejected for an address outside the verified domains', async () => {
    expect(await company.signIn(visitor, { email: 'nora@elsewhere.test' })).toBe('/saml-error');
    expect([await lastLogin(), await countUsers('nora@elsewhere.test')]).toEqual(['account', 0]);
  });

  it('links an account of the team, updates its name from the company, and mails its user', async () => {
    await joinCompany(api, company, NORA);
    expect(await company.signIn(visitor, { firstName: 'Other' })).toBe(HOME);
    expect(await emailOf(visitor)).toBe(NORA);
    expect(await mailsTo(NORA)).toContain('new-sso-link');
    const member = await api.prisma.user.findUniqueOrThrow({ where: { email: NORA } });
    expect([member.firstName, member.passwordHash !== null]).toEqual(['Other', true]);
  });

  it('does not link an account of another team, even in a verified domain [asvs 6.8.1, 8.4.1]', async () => {
    await signUp(api, 'stranger@acme.test');
    expect(await company.signIn(visitor, { email: 'stranger@acme.test' })).toBe('/saml-pending');
    expect([await emailOf(visitor), await api.prisma.ssoIdentity.count()]).toEqual([undefined, 0]);
  });
});

describe('later sign-ins', () => {
  it('find the user by NameID, even if the address has changed', async () => {
    await company.signIn(visitor, { nameId: 'n1' });
    const again = await api.visit();
    expect(await company.signIn(again, { nameId: 'n1', email: 'married@elsewhere.test' })).toBe(HOME);
    expect(await emailOf(again)).toBe(NORA);
  });

  it('show deactivated users that they are deactivated', async () => {
    await company.signIn(visitor);
    await api.prisma.user.updateMany({ where: { email: NORA }, data: { deactivatedAt: new Date() } });
    expect(await company.signIn(await api.visit())).toBe('/saml-suspended');
  });

  it('are rejected when the user is deactivated concurrently', async () => {
    await company.signIn(visitor);
    const again = await api.visit();
    const begun = await company.begin(again);
    const { headers } = await api.commitOnceWaitedFor(
      (other) => other.query('UPDATE users SET deactivated_at = now() WHERE email = $1', [NORA]),
      () => company.post(again, begun),
    );
    expect(headers['location']).toBe('/saml-suspended');
    expect(await emailOf(again)).toBeUndefined();
  });

  it('give a member restricted access after the plan has ended, and let the owner only pay', async () => {
    await api.prisma.subscription.create({
      data: { teamId: company.teamId, stripeCustomerId: 'cus_1', status: 'canceled' },
    });
    expect(await company.signIn(visitor)).toBe('/login');
    expect((await visitor.get('/session')).body).toMatchObject({ restrictedTo: 'ended-member' });
    const { id: ownerId } = await api.prisma.user.findUniqueOrThrow({ where: { email: NORA } });
    await api.prisma.team.update({ where: { id: company.teamId }, data: { ownerId } });
    expect(await company.signIn(visitor)).toBe('/pro/upgrade');
    expect((await visitor.get('/session')).body).toMatchObject({ restrictedTo: 'billing' });
  });

  it('create a session that ends with the session at the identity provider [asvs 7.6.1]', async () => {
    await company.signIn(visitor, { sessionNotOnOrAfterIn: 600 });
    const session = await api.prisma.session.findFirstOrThrow({ where: { user: { email: NORA } } });
    expect(session.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 600_000);
  });
});

describe('a full team', () => {
  beforeEach(() => api.prisma.team.updateMany({ data: { seatLimit: 1 } }));

  it('gets no new user, and the owner gets one mail that a seat is needed', async () => {
    expect(await company.signIn(visitor)).toBe('/saml-overage');
    expect(await company.signIn(visitor)).toBe('/saml-overage');
    expect(await countUsers(NORA)).toBe(0);
    const events = await api.prisma.auditEvent.findMany({ where: { email: NORA } });
    expect(events.map(({ action }) => action)).toEqual(['sso.overage', 'sso.overage']);
    expect((await mailsTo('owner@acme.test')).filter((kind) => kind === 'seats-requested')).toHaveLength(1);
    const { body } = await company.owner.get('/team');
    expect(body).toMatchObject({ seatRequests: [{ name: 'Nora Newcomer', email: NORA }] });
  });

  it('accepts the same response after a seat is free, but only once', async () => {
    const begun = await company.begin(visitor);
    const form = {
      SAMLResponse: postable(buildResponse(company.idp, { inResponseTo: begun.requestId })),
      RelayState: begun.relayState,
    };
    expect((await company.postForm(visitor, form)).headers['location']).toBe('/saml-overage');
    await api.prisma.team.updateMany({ data: { seatLimit: 2 } });
    expect((await company.postForm(visitor, form)).headers['location']).toBe(HOME);
    expect((await company.postForm(visitor, form)).headers['location']).toBe('/saml-error');
    expect(await api.prisma.seatRequest.count()).toBe(0);
  });

  it('lets only the owner dismiss the request for a seat', async () => {
    await company.signIn(visitor);
    const { id } = await api.prisma.seatRequest.findFirstOrThrow();
    const stranger = await signUp(api, 'stranger@example.com');
    expect((await stranger.delete(`/team/seat-requests/${id}`)).status).toBe(404);
    expect((await company.owner.delete(`/team/seat-requests/${id}`)).status).toBe(200);
    expect((await company.owner.get('/team')).body).toMatchObject({ seatRequests: [] });
  });
});

describe('the page after a sign-in', () => {
  it('is the requested page if RelayState is the one that we sent', async () => {
    expect(await company.signIn(visitor, {}, '?redirect=/settings/security')).toBe('/settings/security');
  });

  it.each(['https://evil.test/', '//evil.test', 'javascript:alert(1)', '/\\evil.test'])(
    'is the home page instead of %s',
    async (wanted) => {
      expect(await company.signIn(visitor, {}, `?redirect=${encodeURIComponent(wanted)}`)).toBe(HOME);
    },
  );

  it('is the home page if RelayState doesn’t match or is missing', async () => {
    for (const relayState of ['/settings/security', 'https://evil.test', '']) {
      const begun = await company.begin(visitor, '?redirect=/settings/security');
      expect((await company.post(visitor, { ...begun, relayState })).headers['location']).toBe(HOME);
    }
  });
});

describe('the browser', () => {
  it('must be the one that started the sign-in', async () => {
    const other = await api.visit();
    await company.begin(other);
    const begun = await company.begin(visitor);
    for (const stranger of [other, await api.visit()])
      expect((await company.post(stranger, begun)).headers['location']).toBe('/saml-error');
    expect(await lastLogin()).toBe('request');
    expect((await company.post(visitor, begun)).headers['location']).toBe(HOME);
  });

  it('may have several sign-ins open at the same time', async () => {
    const tabs = [await company.begin(visitor), await company.begin(visitor)];
    for (const tab of tabs) expect((await company.post(visitor, tab)).headers['location']).toBe(HOME);
  });

  it('is always redirected to a page, whatever it posts', async () => {
    const acs = '/saml/acme/acs';
    const replies = await Promise.all([
      visitor.agent
        .post(acs)
        .set('accept', 'text/html')
        .type('form')
        .send({ SAMLResponse: 'x'.repeat(300_000) }),
      visitor.agent.post(acs).type('json').send('{"SAMLResponse":"x"}'),
      visitor.agent.post(acs).type('text/plain').send('x'),
      visitor.agent.post(acs).set('content-encoding', 'gzip').type('form').send('x'),
      visitor.agent.post(acs).type('form').send('SAMLResponse=a&SAMLResponse=b'),
      visitor.agent.post(acs),
      visitor.agent.post(`${acs}?SAMLResponse=x`).type('form').send('SAMLResponse=a'),
      visitor.agent.post('/saml/nobody/acs').type('form').send('SAMLResponse=a'),
    ]);
    for (const { status, headers } of replies)
      expect([status, headers['location']]).toEqual([303, '/saml-error']);
    expect((await visitor.get(acs).set('accept', 'application/json')).status).toBe(404);
  });

  it('gets a policy that allows posting only to the identity provider of the page', async () => {
    const policyOf = async (path: string) => {
      const { headers } = await visitor.get(path).set('accept', 'text/html');
      return /form-action ([^;]+)/.exec(String(headers['content-security-policy']))?.[1];
    };
    expect(await policyOf('/saml/acme')).toBe("'self' https://acme.test");
    expect(await policyOf('/saml/nobody')).toBe("'self'");
    expect(await policyOf('/login')).toBe("'self'");
  });
});

describe('a sign-in that starts at the identity provider', () => {
  it('is rejected unless it is allowed, and then works once and redirects to the home page [asvs 7.6.2]', async () => {
    const SAMLResponse = postable(buildResponse(company.idp));
    const form = { SAMLResponse, RelayState: '/settings/security' };
    expect((await company.postForm(visitor, form)).headers['location']).toBe('/saml-error');
    expect(await lastLogin()).toBe('request');
    await api.prisma.identityProvider.updateMany({ data: { isIdpInitiatedAllowed: true } });
    expect((await company.postForm(visitor, form)).headers['location']).toBe(HOME);
    expect((await company.postForm(await api.visit(), form)).headers['location']).toBe('/saml-error');
  });
});

describe('keys', () => {
  it('of the identity provider may be several during a rotation', async () => {
    const next = await makeTestIdp('next');
    const signature = { privateKey: next.privateKey, keyInfo: next.certificate };
    expect(await company.signIn(visitor, { signature })).toBe('/saml-error');
    expect(await api.prisma.auditEvent.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
      ...{ action: 'sso.login', outcome: 'signature', email: '' },
      details: { identityProvider: 'acme' },
    });
    await api.prisma.idpCertificate.create({
      data: { identityProviderId: company.idpId, pem: next.certificate },
    });
    expect(await company.signIn(visitor, { signature })).toBe(HOME);
    expect(await company.signIn(visitor)).toBe(HOME);
  });

  it('of the portal are all in the metadata, in their configured order', async () => {
    const reply = await https.http.get('/saml/acme/metadata');
    expect(reply.headers['content-type']).toContain('application/samlmetadata+xml');
    const xml = reply.body instanceof Buffer ? reply.body.toString() : reply.text;
    const certificates = [...xml.matchAll(/<ds:X509Certificate>([^<]+)</g)].map(([, text]) =>
      text?.replace(/\s/g, ''),
    );
    expect(certificates).toEqual(
      [testSigningKey(), nextKey].map((key) =>
        /BEGIN CERTIFICATE-----([^-]+)/.exec(Buffer.from(key, 'base64').toString())?.[1]?.replace(/\s/g, ''),
      ),
    );
    expect(xml).toMatch(/AuthnRequestsSigned="true" WantAssertionsSigned="true"/);
  });
});
