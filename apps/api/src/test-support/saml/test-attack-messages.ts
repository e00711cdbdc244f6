import type { SsoCheck } from '@foyer/contracts/company/saml';
import { BEARER, makeId, postable, SUCCESS, type ResponseOptions } from '@foyer/testing/test-idp';
import { NORA, respond, VICTIM, type Attack, type SignIn } from './test-attack-company.ts';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const METHOD = 'urn:oasis:names:tc:SAML:2.0:cm:';
const DAY_S = 86_400;
const EMAIL = { name: 'email', values: [NORA] };

const changed = (
  check: SsoCheck,
  what: string,
  options: ResponseOptions | ((signIn: SignIn) => ResponseOptions),
  at: Attack['at'] = 'acme',
): Attack => ({
  what,
  check,
  at,
  answer: (signIn) => respond(signIn, typeof options === 'function' ? options(signIn) : options),
});

const before = (pattern: string | RegExp, text: string): ResponseOptions => ({
  beforeSigning: (xml) => replaceOrFail(xml, pattern, text),
});
const after = (pattern: string | RegExp, text: string): ResponseOptions => ({
  afterSigning: (xml) => replaceOrFail(xml, pattern, text),
});

function replaceOrFail(xml: string, pattern: string | RegExp, text: string): string {
  const result = xml.replace(pattern, () => text);
  if (result === xml) throw new Error('The attack changes nothing.');
  return result;
}

const instead = (what: string, name: string, inside = ''): Attack =>
  changed('xml', what, ({ requestId, idp }) => {
    const id = makeId();
    return {
      responseId: id,
      sign: { assertion: false },
      beforeSigning: () =>
        `<samlp:${name} xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" InResponseTo="${requestId}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${idp.acsUrl}"><saml:Issuer>${idp.entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${SUCCESS}"/></samlp:Status>${inside}</samlp:${name}>`,
    };
  });

const xml: Attack[] = [
  changed('xml', 'a comment cuts the name ID', after('>nora<', '>no<!--x-->ra<')),
  changed('xml', 'an empty comment cuts the name ID', after('>nora<', '>no<!---->ra<')),
  changed('xml', 'a comment stands in front', after(/^/, '<!---->')),
  changed('xml', 'an empty CDATA section cuts the name ID', after('>nora<', '>no<![CDATA[]]>ra<')),
  changed('xml', 'a comment cuts the email', after(`>${NORA}<`, `>${VICTIM}<!---->.evil.test<`)),
  changed('xml', 'a signed comment cuts the email', before(`>${NORA}<`, `>${VICTIM}<!---->.evil.test<`)),
  changed('xml', 'a processing instruction cuts the email', after(`>${NORA}<`, `>nora<?x?>@acme.test<`)),
  changed('xml', 'a CDATA section holds the email', before(`>${NORA}<`, `><![CDATA[${VICTIM}]]><`)),
  changed('xml', 'a DOCTYPE stands in front', after(/^/, '<!DOCTYPE x>')),
  changed('xml', 'a DOCTYPE defines the email', {
    afterSigning: (signed) => `<!DOCTYPE x [<!ENTITY e "${VICTIM}">]>${signed.replace(`>${NORA}<`, '>&e;<')}`,
  }),
  changed('xml', 'a DOCTYPE reads a file', {
    afterSigning: (signed) =>
      `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${signed.replace(`>${NORA}<`, '>&e;<')}`,
  }),
  changed('xml', 'a DOCTYPE calls a server', after(/^/, '<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd">')),
  changed('xml', 'entities multiply (billion laughs)', {
    afterSigning: (signed) =>
      `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${[...'bcdefghij'].map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`).join('')}]>${signed.replace(`>${NORA}<`, '>&j;<')}`,
  }),
  changed('xml', 'an entity is not defined', after(`>${NORA}<`, '>&victim;<')),
  changed('xml', 'the document goes on after its end', after(/$/, '<samlp:Response/>')),
  changed('xml', 'the document stops early', after('</samlp:Response>', '')),
  changed('xml', 'it holds a forbidden character', before(`>${NORA}<`, '>nora&#0;@acme.test<')),
  changed('xml', 'it is a version of the future', before('Version="2.0"', 'Version="3.0"')),
  instead('it is a LogoutResponse', 'LogoutResponse'),
  instead('it is a LogoutRequest', 'LogoutRequest', `<saml:NameID>nora</saml:NameID>`),
  instead('it is an AuthnRequest', 'AuthnRequest'),
  instead('it is an ArtifactResponse', 'ArtifactResponse'),
  changed('xml', 'the assertion is encrypted', {
    sign: { assertion: false },
    ...before(
      /<saml:Assertion .*<\/saml:Assertion>/s,
      '<saml:EncryptedAssertion><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"/></saml:EncryptedAssertion>',
    ),
  }),
  changed('xml', 'there are two assertions', {
    sign: { assertion: false },
    beforeSigning: (unsigned) =>
      unsigned.replace(
        /<saml:Assertion .*<\/saml:Assertion>/s,
        (one) => one + one.replace(/ ID="/, ' ID="_2'),
      ),
  }),
];

const algorithms: Attack[] = [
  changed('algorithms', 'SHA-1 signs', { signature: { signatureAlgorithm: `${DSIG}rsa-sha1` } }),
  changed('algorithms', 'SHA-1 digests', { signature: { digestAlgorithm: `${DSIG}sha1` } }),
  changed('algorithms', 'the public certificate is the key of an HMAC', ({ idp }) => ({
    signature: { signatureAlgorithm: `${DSIG}hmac-sha1`, privateKey: idp.certificate },
  })),
  changed('algorithms', 'canonicalization keeps comments', {
    signature: { canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments' },
  }),
  changed('algorithms', 'canonicalization is inclusive', {
    signature: {
      canonicalizationAlgorithm: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
      transforms: [`${DSIG}enveloped-signature`, 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'],
    },
  }),
];

const keys: Attack[] = [
  {
    what: 'a foreign key signs',
    check: 'signature',
    answer: (signIn, { rival }) => respond(signIn, { signature: { privateKey: rival.privateKey } }),
  },
  {
    what: 'a foreign key signs and brings its certificate in KeyInfo',
    check: 'signature',
    answer: (signIn, { rival }) =>
      respond(signIn, { signature: { privateKey: rival.privateKey, keyInfo: rival.certificate } }),
  },
  {
    what: 'a foreign key signs the assertion, and nothing the response',
    check: 'signature',
    at: 'plain',
    answer: (signIn, { rival }) =>
      respond(signIn, {
        sign: { response: false },
        signature: { privateKey: rival.privateKey, keyInfo: rival.certificate },
      }),
  },
  changed('signature', 'nothing is signed', { sign: { response: false, assertion: false } }),
  changed('signature', 'only the response is signed', { sign: { assertion: false } }),
  changed('signature', 'only the assertion is signed', { sign: { response: false } }),
  changed(
    'signature',
    'nothing is signed, where only assertions are',
    { sign: { response: false, assertion: false } },
    'plain',
  ),
  changed(
    'signature',
    'only the response is signed, where only assertions are',
    { sign: { assertion: false } },
    'plain',
  ),
];

const requests: Attack[] = [
  changed('request', 'it answers nothing', () => ({
    responseInResponseTo: null,
    confirmationInResponseTo: null,
  })),
  changed('request', 'it answers an unknown sign-in', { inResponseTo: '_0123456789' }),
  changed('request', 'only the assertion says what it answers', { responseInResponseTo: null }),
  changed('subject', 'only the response says what it answers', { confirmationInResponseTo: null }),
  // A stolen unsolicited assertion, presented as the response to a request.
  changed(
    'subject',
    'only the unsigned response says what it answers',
    { confirmationInResponseTo: null, sign: { response: false } },
    'plain',
  ),
  changed(
    'subject',
    'an unsolicited assertion is dressed up as an answer, where unsolicited ones are allowed',
    { confirmationInResponseTo: null },
    'eager',
  ),
  {
    what: 'the assertion answers another sign-in of the same browser',
    check: 'subject',
    answer: async (signIn, companies) => {
      const other = await companies.begin(signIn.idp, signIn.browser);
      return respond(signIn, { confirmationInResponseTo: other.requestId });
    },
  },
  {
    what: 'it answers what another identity provider was asked',
    check: 'request',
    answer: async (signIn, companies) => {
      const other = await companies.begin(companies.rival, signIn.browser);
      return respond(signIn, { inResponseTo: other.requestId });
    },
  },
  {
    what: 'it answers what another browser asked',
    check: 'request',
    answer: async (signIn, companies) => respond(await companies.begin(signIn.idp)),
  },
  {
    what: 'the identity provider was switched off meanwhile',
    check: 'request',
    answer: async (signIn, { api }) => {
      await api.prisma.identityProvider.update({ where: { name: 'acme' }, data: { isEnabled: false } });
      return respond(signIn);
    },
  },
];

const envelope: Attack[] = [
  changed('status', 'the login failed', { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }),
  changed('status', 'success is only of second rank', {
    beforeSigning: (unsigned) =>
      unsigned.replace(
        /<samlp:StatusCode [^>]*\/>/,
        (code) =>
          `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder">${code}</samlp:StatusCode>`,
      ),
  }),
  changed('status', 'there is no status', before(/<samlp:Status>.*<\/samlp:Status>/, '')),
  changed('status', 'there are two', {
    beforeSigning: (unsigned) => unsigned.replace(/<samlp:Status>.*<\/samlp:Status>/, (one) => one + one),
  }),
  changed('destination', 'the destination is missing', { destination: null }),
  changed('destination', 'the destination is another portal', {
    destination: 'https://evil.test/saml/acme/acs',
  }),
  changed('destination', 'the destination is longer', ({ idp }) => ({ destination: `${idp.acsUrl}/` })),
  changed('destination', 'the destination is that of another company', ({ idp }) => ({
    destination: idp.acsUrl.replace('acme', 'rival'),
  })),
  changed('issuer', 'the response’s issuer is another', { responseIssuer: 'https://rival.test/metadata' }),
  changed('issuer', 'the response has no issuer', { responseIssuer: null }),
  changed('issuer', 'the assertion’s issuer is another', { assertionIssuer: 'https://rival.test/metadata' }),
  changed('issuer', 'the assertion has no issuer', { assertionIssuer: null }),
  {
    what: 'another company’s identity provider answers in its own name',
    check: 'issuer',
    answer: (signIn, { rival }) =>
      respond(signIn, {
        responseIssuer: rival.entityId,
        assertionIssuer: rival.entityId,
        signature: { privateKey: rival.privateKey, keyInfo: rival.certificate },
      }),
  },
];

const assertions: Attack[] = [
  changed('time', 'it has expired', { notBeforeIn: -600, notOnOrAfterIn: -61 }),
  changed('time', 'it begins 70 seconds from now', { notBeforeIn: 70 }),
  changed('time', 'it was issued 70 seconds from now', { issuedIn: 70 }),
  changed('time', 'it was issued an hour ago and is valid for ten years', {
    issuedIn: -3600,
    notOnOrAfterIn: 3650 * DAY_S,
    confirmationNotOnOrAfterIn: 3650 * DAY_S,
  }),
  changed('time', 'it never ends', { notOnOrAfterIn: null }),
  changed('time', 'its end is no time', before(/NotOnOrAfter="[^"]*">/, 'NotOnOrAfter="tomorrow">')),
  changed('time', 'it has no conditions', before(/<saml:Conditions.*<\/saml:Conditions>/, '')),
  changed('time', 'the session there has ended', { sessionNotOnOrAfterIn: -61 }),
  changed('audience', 'the audience is missing', { audience: null }),
  changed('audience', 'the audience is another service', { audience: 'https://other.test/metadata' }),
  changed('audience', 'the audience is the other company’s', ({ idp }) => ({
    audience: idp.audience.replace('acme', 'rival'),
  })),
  changed('audience', 'one of two restrictions names another service', ({ idp }) => ({
    audience: [idp.audience, 'https://other.test/metadata'],
  })),
  changed('audience', 'the audience begins as ours', ({ idp }) => ({
    audience: `${idp.audience}.evil.test`,
  })),
  changed('subject', 'the recipient is missing', { recipient: null }),
  changed('subject', 'the recipient is another portal', { recipient: 'https://evil.test/acs' }),
  changed('subject', 'the confirmation has expired', { confirmationNotOnOrAfterIn: -61 }),
  changed('subject', 'the confirmation never ends', { confirmationNotOnOrAfterIn: null }),
  changed('subject', 'the sender vouches', { confirmationMethods: [`${METHOD}sender-vouches`] }),
  changed('subject', 'a key is to be held', { confirmationMethods: [`${METHOD}holder-of-key`] }),
  changed('subject', 'nothing confirms the subject', { confirmationMethods: [] }),
  changed('subject', 'two confirmations confirm it', {
    confirmationMethods: [BEARER, `${METHOD}sender-vouches`],
  }),
  changed('subject', 'two bearer confirmations confirm it', { confirmationMethods: [BEARER, BEARER] }),
  changed('subject', 'nobody is named', { nameId: null }),
  changed('subject', 'an empty name', { nameId: '' }),
  changed('subject', 'two people are named', {
    beforeSigning: (unsigned) => unsigned.replace(/<saml:NameID .*<\/saml:NameID>/, (one) => one + one),
  }),
  changed('subject', 'the name changes with every sign-in', {
    nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  }),
  changed('attributes', 'no email is sent', { attributes: [] }),
  changed('attributes', 'the email is there twice', {
    attributes: [EMAIL, { name: 'email', values: [VICTIM] }],
  }),
  changed('attributes', 'the email has two values', {
    attributes: [{ name: 'email', values: [NORA, VICTIM] }],
  }),
  changed('attributes', 'the email holds elements', {
    ...before(`<saml:AttributeValue>${NORA}`, `<saml:AttributeValue>${NORA}<x>${VICTIM}</x>`),
  }),
  changed('attributes', 'the email is two addresses', { email: `${NORA},${VICTIM}` }),
  changed('attributes', 'the email is none', { email: 'nora' }),
  changed('attributes', 'the email holds a second line', { email: `${NORA}\nBcc: x@evil.test` }),
  changed('attributes', 'the first name is there twice', {
    attributes: [EMAIL, { name: 'firstName', values: ['A', 'B'] }],
  }),
];

const accounts: Attack[] = [
  changed('account', 'the address is of a domain that is not proved', { email: 'nora@evil.test' }),
  changed('account', 'the address is of a subdomain', { email: 'nora@sub.acme.test' }),
  changed('account', 'the address is of the other company', { email: 'owner@rival.test' }),
  {
    what: 'another company’s identity provider names our victim',
    check: 'account',
    at: 'rival',
    answer: (signIn) => respond(signIn, { email: VICTIM }),
  },
  {
    what: 'the address has an account in another team',
    page: '/saml-pending',
    answer: async (signIn, companies) => {
      const { prisma } = companies.api;
      const { teamId } = await prisma.user.findUniqueOrThrow({ where: { email: 'owner@rival.test' } });
      await companies.addUser(teamId, NORA);
      return respond(signIn);
    },
  },
  {
    what: 'the account is deactivated',
    page: '/saml-suspended',
    answer: async (signIn, companies) => {
      const { prisma } = companies.api;
      const { teamId } = await prisma.user.findUniqueOrThrow({ where: { email: VICTIM } });
      await companies.addUser(teamId, NORA, new Date());
      return respond(signIn);
    },
  },
  {
    what: 'the name ID is one that another company’s identity provider knows',
    check: 'account',
    answer: async (signIn, { api, rival }) => {
      const { id: userId } = await api.prisma.user.findUniqueOrThrow({
        where: { email: 'owner@rival.test' },
      });
      const { id } = await api.prisma.identityProvider.findUniqueOrThrow({ where: { name: rival.name } });
      await api.prisma.ssoIdentity.create({ data: { identityProviderId: id, nameId: 'shared', userId } });
      return respond(signIn, { nameId: 'shared', email: 'owner@rival.test' });
    },
  },
];

export const attacks: Attack[] = [
  ...xml,
  ...algorithms,
  ...keys,
  ...requests,
  ...envelope,
  ...assertions,
  ...accounts,
];

export const spoiledForms: Record<string, (response: string) => Record<string, string | string[]>> = {
  'the response is there twice': (xml) => ({ SAMLResponse: [postable(xml), postable(xml)] }),
  'a good response follows a bad one': (xml) => ({ SAMLResponse: ['x', postable(xml)] }),
  'there is no response': () => ({}),
  'the response is empty': () => ({ SAMLResponse: '' }),
  'the response is called a request': (xml) => ({ SAMLRequest: postable(xml) }),
  'the response is an artifact': (xml) => ({ SAMLart: postable(xml) }),
  'RelayState is there twice': (xml) => ({ SAMLResponse: postable(xml), RelayState: ['a', 'b'] }),
  'the response is plain XML': (xml) => ({ SAMLResponse: xml }),
  'the response is no base64': (xml) => ({ SAMLResponse: `${postable(xml)}*` }),
  'the response is base64 with something behind it': (xml) => ({ SAMLResponse: `${postable(xml)}====x` }),
  'the response is UTF-16': (xml) => ({
    SAMLResponse: Buffer.from(`\uFEFF${xml}`, 'utf16le').toString('base64'),
  }),
};

/** Documents that are expensive to parse (docs/security.md 3.2, "Parser DoS"). */
export const heavyDocuments: Record<string, () => string> = {
  '60 KB of <a>': () => '<a>'.repeat(20_000),
  '75 KB of <': () => '<'.repeat(75_000),
  'deep nesting that is closed': () => `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`,
  'elements without end': () => `<a>${'<b/>'.repeat(18_000)}</a>`,
  'an element with thousands of attributes': () =>
    `<a ${Array.from({ length: 8_000 }, (_, at) => `a${at}=""`).join(' ')}/>`,
  'an element with thousands of namespaces': () =>
    `<a ${Array.from({ length: 3_000 }, (_, at) => `xmlns:a${at}="b"`).join(' ')}/>`,
  '75 KB of &': () => `<a>${'&'.repeat(75_000)}</a>`,
  '75 KB of one name': () => `<${'a'.repeat(75_000)}/>`,
  '75 KB of spaces': () => `<a${' '.repeat(75_000)}/>`,
};
