import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ADDRESS_CHANGED_QUEUE } from '@foyer/mail/queues';
import { SHA384 } from '@foyer/testing/sign-element';
import {
  ECDSA_SHA256,
  ECDSA_SHA384,
  makeEcKeyPair,
  readRequest,
  UNREADABLE_CERTIFICATE,
  type ResponseOptions,
} from '@foyer/testing/test-idp';
import { presets } from '@foyer/operate/saml/presets';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { emailOf, TestCompany } from '../../test-support/saml/test-company.ts';

const HOME = 'http://product.test/home';
const ERROR = '/saml-error';
const NORA = 'nora@acme.test';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const UNSPECIFIED_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
const PERSISTENT_FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

let api: TestApi;
let visitor: Visitor;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.empty();
  visitor = await api.visit();
});

const lastCheck = async () =>
  (await api.prisma.auditEvent.findFirst({ where: { action: 'sso.login' }, orderBy: { id: 'desc' } }))
    ?.outcome;

describe('a signature', () => {
  it.each([
    ['ECDSA on P-256 with SHA-256', 'P-256', ECDSA_SHA256],
    ['ECDSA on P-384 with SHA-384', 'P-384', ECDSA_SHA384],
    ['ECDSA on P-384 with SHA-256', 'P-384', ECDSA_SHA256],
  ] as const)('made by %s is accepted', async (_what, curve, signatureAlgorithm) => {
    const company = await TestCompany.create(api, 'acme', { keys: await makeEcKeyPair(curve) });
    const signature = { signatureAlgorithm };
    expect(await company.signIn(visitor, { signature })).toBe(HOME);
    const other = await makeEcKeyPair(curve);
    const forged = { ...signature, privateKey: other.privateKey };
    expect(await company.signIn(await api.visit(), { signature: forged })).toBe(ERROR);
    expect(await lastCheck()).toBe('signature');
  });

  it.each(['rsa-sha384', 'rsa-sha512'])('made by %s over a SHA-384 digest is accepted', async (name) => {
    const company = await TestCompany.create(api, 'acme');
    const signature = { signatureAlgorithm: `${MORE}${name}`, digestAlgorithm: SHA384 };
    expect(await company.signIn(visitor, { signature })).toBe(HOME);
  });

  it('on an unsupported curve is rejected [asvs 9.1.2]', async () => {
    const company = await TestCompany.create(api, 'acme', { keys: await makeEcKeyPair('P-521') });
    const signature = { signatureAlgorithm: ECDSA_SHA256 };
    expect(await company.signIn(visitor, { signature })).toBe(ERROR);
    expect(await lastCheck()).toBe('signature');
  });

  it('that names one key type and is made with another is rejected', async () => {
    const company = await TestCompany.create(api, 'acme');
    const signature = { signatureAlgorithm: ECDSA_SHA256 };
    expect(await company.signIn(visitor, { signature })).toBe(ERROR);
    expect(await lastCheck()).toBe('signature');
  });

  it('is checked with the readable certificates only', async () => {
    const company = await TestCompany.create(api, 'acme');
    await api.prisma.idpCertificate.create({
      data: { identityProviderId: company.idpId, pem: UNREADABLE_CERTIFICATE },
    });
    expect(await company.signIn(visitor)).toBe(HOME);
    await api.prisma.idpCertificate.deleteMany({ where: { pem: { not: UNREADABLE_CERTIFICATE } } });
    expect(await company.signIn(await api.visit())).toBe(ERROR);
    expect(await lastCheck()).toBe('signature');
  });
});

describe('a company', () => {
  const responseOnly = { sign: { response: true, assertion: false } };
  const assertionOnly = { sign: { response: false, assertion: true } };

  it('that signs only the response signs users in, but not with an assertion outside it', async () => {
    const company = await TestCompany.create(api, 'acme', { isAssertionSigned: false });
    expect(await company.signIn(visitor, responseOnly)).toBe(HOME);
    const refused: ResponseOptions[] = [
      { ...responseOnly, afterSigning: (xml) => xml.replaceAll(NORA, 'owner@acme.test') },
      // A valid signed assertion, in an unsigned response.
      assertionOnly,
      // A signed response inside a forged one.
      {
        ...responseOnly,
        afterSigning: (xml) =>
          xml.replaceAll(NORA, 'owner@acme.test').replace('</samlp:Response>', `${xml}</samlp:Response>`),
      },
    ];
    for (const options of refused) expect(await company.signIn(await api.visit(), options)).toBe(ERROR);
    expect(await api.prisma.ssoIdentity.count()).toBe(1);
  });

  it('that signs only the assertion signs users in if the assertion names the request', async () => {
    const company = await TestCompany.create(api, 'acme', { isResponseSigned: false });
    expect(await company.signIn(visitor, assertionOnly)).toBe(HOME);
    // The outer response is not signed, so naming the request only there proves nothing.
    const outside = { ...assertionOnly, confirmationInResponseTo: null };
    expect(await company.signIn(await api.visit(), outside)).toBe(ERROR);
    expect(await lastCheck()).toBe('subject');
  });

  it('that signs only one of them is rejected unless it is registered so', async () => {
    const company = await TestCompany.create(api, 'acme');
    for (const options of [responseOnly, assertionOnly])
      expect(await company.signIn(await api.visit(), options)).toBe(ERROR);
    expect(await lastCheck()).toBe('signature');
  });

  it('cannot be registered without any signature', async () => {
    const nothing = { isResponseSigned: false, isAssertionSigned: false };
    await expect(TestCompany.create(api, 'acme', nothing)).rejects.toThrow(/must be signed/);
  });
});

describe('the email address', () => {
  const attributes = [{ name: 'firstName', values: ['Nora'] }];

  it('is the NameID if its format is emailAddress and no attribute is sent', async () => {
    const company = await TestCompany.create(api, 'acme');
    const options = { attributes, nameId: 'Nora@Acme.test', nameIdFormat: EMAIL_FORMAT };
    expect(await company.signIn(visitor, options)).toBe(HOME);
    expect(await emailOf(visitor)).toBe(NORA);
  });

  it.each([UNSPECIFIED_FORMAT, PERSISTENT_FORMAT, null])(
    'is not taken from a NameID of the format %s',
    async (nameIdFormat) => {
      const company = await TestCompany.create(api, 'acme');
      expect(await company.signIn(visitor, { attributes, nameId: NORA, nameIdFormat })).toBe(ERROR);
      expect(await lastCheck()).toBe('attributes');
    },
  );
});

describe('the NameID', () => {
  it.each([
    ['unspecified', UNSPECIFIED_FORMAT],
    ['persistent', PERSISTENT_FORMAT],
    ['emailAddress', EMAIL_FORMAT],
  ])('is requested in the format %s if the company is registered so', async (nameIdFormat, uri) => {
    await TestCompany.create(api, 'acme', { nameIdFormat });
    const { body } = await visitor.get('/idp/acme');
    expect(readRequest((body as { saml: string }).saml).xml).toContain(`Format="${uri}"`);
  });
});

const XMLSOAP = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const MICROSOFT = 'http://schemas.microsoft.com/identity/claims';
const assertionOnly = { response: false, assertion: true };
const nameAttributes = [
  { name: 'email', values: [NORA] },
  { name: 'firstName', values: ['Nora'] },
  { name: 'lastName', values: ['Newcomer'] },
];

/** Imitates the form of each product's responses (docs/identity-providers.md). They are not recordings. */
const shapes: Record<keyof typeof presets, ResponseOptions> = {
  entra: {
    sign: assertionOnly,
    nameId: 'AAUmTn1hT2m9vVZ5B1sQ0b3rPairwise',
    nameIdFormat: PERSISTENT_FORMAT,
    attributes: [
      { name: `${MICROSOFT}/tenantid`, values: ['8f0c6f1e-0000-4000-8000-000000000000'] },
      { name: `${MICROSOFT}/objectidentifier`, values: ['2b1d9c7a-0000-4000-8000-000000000000'] },
      { name: `${MICROSOFT}/displayname`, values: ['Nora Newcomer'] },
      { name: `${XMLSOAP}/givenname`, values: ['Nora'] },
      { name: `${XMLSOAP}/surname`, values: ['Newcomer'] },
      { name: `${XMLSOAP}/emailaddress`, values: ['Nora@acme.test'] },
      { name: `${XMLSOAP}/name`, values: ['nora@acme.onmicrosoft.test'] },
    ],
  },
  adfs: {
    sign: assertionOnly,
    nameId: 'ACME\\nora',
    nameIdFormat: null,
    attributes: [
      { name: `${XMLSOAP}/emailaddress`, values: [NORA] },
      { name: `${XMLSOAP}/givenname`, values: ['Nora'] },
      { name: `${XMLSOAP}/surname`, values: ['Newcomer'] },
    ],
    // AD FS names its key by issuer and serial number, without the certificate.
    signature: { keyInfo: null },
  },
  okta: { nameId: NORA, nameIdFormat: UNSPECIFIED_FORMAT, attributes: nameAttributes },
  google: { sign: assertionOnly, nameId: NORA, nameIdFormat: EMAIL_FORMAT, attributes: nameAttributes },
  onelogin: {
    sign: assertionOnly,
    nameId: '173049822',
    nameIdFormat: UNSPECIFIED_FORMAT,
    attributes: nameAttributes,
  },
  jumpcloud: {
    sign: { response: true, assertion: false },
    nameId: NORA,
    nameIdFormat: UNSPECIFIED_FORMAT,
    attributes: nameAttributes,
  },
};

describe('responses in the form of', () => {
  it.each(Object.keys(presets))('%s are accepted with its preset', async (name) => {
    const { product: _product, ...settings } = presets[name] ?? { product: '' };
    const company = await TestCompany.create(api, 'acme', settings);
    expect(await company.signIn(visitor, shapes[name])).toBe(HOME);
    expect(await api.prisma.user.findUnique({ where: { email: NORA } })).toMatchObject({
      firstName: 'Nora',
      lastName: 'Newcomer',
    });
  });
});

describe('at each sign-in', () => {
  let company: TestCompany;
  const nora = async (changes: ResponseOptions = {}) => {
    const browser = await api.visit();
    expect(await company.signIn(browser, { nameId: 'n1', ...changes })).toBe(HOME);
    return browser;
  };
  const profile = async () => {
    const { user } = await api.prisma.ssoIdentity.findFirstOrThrow({
      where: { nameId: 'n1' },
      select: { user: { select: { email: true, firstName: true, lastName: true } } },
    });
    return [user.email, user.firstName, user.lastName];
  };
  const changes = async () =>
    (await api.prisma.auditEvent.findMany({ where: { action: 'sso.profile' }, orderBy: { id: 'asc' } })).map(
      ({ details }) => details,
    );
  beforeEach(async () => {
    company = await TestCompany.create(api, 'acme', { domains: ['acme.test', 'acme-new.test'] });
    await nora();
  });

  it('names and address are updated from the company, and the security log records it', async () => {
    const browser = await nora({ lastName: 'Married', email: 'n.married@acme-new.test' });
    expect(await profile()).toEqual(['n.married@acme-new.test', 'Nora', 'Married']);
    expect(await emailOf(browser)).toBe('n.married@acme-new.test');
    expect(await changes()).toEqual([{ changed: 'lastName email' }]);
    await nora({ lastName: 'Married', email: 'n.married@acme-new.test' });
    expect(await changes()).toHaveLength(1);
  });

  it('the card provider gets the new address of a paying owner', async () => {
    const { id, teamId } = await api.prisma.user.findUniqueOrThrow({ where: { email: NORA } });
    await api.prisma.team.update({ where: { id: teamId }, data: { ownerId: id } });
    await api.prisma.subscription.create({ data: { teamId, stripeCustomerId: 'cus_acme' } });
    const notified = async () => {
      const jobs = await api.pool.query('SELECT data FROM pgboss.job WHERE name = $1', [
        ADDRESS_CHANGED_QUEUE,
      ]);
      return jobs.rows.map(({ data }: { data: object }) => data);
    };
    await nora({ lastName: 'Married' });
    expect(await notified()).toEqual([]);
    await nora({ email: 'nora@acme-new.test' });
    expect(await notified()).toEqual([expect.objectContaining({ userId: id })]);
  });

  it('the address is never changed to one outside the verified domains', async () => {
    await nora({ email: 'nora@elsewhere.test' });
    expect(await profile()).toEqual([NORA, 'Nora', 'Newcomer']);
    expect(await changes()).toEqual([]);
  });

  it('a personal address outside the company’s domains is not replaced', async () => {
    const own = 'nora@home.test';
    await api.prisma.user.update({ where: { email: NORA }, data: { email: own } });
    await nora({ email: 'nora@acme-new.test' });
    expect(await profile()).toEqual([own, 'Nora', 'Newcomer']);
    expect(await changes()).toEqual([]);
  });

  it('the address is never changed to that of another user, in the team or not', async () => {
    await signUp(api, 'stranger@acme.test');
    for (const email of ['owner@acme.test', 'stranger@acme.test']) await nora({ email });
    expect(await profile()).toEqual([NORA, 'Nora', 'Newcomer']);
    expect(await changes()).toEqual([]);
  });

  it('one of two users who concurrently get the same address has it, and both are signed in', async () => {
    expect(await company.signIn(visitor, { nameId: 'n2', email: 'second@acme.test' })).toBe(HOME);
    const wanted = 'wanted@acme.test';
    await Promise.all(
      ['n1', 'n2', 'n1', 'n2'].map(async (nameId) => {
        expect(await company.signIn(await api.visit(), { nameId, email: wanted })).toBe(HOME);
      }),
    );
    expect(await api.prisma.user.count({ where: { email: wanted } })).toBe(1);
    expect(await api.prisma.ssoIdentity.count()).toBe(2);
  });

  it('a link that was mailed to the old address no longer works', async () => {
    const { id: userId } = await api.prisma.user.findUniqueOrThrow({ where: { email: NORA } });
    const link = { purpose: 'reset_password', email: NORA, userId } as const;
    const expiresAt = new Date(Date.now() + 60_000);
    await api.prisma.oneTimeLink.create({ data: { ...link, expiresAt, tokenHash: new Uint8Array(32) } });
    await nora({ email: 'nora@acme-new.test' });
    expect(await api.prisma.oneTimeLink.findFirst({ where: { userId } })).toMatchObject({
      replacedAt: expect.any(Date),
    });
  });

  it('a name that the company does not send is not changed', async () => {
    await nora({ attributes: [{ name: 'email', values: [NORA] }] });
    expect(await profile()).toEqual([NORA, 'Nora', 'Newcomer']);
  });
});

describe('one identity provider of two teams', () => {
  it('signs each user in to the team of the name they use, and accepts a response only at that name [asvs 9.2.3, 9.2.4]', async () => {
    const first = await TestCompany.create(api, 'acme');
    const shared = { entityId: first.idp.entityId, privateKey: first.idp.privateKey };
    const keys = { ...shared, certificate: first.idp.certificate };
    const second = await TestCompany.create(api, 'studio', { keys, domains: ['acme.test'] });
    expect((await visitor.post('/idp', { email: NORA })).body).toEqual({
      idpName: 'acme',
      idpNames: ['acme', 'studio'],
    });
    expect(await first.signIn(visitor)).toBe(HOME);
    const other = await api.visit();
    expect(await second.signIn(other, { email: 'omar@acme.test' })).toBe(HOME);
    const teamOf = async (email: string) => (await api.prisma.user.findUnique({ where: { email } }))?.teamId;
    expect([await teamOf(NORA), await teamOf('omar@acme.test')]).toEqual([first.teamId, second.teamId]);
    // For the second team's provider, this NameID is unknown and the address belongs to a user, so the sign-in waits.
    expect(await second.signIn(await api.visit())).toBe('/saml-pending');
    const third = await api.visit();
    const begun = await second.begin(third);
    const foreign = { ...second.idp, acsUrl: first.idp.acsUrl, audience: first.idp.audience };
    const reply = await second.post(third, begun, {
      destination: foreign.acsUrl,
      recipient: foreign.acsUrl,
      audience: foreign.audience,
    });
    expect(reply.headers['location']).toBe(ERROR);
    expect(await lastCheck()).toBe('destination');
  });

  it('cannot share its domain with another issuer', async () => {
    await TestCompany.create(api, 'acme');
    await expect(TestCompany.create(api, 'rival', { domains: ['acme.test'] })).rejects.toThrow(
      /domain_of_another_issuer/,
    );
    const second = await TestCompany.create(api, 'studio');
    await api.prisma.identityProvider.update({
      where: { id: second.idpId },
      data: { entityId: 'https://acme.test/metadata', domains: { create: { domain: 'acme.test' } } },
    });
    await expect(
      api.prisma.identityProvider.update({
        where: { id: second.idpId },
        data: { entityId: 'https://studio.test/metadata' },
      }),
    ).rejects.toThrow(/domain_of_another_issuer/);
  });
});
