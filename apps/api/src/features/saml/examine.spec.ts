import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { SsoCheck } from '@foyer/contracts/saml';
import {
  AES_128_GCM,
  AES_256_CBC,
  buildResponse,
  makeEcKeyPair,
  makeTestIdp,
  postable,
  RSA_1_5,
  type EncryptionOptions,
  type ResponseOptions,
  type TestIdp,
} from '@foyer/testing/test-idp';
import type { IdentityProvider } from '../../accounts/identity-providers.service.ts';
import { allButTheClock } from '../../test-support/test-clock.ts';
import { connectionOf } from './connection-of.ts';
import { examine } from './examine.ts';
import type { TestRequest } from './request-cookies.ts';
import type { Person, Posted } from './stages.ts';

/** What threads do, without one: each check by its very words and to the millisecond. */

const NOW = new Date('2026-03-01T12:00:00.000Z');
const NORA = 'nora@acme.test';
const METHOD = 'urn:oasis:names:tc:SAML:2.0:cm:';
const ASKED = {
  requestId: '_asked',
  identityProviderId: '00000000-0000-4000-8000-000000000000',
  redirectTarget: '/settings/team',
  testedById: null,
  provesSession: null,
  expiresAt: new Date(NOW.getTime() + 60_000),
  relayState: 'handle',
};
const TEST: TestRequest = { ...ASKED, requestId: '_tested', testedById: 'owner', relayState: 'of-the-test' };

let idp: TestIdp;
let rival: TestIdp;
/** Our own key, for which assertions are encrypted. */
let ours: TestIdp;
beforeAll(async () => {
  [idp, rival, ours] = await Promise.all([makeTestIdp('acme'), makeTestIdp('rival'), makeTestIdp('ours')]);
  jest.useFakeTimers({ doNotFake: allButTheClock, now: NOW });
});
afterAll(() => void jest.useRealTimers());

type Changes = { idp?: Partial<IdentityProvider>; ourKeys?: string[]; posted?: Partial<Posted> };

function post(xml: string, changes: Changes = {}): Posted {
  const registered: IdentityProvider = {
    id: ASKED.identityProviderId,
    teamId: ASKED.identityProviderId,
    name: idp.name,
    entityId: idp.entityId,
    singleSignOnUrl: idp.ssoUrl,
    certificates: [idp.certificate],
    domains: ['acme.test'],
    isEnabled: true,
    isIdpInitiatedAllowed: false,
    isResponseSigned: true,
    isAssertionSigned: true,
    isAssertionEncrypted: false,
    nameIdFormat: 'unspecified',
    emailAttribute: 'email',
    firstNameAttribute: 'firstName',
    lastNameAttribute: 'lastName',
    ...changes.idp,
  };
  const serviceProvider = { entityId: idp.audience, acsUrl: idp.acsUrl, metadataUrl: idp.audience };
  const ourKeys = (changes.ourKeys ?? []).map((privateKey) => ({ privateKey }));
  return {
    idp: registered,
    serviceProvider,
    connection: connectionOf(registered, serviceProvider, ourKeys),
    now: NOW,
    relayState: ASKED.relayState,
    hasQuery: false,
    form: { responses: [postable(xml)], relayStates: [ASKED.relayState] },
    openRequests: [ASKED],
    test: undefined,
    ...changes.posted,
  };
}

const answer = (options: ResponseOptions = {}) =>
  buildResponse(idp, { inResponseTo: ASKED.requestId, email: NORA, ...options });

async function personOf(options: ResponseOptions = {}, changes: Changes = {}): Promise<Person> {
  const verdict = await examine(post(answer(options), changes));
  expect(verdict).toEqual({ passed: expect.anything() });
  return (verdict as { passed: Person }).passed;
}

async function rejectionOf(options: ResponseOptions = {}, changes: Changes = {}) {
  const verdict = await examine(post(answer(options), changes));
  expect(verdict).toEqual({ failed: expect.anything() });
  const { check, message, costs } = (verdict as { failed: Failure }).failed;
  return costs === undefined ? [check, message] : [check, message, costs];
}
type Failure = { check: SsoCheck; message: string; costs?: string };

const replacing = (pattern: string | RegExp, text: string): ResponseOptions => ({
  beforeSigning: (xml) => change(xml, pattern, text),
});

function change(xml: string, pattern: string | RegExp, text: string): string {
  const changed = xml.replace(pattern, text);
  if (changed === xml) throw new Error('nothing is changed');
  return changed;
}

const inOpen = (...openRequests: Posted['openRequests'][number][]): Changes => ({ posted: { openRequests } });
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

describe('a response that passes', () => {
  it('gives everything that signing in needs', async () => {
    const person = await personOf({ assertionId: '_the-assertion', sessionNotOnOrAfterIn: 600 });
    expect(person).toEqual({
      idp: expect.objectContaining({ name: 'acme' }),
      answered: ASKED,
      redirectTarget: '/settings/team',
      assertionId: '_the-assertion',
      audience: idp.audience,
      nameId: `id-of-${NORA}`,
      // The confirmation's five minutes and the difference of clocks.
      usableUntil: at(360),
      sessionEnd: at(600),
      loggedInAt: at(0),
      email: NORA,
      firstName: 'Nora',
      lastName: 'Newcomer',
      sentNames: { firstName: 'Nora', lastName: 'Newcomer' },
    });
  });

  it('can be replayed no longer than its age and its confirmation both allow', async () => {
    expect((await personOf({ confirmationNotOnOrAfterIn: 120 })).usableUntil).toEqual(at(180));
    expect((await personOf({ issuedIn: -240 })).usableUntil).toEqual(at(120));
  });

  it('has the earliest end of a session, or none', async () => {
    expect((await personOf()).sessionEnd).toBeUndefined();
    const two = replacing(
      '<saml:AuthnStatement ',
      `<saml:AuthnStatement SessionNotOnOrAfter="${at(60).toISOString()}"/><saml:AuthnStatement `,
    );
    expect((await personOf({ ...two, sessionNotOnOrAfterIn: 600 })).sessionEnd).toEqual(at(60));
  });

  it('leads to what was wanted only with the RelayState that went with it', async () => {
    expect((await personOf({}, { posted: { relayState: 'another' } })).redirectTarget).toBeUndefined();
    expect((await personOf({}, { posted: { relayState: undefined } })).redirectTarget).toBeUndefined();
  });

  it('comes unasked where that is allowed, whatever else is open', async () => {
    const unasked = { responseInResponseTo: null, confirmationInResponseTo: null };
    const changes = { idp: { isIdpInitiatedAllowed: true } };
    for (const openRequests of [[], [ASKED]])
      expect(
        await personOf(unasked, { ...changes, posted: { openRequests, relayState: undefined } }),
      ).toMatchObject({ answered: undefined, redirectTarget: undefined });
  });

  it('names people by the address when it does not say what they are called', async () => {
    const email = { name: 'email', values: [`  ${NORA.toUpperCase()} `] };
    expect(await personOf({ attributes: [email] })).toMatchObject({
      email: NORA,
      firstName: 'nora',
      lastName: 'nora',
      sentNames: {},
    });
    const last = { name: 'lastName', values: ['x'.repeat(101)] };
    expect(await personOf({ attributes: [email, { name: 'firstName', values: [' '] }, last] })).toMatchObject(
      {
        firstName: 'nora',
        lastName: 'x'.repeat(100),
        sentNames: { lastName: 'x'.repeat(100) },
      },
    );
  });

  it('may come in lines, and names the address by the attribute before the NameID', async () => {
    const lines = postable(answer()).replace(/.{76}/g, '$&\r\n');
    expect(
      await examine(post('', { posted: { form: { responses: [lines], relayStates: [] } } })),
    ).toHaveProperty('passed');
    const format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
    const named = { nameId: 'other@acme.test', nameIdFormat: format };
    expect((await personOf(named)).email).toBe(NORA);
    expect((await personOf({ ...named, attributes: [] })).email).toBe('other@acme.test');
  });
});

describe('times are', () => {
  it.each<[string, ResponseOptions, ResponseOptions]>([
    ['its end', { notOnOrAfterIn: -59.999 }, { notOnOrAfterIn: -60 }],
    ['its beginning', { notBeforeIn: 60 }, { notBeforeIn: 60.001 }],
    ['its making, when that is to come', { issuedIn: 60 }, { issuedIn: 60.001 }],
    ['its making', { issuedIn: -359.999 }, { issuedIn: -360 }],
    ['the session’s end', { sessionNotOnOrAfterIn: 0.001 }, { sessionNotOnOrAfterIn: 0 }],
    ['the confirmation’s end', { confirmationNotOnOrAfterIn: -59.999 }, { confirmationNotOnOrAfterIn: -60 }],
  ])('exact: %s', async (what, last, tooLate) => {
    expect(await personOf(last)).toBeDefined();
    expect((await rejectionOf(tooLate))[0]).toBe(what.startsWith('the confirmation') ? 'subject' : 'time');
  });

  it.each([
    ['2026-03-01T12:00:01Z', true],
    ['2026-03-01T12:00:01.5Z', true],
    ['2026-03-01T12:00:01.123456789Z', true],
    ['2026-03-01T14:00:01+02:00', true],
    ['2026-03-01T10:00:01-02:00', true],
    ['2026-03-01T12:00:01', false],
    ['2026-03-01T12:00:01.Z', false],
    ['2026-03-01', false],
    [' 2026-03-01T12:00:01Z', false],
    ['2026-03-01T12:00:01Z ', false],
    ['2026-03-01T12:00:01x00Z', false],
    ['2026-03-01T12:00:01.xZ', false],
    ['2026-03-01T12:00:01+x2:00', false],
    ['2026-03-01T12:00:01+02:0x', false],
    ['1 March 2027 12:00 UTC', false],
  ])('as SAML writes them: %s', async (text, isTime) => {
    const end = replacing(/(<saml:Conditions [^>]*NotOnOrAfter=")[^"]*/, `$1${text}`);
    const verdict = await examine(post(answer(end)));
    expect('passed' in verdict).toBe(isTime);
    const confirmed = replacing(/(<saml:SubjectConfirmationData [^>]*NotOnOrAfter=")[^"]*/, `$1${text}`);
    expect('passed' in (await examine(post(answer(confirmed))))).toBe(isTime);
  });

  it('told with the clock here', async () => {
    const quoted = '“2026-03-01T11:50:00.000Z”, valid from “2026-03-01T11:59:00.000Z”';
    const clock = 'the clock here says 2026-03-01T12:00:00.000Z.';
    expect(await rejectionOf({ issuedIn: -600 })).toEqual([
      'time',
      `Issued at ${quoted} until “2026-03-01T12:05:00.000Z”; ${clock} Set the clock of the identity provider right.`,
    ]);
    expect(await rejectionOf({ sessionNotOnOrAfterIn: -1 })).toEqual([
      'time',
      `Issued at “2026-03-01T12:00:00.000Z”, valid from “2026-03-01T11:59:00.000Z” until “2026-03-01T12:05:00.000Z”; ${clock} The session at the identity provider is over already.`,
    ]);
    expect(await rejectionOf({ confirmationNotOnOrAfterIn: -60 })).toEqual([
      'subject',
      `It is confirmed until “2026-03-01T11:59:00.000Z”; ${clock}`,
    ]);
  });

  it('missing', async () => {
    expect((await rejectionOf(replacing(/<saml:Conditions.*<\/saml:Conditions>/, '')))[1]).toMatch(
      /^Issued at “2026-03-01T12:00:00\.000Z”, valid from nothing until nothing;/,
    );
    expect(await personOf({ notBeforeIn: null })).toBeDefined();
    for (const nothing of [
      { notOnOrAfterIn: null },
      replacing(/(<saml:Assertion [^>]*) IssueInstant="[^"]*"/, '$1'),
    ])
      expect((await rejectionOf(nothing))[0]).toBe('time');
    const odd = replacing('<saml:AuthnStatement ', '<saml:AuthnStatement SessionNotOnOrAfter="soon" ');
    expect((await rejectionOf(odd))[0]).toBe('time');
  });
});

const ACS = 'http://localhost:3000/saml/acme/acs';
const METADATA = 'http://localhost:3000/saml/acme/metadata';
const SET_ACS = 'Set the ACS URL at the identity provider.';
const RIGHT_ID = 'Give us the right entity ID of the identity provider.';
const RESPONDER = 'urn:oasis:names:tc:SAML:2.0:status:Responder';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const UNASKED = { responseInResponseTo: null, confirmationInResponseTo: null };
const CERTIFICATE_HINT =
  'Check that the certificate registered here is the one the identity provider signs with.';
const EMAIL = { name: 'email', values: [NORA] };
const CONFIRMATION = /<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/;
const OTHER_ASSERTION = '<saml:Assertion ID="_other"/>';

/** What is wrong, how to make it, which check says so, and all that it says. */
const rejections: [string, ResponseOptions, SsoCheck, string, Changes?][] = [
  [
    'another kind of message',
    replacing(/<samlp:Response (.*)<\/samlp:Response>/s, '<samlp:LogoutResponse $1</samlp:LogoutResponse>'),
    'xml',
    'A SAML response is expected; this is a “LogoutResponse”.',
  ],
  [
    'a response of another namespace',
    { sign: { response: false, assertion: false }, ...replacing('SAML:2.0:protocol', 'SAML:2.0:other') },
    'xml',
    'A SAML response is expected; this is a “Response”.',
  ],
  [
    'another version',
    replacing('Version="2.0"', 'Version="2.1"'),
    'xml',
    'The response is not of SAML version 2.0.',
  ],
  [
    'two assertions',
    replacing('</samlp:Response>', `${OTHER_ASSERTION}</samlp:Response>`),
    'xml',
    'There is more than one assertion. Send exactly one.',
  ],
  [
    'an assertion inside of the assertion',
    replacing('</saml:Assertion>', `${OTHER_ASSERTION}</saml:Assertion>`),
    'xml',
    'There is more than one assertion. Send exactly one.',
  ],
  [
    'an identifier twice',
    { sign: { response: false }, responseId: '_1', assertionId: '_1' },
    'xml',
    'Two elements have the same ID.',
  ],
  [
    'an encrypted assertion beside the other',
    replacing('</samlp:Response>', '<saml:EncryptedAssertion/></samlp:Response>'),
    'xml',
    'The assertion is encrypted, which is not arranged. Turn encryption off, or have our support arrange it.',
  ],
  [
    'an assertion in the clear, where another was arranged',
    {},
    'xml',
    'The assertion is not encrypted, as was arranged. Turn encryption on.',
    { idp: { isAssertionEncrypted: true } },
  ],
  [
    'a weak signature',
    { signature: { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' } },
    'algorithms',
    'The SignatureMethod “http://www.w3.org/2000/09/xmldsig#rsa-sha1” is not accepted. Sign with RSA-SHA256 or ECDSA-SHA256, and exclusive canonicalization.',
  ],
  [
    'a weak digest',
    { signature: { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' } },
    'algorithms',
    'The DigestMethod “http://www.w3.org/2000/09/xmldsig#sha1” is not accepted. Sign with RSA-SHA256 or ECDSA-SHA256, and exclusive canonicalization.',
  ],
  [
    'another canonical form',
    { afterSigning: (xml) => xml.replace(/(CanonicalizationMethod Algorithm="[^"]*)/, '$1WithComments') },
    'algorithms',
    'The CanonicalizationMethod “http://www.w3.org/2001/10/xml-exc-c14n#WithComments” is not accepted. Sign with RSA-SHA256 or ECDSA-SHA256, and exclusive canonicalization.',
  ],
  [
    'another transform',
    { afterSigning: (xml) => xml.replace(/(<ds:Transform Algorithm=")[^"]*/, '$1http://other.test/') },
    'algorithms',
    'The Transform “http://other.test/” is not accepted. Sign with RSA-SHA256 or ECDSA-SHA256, and exclusive canonicalization.',
  ],
  [
    'a method without a name',
    { afterSigning: (xml) => xml.replace(/<ds:DigestMethod [^>]*\/>/, '<ds:DigestMethod/>') },
    'algorithms',
    'The DigestMethod nothing is not accepted. Sign with RSA-SHA256 or ECDSA-SHA256, and exclusive canonicalization.',
  ],
  [
    'no open sign-in',
    {},
    'request',
    'No sign-in of this browser is open: it is not the one that asked, kept no cookie, or took over ten minutes. Start the sign-in here and allow cookies.',
    inOpen(),
  ],
  [
    'another sign-in',
    { inResponseTo: '_other' },
    'request',
    'No open sign-in of this browser has the ID “_other”. Start again; it is open for ten minutes.',
  ],
  [
    'no sign-in',
    UNASKED,
    'request',
    'It answers no sign-in, and starting at the identity provider is not allowed here.',
  ],
  [
    'a sign-in that is named in the assertion alone',
    { responseInResponseTo: null },
    'request',
    'InResponseTo is in the assertion but not in the response.',
    { idp: { isIdpInitiatedAllowed: true } },
  ],
  [
    'a provider that is switched off',
    {},
    'request',
    'This identity provider is switched off.',
    { idp: { isEnabled: false } },
  ],
  [
    'a provider that is switched off and may come unasked',
    UNASKED,
    'request',
    'This identity provider is switched off.',
    { idp: { isEnabled: false, isIdpInitiatedAllowed: true } },
  ],
  [
    'a login that failed',
    { status: RESPONDER },
    'status',
    `The identity provider reports “${RESPONDER}”. Its own log says why.`,
  ],
  [
    'a login that failed with a reason',
    {
      status: RESPONDER,
      ...replacing('</samlp:Status>', '<samlp:StatusMessage>No.</samlp:StatusMessage></samlp:Status>'),
    },
    'status',
    `The identity provider reports “${RESPONDER}”, “No.”. Its own log says why.`,
  ],
  [
    'no status',
    replacing(/<samlp:Status>.*<\/samlp:Status>/, ''),
    'status',
    'The identity provider reports nothing. Its own log says why.',
  ],
  [
    'two status codes',
    replacing(/<samlp:StatusCode [^>]*>/, '$&$&'),
    'status',
    'The identity provider reports “urn:oasis:names:tc:SAML:2.0:status:Success”. Its own log says why.',
  ],
  [
    'two statuses, of which one has a code',
    replacing('<samlp:Status>', '<samlp:Status/><samlp:Status>'),
    'status',
    'The identity provider reports “urn:oasis:names:tc:SAML:2.0:status:Success”. Its own log says why.',
  ],
  [
    'another destination',
    { destination: `${ACS}/` },
    'destination',
    `Destination is “${ACS}/”, expected is “${ACS}”. ${SET_ACS}`,
  ],
  [
    'no destination',
    { destination: null },
    'destination',
    `Destination is nothing, expected is “${ACS}”. ${SET_ACS}`,
  ],
  [
    'no assertion',
    { sign: { assertion: false }, ...replacing(/<saml:Assertion.*<\/saml:Assertion>/s, '') },
    'issuer',
    'The response has no assertion.',
  ],
  [
    'another issuer of the response',
    { responseIssuer: 'https://rival.test/metadata' },
    'issuer',
    `The issuer of the response is “https://rival.test/metadata”, expected is “https://acme.test/metadata”. ${RIGHT_ID}`,
  ],
  [
    'another issuer of the assertion',
    { assertionIssuer: 'https://rival.test/metadata' },
    'issuer',
    `The issuer of the assertion is “https://rival.test/metadata”, expected is “https://acme.test/metadata”. ${RIGHT_ID}`,
  ],
  [
    'two issuers',
    replacing(/<saml:Issuer>.*?<\/saml:Issuer>/, '$&$&'),
    'issuer',
    `The issuer of the response is “https://acme.test/metadata”, expected is “https://acme.test/metadata”. ${RIGHT_ID}`,
  ],
  [
    'no issuer',
    { assertionIssuer: null },
    'issuer',
    `The issuer of the assertion is nothing, expected is “https://acme.test/metadata”. ${RIGHT_ID}`,
  ],
  [
    'no certificate that can be read',
    {},
    'signature',
    'No certificate of this identity provider is registered that can be read.',
    { idp: { certificates: ['-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----'] } },
  ],
  [
    'no signature',
    { sign: { response: false, assertion: false } },
    'signature',
    `The signature is not accepted (“No registered key made its signature”). Response and assertion must both be signed. ${CERTIFICATE_HINT}`,
  ],
  [
    'a signature of the response alone',
    { sign: { assertion: false } },
    'signature',
    `The signature is not accepted (“Invalid signature”). Response and assertion must both be signed. ${CERTIFICATE_HINT}`,
  ],
  [
    'a signature of the assertion alone, where the response’s is wanted',
    { sign: { response: false } },
    'signature',
    `The signature is not accepted (“Invalid document signature”). The response must be signed as a whole. ${CERTIFICATE_HINT}`,
    { idp: { isAssertionSigned: false } },
  ],
  [
    'a signature of the response alone, where the assertion’s is wanted',
    { sign: { assertion: false } },
    'signature',
    `The signature is not accepted (“Invalid signature”). The assertion must be signed. ${CERTIFICATE_HINT}`,
    { idp: { isResponseSigned: false } },
  ],
  [
    'another audience',
    { audience: `${METADATA}/` },
    'audience',
    `The audience is “${METADATA}/”, expected is “${METADATA}”. Set the entity ID (audience) of the portal at the identity provider.`,
  ],
  [
    'two restrictions, of which one is another',
    { audience: [METADATA, 'https://other.test'] },
    'audience',
    `The audience is “${METADATA}”, “https://other.test”, expected is “${METADATA}”. Set the entity ID (audience) of the portal at the identity provider.`,
  ],
  [
    'no audience',
    { audience: null },
    'audience',
    `The audience is missing, expected is “${METADATA}”. Set the entity ID (audience) of the portal at the identity provider.`,
  ],
  [
    'another way of confirming',
    { confirmationMethods: [`${METHOD}holder-of-key`] },
    'subject',
    `The confirmation method is “${METHOD}holder-of-key”, expected is bearer.`,
  ],
  [
    'no way of confirming',
    replacing(/<saml:SubjectConfirmation [^>]*>/, '<saml:SubjectConfirmation>'),
    'subject',
    'The confirmation method is “”, expected is bearer.',
  ],
  [
    'another recipient',
    { recipient: `${ACS}/` },
    'subject',
    `Recipient is “${ACS}/”, expected is “${ACS}”. ${SET_ACS}`,
  ],
  [
    'another sign-in in the assertion',
    { confirmationInResponseTo: '_other' },
    'subject',
    'The signed InResponseTo is “_other”, expected is “_asked”.',
  ],
  [
    'no sign-in in the assertion',
    { confirmationInResponseTo: null },
    'subject',
    'The signed InResponseTo is nothing, expected is “_asked”.',
  ],
  [
    'no confirmation',
    { confirmationMethods: [] },
    'subject',
    'There are 0 subject confirmations with data; exactly one is expected.',
  ],
  [
    'a confirmation without data',
    replacing(CONFIRMATION, `<saml:SubjectConfirmation Method="${METHOD}bearer"/>`),
    'subject',
    'There are 1 subject confirmations with data; exactly one is expected.',
  ],
  [
    'two confirmations, of which one has data',
    replacing(CONFIRMATION, `$&<saml:SubjectConfirmation Method="${METHOD}bearer"/>`),
    'subject',
    'There are 2 subject confirmations with data; exactly one is expected.',
  ],
  [
    'two data of one confirmation',
    replacing(/<saml:SubjectConfirmationData .*?\/>/, '$&$&'),
    'subject',
    'There are 1 subject confirmations with data; exactly one is expected.',
  ],
  ['nobody', { nameId: null }, 'subject', 'There are 0 NameIDs; exactly one is expected.'],
  [
    'two people',
    replacing(/<saml:NameID.*<\/saml:NameID>/, '$&$&'),
    'subject',
    'There are 2 NameIDs; exactly one is expected.',
  ],
  [
    'a name that changes',
    { nameIdFormat: TRANSIENT },
    'subject',
    'The NameID is transient: it changes with every sign-in. Send a persistent one.',
  ],
  [
    'a blank name',
    { nameId: ' \n ' },
    'subject',
    'The NameID “ \n ” must be plain text of 1 to 256 characters.',
  ],
  [
    'a name that is too long',
    { nameId: 'x'.repeat(257) },
    'subject',
    `The NameID “${'x'.repeat(257)}” must be plain text of 1 to 256 characters.`,
  ],
  [
    'a name with elements in it',
    replacing(/(<saml:NameID[^>]*>)/, '$1<x/>'),
    'subject',
    `The NameID “id-of-${NORA}” must be plain text of 1 to 256 characters.`,
  ],
  [
    'two sets of conditions, of which we read the first',
    replacing(/<saml:Conditions .*<\/saml:Conditions>/, '$&<saml:Conditions/>'),
    'subject',
    'It is not accepted: “Unable to process multiple conditions in SAML assertion”.',
  ],
  [
    'no attributes',
    { attributes: [] },
    'attributes',
    'The attribute “email” is missing, and the NameID is not of the format emailAddress. No attributes arrived. Send the address under that name.',
  ],
  [
    'other attributes',
    { attributes: Array.from({ length: 31 }, (_, number) => ({ name: `a${number}`, values: [] })) },
    'attributes',
    `The attribute “email” is missing, and the NameID is not of the format emailAddress. These arrived: ${Array.from({ length: 30 }, (_, number) => `“a${number}”`).join(', ')}. Send the address under that name.`,
  ],
  ['no address', { email: 'nora' }, 'attributes', '“nora” is not an email address. Send one as “email”.'],
  [
    'two addresses',
    { attributes: [{ name: 'email', values: [NORA, 'x@acme.test'] }] },
    'attributes',
    'The attribute “email” has several values. Send exactly one.',
  ],
  [
    'the attribute twice, once without a value',
    { attributes: [EMAIL, { name: 'email', values: [] }] },
    'attributes',
    'The attribute “email” has several values. Send exactly one.',
  ],
  [
    'elements in the address',
    replacing(`>${NORA}<`, `>${NORA}<x/><`),
    'attributes',
    'The attribute “email” is not plain text.',
  ],
];

describe('it is refused, and told why:', () => {
  it.each(rejections)('%s', async (_what, options, check, message, changes = {}) => {
    expect(await rejectionOf(options, changes)).toEqual([check, message]);
  });

  it('received text as far as it can be read', async () => {
    const [, message] = await rejectionOf({ destination: 'x'.repeat(301) });
    expect(message).toContain(`Destination is “${'x'.repeat(300)}”,`);
    const odd = `<${'y'.repeat(61)}/>`;
    expect(await examine(post(odd))).toMatchObject({
      failed: { message: `A SAML response is expected; this is a “${'y'.repeat(60)}”.` },
    });
  });

  it('a name as long as may be is none of them', async () => {
    expect((await personOf({ nameId: 'x'.repeat(256) })).nameId).toHaveLength(256);
  });

  it('a foreign key', async () => {
    const signature = { privateKey: rival.privateKey, keyInfo: rival.certificate };
    const refused = [
      'signature',
      `The signature is not accepted (“No registered key made its signature”). Response and assertion must both be signed. ${CERTIFICATE_HINT}`,
    ];
    expect(await rejectionOf({ signature })).toEqual(refused);
    // Of an elliptic curve cannot be said beforehand whose signature it is; of nobody’s, it can.
    const { certificate } = await makeEcKeyPair('P-256');
    const ecdsa = { idp: { certificates: [certificate] } };
    expect((await rejectionOf({ signature }, ecdsa))[1]).toContain('(“Invalid document signature”)');
    expect(await rejectionOf({ sign: { response: false, assertion: false } }, ecdsa)).toEqual(refused);
  });

  const fields = (form: Posted['form'], more: Partial<Posted> = {}) => ({ posted: { form, ...more } });
  const one = 'Exactly one response and at most one RelayState are expected.';
  it.each<[string, Changes, (string | undefined)[]]>([
    ['a body that is too large', fields('too large'), ['form', 'The body is too large.', 'BodyTooLarge']],
    [
      'no form',
      fields(undefined),
      ['form', 'The body is no form, or has many fields. Use the HTTP-POST binding.'],
    ],
    [
      'a query',
      { posted: { hasQuery: true } },
      ['form', 'The address has a query. Use the ACS URL exactly as it is given.'],
    ],
    [
      'no response',
      fields({ responses: [], relayStates: [] }),
      ['form', `The form has 0 SAMLResponse fields and 0 RelayState fields. ${one}`],
    ],
    [
      'two responses',
      fields({ responses: ['a', 'b'], relayStates: ['c'] }),
      ['form', `The form has 2 SAMLResponse fields and 1 RelayState fields. ${one}`],
    ],
    [
      'two RelayStates',
      fields({ responses: ['a'], relayStates: ['b', 'c'] }),
      ['form', `The form has 1 SAMLResponse fields and 2 RelayState fields. ${one}`],
    ],
    [
      'nothing',
      fields({ responses: [''], relayStates: [] }),
      ['encoding', 'The field SAMLResponse is not base64. It must not be compressed either.'],
    ],
    [
      'what is not base64',
      fields({ responses: ['YQ='], relayStates: [] }),
      ['encoding', 'The field SAMLResponse is not base64. It must not be compressed either.'],
    ],
    [
      'what is not UTF-8',
      fields({ responses: [Buffer.from([0xff]).toString('base64')], relayStates: [] }),
      ['encoding', 'The response is not UTF-8.'],
    ],
    [
      'what is no XML',
      fields({ responses: [postable('no XML')], relayStates: [] }),
      ['xml', expect.stringMatching(/^It is not well-formed XML: /) as unknown as string],
    ],
    [
      'what is too much XML',
      fields({ responses: [postable('<a>'.repeat(33))], relayStates: [] }),
      ['xml', 'It has more than 32 elements within one another.', 'MalformedBody'],
    ],
  ])('%s', async (_what, changes, refused) => {
    expect(await rejectionOf({}, changes)).toEqual(refused);
  });
});

describe('signatures that cost more than they are long', () => {
  const DS = 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
  const EXCLUSIVE = 'xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#"';
  const added = (inside: string, before: string | RegExp = '</samlp:Response>') => ({
    afterSigning: (xml: string) => change(xml, before, `${inside}$&`),
  });
  const prefixes = (count: number) => Array.from({ length: count }, (_, number) => `p${number}`).join(' ');
  const naming = (count: number, times = 1) =>
    added(`<ec:InclusiveNamespaces ${EXCLUSIVE} PrefixList="${prefixes(count)}"/>`.repeat(times));
  const ONE_REFERENCE = 'A signature has more than one reference.';
  const PREFIXES = 'A signature names more than 32 prefixes.';

  it.each<[string, ResponseOptions, string]>([
    ['three', added(`<ds:Signature ${DS}/>`), 'It has more than 2 signatures.'],
    ['what is signed, twice', added(`<ds:SignedInfo ${DS}/>`), ONE_REFERENCE],
    ['two references', added(`<ds:Reference ${DS}/>`), ONE_REFERENCE],
    ['transforms of two', added(`<ds:Transforms ${DS}/>`), ONE_REFERENCE],
    [
      'three transforms',
      added('<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>', '</ds:Transforms>'),
      'A signature has more than 2 transforms.',
    ],
    ['33 prefixes', naming(33), PREFIXES],
    ['prefixes seven times', naming(1, 7), PREFIXES],
  ])('are not verified: %s', async (_what, options, message) => {
    expect(await rejectionOf(options)).toEqual(['xml', message]);
  });

  it('are so from there on only', async () => {
    for (const options of [naming(32), naming(1, 6)])
      expect((await rejectionOf(options))[0]).toBe('signature');
    const elsewhere = `<InclusiveNamespaces xmlns="urn:a" PrefixList="${prefixes(33)}"/>`;
    expect((await rejectionOf(added(elsewhere)))[0]).toBe('signature');
  });
});

describe('an encrypted assertion', () => {
  const encrypted = (encryption: Partial<EncryptionOptions> = {}, more: ResponseOptions = {}) => ({
    ...more,
    encryption: { certificate: ours.certificate, ...encryption },
  });
  const arranged = (): Changes => ({
    idp: { isAssertionEncrypted: true },
    ourKeys: [rival.privateKey, ours.privateKey],
  });
  const inside = (pattern: string | RegExp, text: string) =>
    encrypted({ afterEncrypting: (xml) => change(xml, pattern, text) });

  it('is opened by whichever of our keys it is for', async () => {
    for (const cipher of [{}, { cipher: AES_128_GCM }])
      expect((await personOf(encrypted(cipher), arranged())).email).toBe(NORA);
    const assertionsOnly = { ...arranged(), idp: { isAssertionEncrypted: true, isResponseSigned: false } };
    const unsigned = encrypted({}, { sign: { response: false } });
    expect((await personOf(unsigned, assertionsOnly)).email).toBe(NORA);
  });

  const CHANGED = 'The encrypted assertion was changed on its way.';
  const GCM = 'The assertion is not encrypted with AES-GCM. Choose AES-128-GCM or AES-256-GCM.';
  const OAEP = 'The key of the assertion is not encrypted with RSA-OAEP (rsa-oaep-mgf1p, SHA-1).';
  const DIGEST = '<ds:DigestMethod xmlns:ds="http://www.w3.org/2000/09/xmldsig#" Algorithm="';
  const withDigest = (digest: string) =>
    inside(
      /(<xenc:EncryptionMethod Algorithm="[^"]*rsa[^"]*")\/>/,
      `$1>${DIGEST}${digest}"/></xenc:EncryptionMethod>`,
    );
  it.each<[string, () => ResponseOptions, string]>([
    ['a cipher that notices no change', () => encrypted({ cipher: AES_256_CBC }), GCM],
    ['a method without a name', () => inside(/Algorithm="[^"]*gcm"/, ''), GCM],
    ['a weak wrapping of its key', () => encrypted({ keyMethod: RSA_1_5 }), OAEP],
    ['another digest', () => withDigest('http://www.w3.org/2001/04/xmlenc#sha256'), OAEP],
    [
      'a key that is not ours',
      () => encrypted({ certificate: idp.certificate }),
      'The assertion is encrypted for another key. Take the certificate from our metadata.',
    ],
    [
      'something else inside',
      () => encrypted({ beforeEncrypting: () => '<a/>' }),
      'What is encrypted is not an assertion.',
    ],
    [
      'an assertion of another namespace inside',
      () => encrypted({ beforeEncrypting: () => '<Assertion xmlns="urn:a"/>' }),
      'What is encrypted is not an assertion.',
    ],
    ['text that is too short', () => inside(/(.*<xenc:CipherValue>)[^<]*/s, '$1AAAA'), CHANGED],
    ['a changed text', () => inside(/(.*<xenc:CipherValue>.{40})./s, '$1.'), CHANGED],
    [
      'two keys',
      () => inside(/<xenc:EncryptedKey>.*<\/xenc:EncryptedKey>/s, '$&$&'),
      'The encrypted assertion has not one EncryptedKey.',
    ],
    [
      'no data',
      () => inside(/<xenc:EncryptedData .*<\/xenc:EncryptedData>/s, ''),
      'The encrypted assertion has not one EncryptedData.',
    ],
    [
      'a part that is elsewhere',
      () => inside('</saml:EncryptedAssertion>', '<xenc:RetrievalMethod xmlns:xenc="urn:x"/>$&'),
      'The encrypted assertion has not 0 element(s) RetrievalMethod.',
    ],
    [
      'a text that is elsewhere',
      () => inside('</saml:EncryptedAssertion>', '<CipherReference/>$&'),
      'The encrypted assertion has not 0 element(s) CipherReference.',
    ],
    [
      'a second text',
      () => inside('</saml:EncryptedAssertion>', '<CipherValue/>$&'),
      'The encrypted assertion has not 2 element(s) CipherValue.',
    ],
    ['a second one beside it', () => inside(/.*/s, '$&$&'), 'It has more than one encrypted assertion.'],
  ])('is not opened with %s', async (_what, make, message) => {
    expect(await rejectionOf(make(), arranged())).toEqual(['xml', message]);
  });

  it('may name the digest that it has', async () => {
    const sha1 = withDigest('http://www.w3.org/2000/09/xmldsig#sha1');
    expect((await personOf(sha1, arranged())).email).toBe(NORA);
  });

  it('stands directly in the response', async () => {
    const deeper = inside(/.*/s, '<samlp:Extensions>$&</samlp:Extensions>');
    expect((await rejectionOf(deeper, arranged()))[1]).toBe('It has more than one encrypted assertion.');
  });
});

describe('a response', () => {
  it('may begin with a byte order mark', async () => {
    expect(await examine(post(`\uFEFF${answer()}`))).toMatchObject({ passed: { email: NORA } });
  });
});

describe('an owner’s test', () => {
  const tested = async (options: ResponseOptions = {}, changes: Changes = {}) => {
    const posted = { test: TEST, openRequests: [TEST], relayState: TEST.relayState, ...changes.posted };
    const xml = answer({ inResponseTo: TEST.requestId, ...options });
    const verdict = await examine(post(xml, { ...changes, posted }));
    return (verdict as Extract<typeof verdict, { tested: unknown }>).tested;
  };
  const detailOf = async (name: SsoCheck, options: ResponseOptions = {}, changes: Changes = {}) =>
    (await tested(options, changes)).report.checks.find(({ check }) => check === name);

  it('hears of every check in their order, and whom it would sign in', async () => {
    const { test, report, person } = await tested();
    expect(test).toBe(TEST);
    expect(report.checks.map(({ check, outcome, detail }) => [check, outcome, detail])).toEqual([
      ['form', 'passed', 'The form holds one response.'],
      ['encoding', 'passed', 'The response is base64 of UTF-8.'],
      ['xml', 'passed', 'The response is well-formed.'],
      ['algorithms', 'passed', 'The signatures use accepted algorithms.'],
      ['request', 'passed', 'It answers the sign-in that this browser asked for.'],
      ['status', 'passed', 'The identity provider reports success.'],
      ['destination', 'passed', `Destination is “${ACS}”.`],
      ['issuer', 'passed', 'The issuer is “https://acme.test/metadata”.'],
      ['signature', 'passed', 'The signature is right.'],
      [
        'time',
        'passed',
        'Issued at “2026-03-01T12:00:00.000Z”, valid from “2026-03-01T11:59:00.000Z” until “2026-03-01T12:05:00.000Z”; the clock here says 2026-03-01T12:00:00.000Z.',
      ],
      ['audience', 'passed', `The audience is “${METADATA}”.`],
      ['subject', 'passed', `The subject is “id-of-${NORA}”.`],
      ['attributes', 'passed', `The address is “${NORA}”, the name “Nora Newcomer”.`],
    ]);
    expect(report.received).toEqual([
      { name: 'Issuer', values: ['https://acme.test/metadata'] },
      { name: 'NameID', values: [`id-of-${NORA}`] },
      { name: 'Audience', values: [METADATA] },
      { name: 'NotBefore', values: ['2026-03-01T11:59:00.000Z'] },
      { name: 'NotOnOrAfter', values: ['2026-03-01T12:05:00.000Z'] },
      { name: 'Clock here', values: ['2026-03-01T12:00:00.000Z'] },
      { name: 'email', values: [NORA] },
      { name: 'firstName', values: ['Nora'] },
      { name: 'lastName', values: ['Newcomer'] },
    ]);
    expect(person).toMatchObject({ email: NORA, answered: TEST, redirectTarget: TEST.redirectTarget });
  });

  it('goes on after what failed, and skips what cannot be known then', async () => {
    const outcomes = async (options: ResponseOptions, changes: Changes = {}) => {
      const { report, person } = await tested(options, changes);
      expect(person).toBeUndefined();
      const named = (wanted: string) =>
        report.checks.filter(({ outcome }) => outcome === wanted).map(({ check }) => check);
      return { failed: named('failed'), skipped: named('skipped') };
    };
    expect(await outcomes({ inResponseTo: '_other', audience: null })).toEqual({
      // Without a request, what the assertion answers is not what was asked.
      failed: ['request', 'signature', 'audience', 'subject'],
      skipped: [],
    });
    expect(await outcomes({ sign: { response: false, assertion: false }, nameId: null })).toEqual({
      failed: ['signature', 'subject'],
      skipped: [],
    });
    expect(await outcomes({}, { posted: { form: undefined } })).toEqual({
      failed: ['form'],
      skipped: [
        'encoding',
        'xml',
        'algorithms',
        'request',
        'status',
        'destination',
        'issuer',
        'signature',
        'time',
        'audience',
        'subject',
        'attributes',
      ],
    });
    expect(await outcomes({ status: RESPONDER, notOnOrAfterIn: -60 })).toMatchObject({
      failed: ['status', 'time'],
    });
    expect((await tested({}, { posted: { form: undefined } })).report.received).toEqual([
      { name: 'Clock here', values: ['2026-03-01T12:00:00.000Z'] },
    ]);
  });

  it('says once that what is asked again has failed', async () => {
    expect(await detailOf('destination', { destination: null })).toMatchObject({
      check: 'destination',
      outcome: 'failed',
      detail: `Destination is nothing, expected is “${ACS}”. ${SET_ACS}`,
    });
  });

  it('is not the test of another sign-in, and none without one', async () => {
    expect(await detailOf('request', { inResponseTo: ASKED.requestId })).toMatchObject({
      outcome: 'failed',
      detail: 'It answers another sign-in than this test, with the ID “_asked”.',
    });
    expect(await detailOf('request', UNASKED, { idp: { isIdpInitiatedAllowed: true } })).toMatchObject({
      outcome: 'failed',
      detail: 'The response does not say which sign-in it answers: InResponseTo is missing.',
    });
  });

  it('is one without its RelayState and with the provider off, too', async () => {
    const off = { idp: { isEnabled: false } };
    for (const posted of [{ test: undefined, relayState: undefined }, {}]) {
      const { test, person } = await tested({}, { ...off, posted });
      expect([test, person?.email]).toEqual([TEST, NORA]);
    }
  });

  it('is warned of names that are missing', async () => {
    expect(await detailOf('attributes', { attributes: [EMAIL] })).toMatchObject({
      check: 'attributes',
      outcome: 'warning',
      detail: `The address is “${NORA}”. “firstName” and “lastName” are missing, so “nora” is shown instead. These arrived: “email”.`,
    });
    const unnamed = replacing('<saml:Attribute Name="firstName">', '<saml:Attribute>');
    expect((await detailOf('attributes', unnamed))?.detail).toContain('arrived: “email”, “”, “lastName”.');
    const last = { name: 'lastName', values: ['Newcomer'] };
    expect((await detailOf('attributes', { attributes: [EMAIL, last] }))?.detail).toBe(
      `The address is “${NORA}”. “firstName” are missing, so “nora” is shown instead. These arrived: “email”, “lastName”.`,
    );
  });

  it('is told when it came unasked, which is allowed', async () => {
    const { report } = await tested(UNASKED, { idp: { isIdpInitiatedAllowed: true } });
    expect(report.checks.find(({ check }) => check === 'signature')?.outcome).toBe('passed');
  });

  it('gets no more rows, values and characters than can be read', async () => {
    const long = 'n'.repeat(501);
    const attributes = [
      EMAIL,
      { name: long, values: Array.from({ length: 21 }, () => long) },
      ...Array.from({ length: 50 }, (_, number) => ({ name: `a${number}`, values: [''] })),
    ];
    const { received } = (await tested({ attributes })).report;
    expect(received).toHaveLength(50);
    const cut = 'n'.repeat(500);
    expect(received.find(({ name }) => name.startsWith('n'))).toEqual({
      name: cut,
      values: Array(20).fill(cut),
    });
  });
});
