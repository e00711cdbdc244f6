import { constants, createCipheriv, publicEncrypt, randomBytes, type CipherGCMTypes } from 'node:crypto';
import type { PrismaClient } from '@foyer/db/client';
import { signElement, type SignatureOptions } from './sign-element.ts';
import { makeTestCertificate, type CertifiedKey } from './test-certificate.ts';

const PORTAL_URL = 'http://localhost:3000';
const MINUTE_S = 60;

const NAME_ID_FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const PASSWORD_CLASS = 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password';
export const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
export const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
export const ECDSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256';
export const ECDSA_SHA384 = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384';

/** A certificate that the database accepts but node:crypto cannot read. */
export const UNREADABLE_CERTIFICATE =
  '-----BEGIN CERTIFICATE-----\nMA4wDKADAgECAgEBMAAFAA==\n-----END CERTIFICATE-----\n';

export interface TestIdp {
  name: string;
  entityId: string;
  ssoUrl: string;
  privateKey: string;
  certificate: string;
  /** The portal's assertion consumer service URL for this identity provider, and the portal's entity ID. */
  acsUrl: string;
  audience: string;
}

const keyPairs = new Map<string, Promise<CertifiedKey>>();

export async function makeTestIdp(
  name: string,
  changes: Partial<TestIdp> & { portalUrl?: string } = {},
): Promise<TestIdp> {
  let keyPair = keyPairs.get(name);
  if (!keyPair) keyPairs.set(name, (keyPair = makeTestCertificate({ commonName: name })));
  const { portalUrl = PORTAL_URL, ...others } = changes;
  return {
    name,
    entityId: `https://${name}.test/metadata`,
    ssoUrl: `https://${name}.test/sso`,
    acsUrl: `${portalUrl}/saml/${name}/acs`,
    audience: `${portalUrl}/saml/${name}/metadata`,
    ...(await keyPair),
    ...others,
  };
}

export function makeEcKeyPair(curve: 'P-256' | 'P-384' | 'P-521'): Promise<CertifiedKey> {
  return makeTestCertificate({ commonName: curve, key: curve });
}

export async function registerTestIdp(
  prisma: PrismaClient,
  idp: TestIdp,
  {
    teamId,
    domains = [],
    ...settings
  }: {
    teamId: string;
    domains?: string[];
    isResponseSigned?: boolean;
    isAssertionSigned?: boolean;
    isAssertionEncrypted?: boolean;
    nameIdFormat?: string;
    isIdpInitiatedAllowed?: boolean;
    isEnabled?: boolean;
    emailAttribute?: string;
    firstNameAttribute?: string;
    lastNameAttribute?: string;
  },
): Promise<string> {
  const { id } = await prisma.identityProvider.create({
    data: {
      name: idp.name,
      teamId,
      entityId: idp.entityId,
      singleSignOnUrl: idp.ssoUrl,
      ...settings,
      certificates: { create: { pem: idp.certificate } },
      domains: { create: domains.map((domain) => ({ domain })) },
    },
    select: { id: true },
  });
  return id;
}

/**
 * The content of a response. Everything has a valid default. `null` leaves the element or attribute out. Times are
 * seconds from now.
 */
export interface ResponseOptions {
  email?: string;
  firstName?: string;
  lastName?: string;
  /** ID of the answered request. Without it the response is unsolicited (IdP-initiated). */
  inResponseTo?: string;
  /** InResponseTo of the Response element and of the SubjectConfirmationData. Both default to `inResponseTo`. */
  responseInResponseTo?: string | null;
  confirmationInResponseTo?: string | null;
  responseId?: string;
  assertionId?: string;
  destination?: string | null;
  recipient?: string | null;
  audience?: string | string[] | null;
  responseIssuer?: string | null;
  assertionIssuer?: string | null;
  nameId?: string | null;
  nameIdFormat?: string | null;
  /** Replaces the attributes email, firstName and lastName. */
  attributes?: { name: string; values: string[] }[];
  status?: string;
  issuedIn?: number;
  loggedInIn?: number | null;
  contextClass?: string | null;
  notBeforeIn?: number | null;
  notOnOrAfterIn?: number | null;
  sessionNotOnOrAfterIn?: number | null;
  confirmationNotOnOrAfterIn?: number | null;
  /** The methods of the subject confirmations (SAML core 2.4.1.1). The default is one with the method `bearer`. */
  confirmationMethods?: string[];
  sign?: { response?: boolean; assertion?: boolean };
  signature?: SignatureOptions;
  encryption?: EncryptionOptions;
  beforeSigning?: (xml: string) => string;
  afterSigning?: (xml: string) => string;
}

/**
 * How to encrypt the assertion. Algorithms have the identifiers of XML Encryption. The default is AES-256-GCM and
 * RSA-OAEP.
 */
export interface EncryptionOptions {
  certificate: string;
  cipher?: string;
  keyMethod?: string;
  beforeEncrypting?: (assertion: string) => string;
  afterEncrypting?: (xml: string) => string;
}

export const AES_128_GCM = 'http://www.w3.org/2009/xmlenc11#aes128-gcm';
const AES_256_GCM = 'http://www.w3.org/2009/xmlenc11#aes256-gcm';
export const AES_256_CBC = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc';
const RSA_OAEP = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';
export const RSA_1_5 = 'http://www.w3.org/2001/04/xmlenc#rsa-1_5';

const nodeCiphers: Record<string, { name: string; keyBytes: number }> = {
  [AES_128_GCM]: { name: 'aes-128-gcm', keyBytes: 16 },
  [AES_256_GCM]: { name: 'aes-256-gcm', keyBytes: 32 },
  [AES_256_CBC]: { name: 'aes-256-cbc', keyBytes: 32 },
};

/** Returns an `EncryptedAssertion` (SAML core 2.3.4, XML Encryption 3) with the key inside. */
function encryptAssertion(assertion: string, options: EncryptionOptions): string {
  const { certificate, cipher = AES_256_GCM, keyMethod = RSA_OAEP } = options;
  const { beforeEncrypting = unchanged, afterEncrypting = unchanged } = options;
  const { name, keyBytes } = nodeCiphers[cipher] ?? { name: '', keyBytes: 0 };
  const key = randomBytes(keyBytes);
  const iv = randomBytes(name.endsWith('gcm') ? 12 : 16);
  const encrypter = createCipheriv(name as CipherGCMTypes, key, iv);
  const text = Buffer.concat([iv, encrypter.update(beforeEncrypting(assertion)), encrypter.final()]);
  const sealed = name.endsWith('gcm') ? Buffer.concat([text, encrypter.getAuthTag()]) : text;
  const padding = keyMethod === RSA_1_5 ? constants.RSA_PKCS1_PADDING : constants.RSA_PKCS1_OAEP_PADDING;
  const wrapped = publicEncrypt({ key: certificate, padding }, key);
  const value = (bytes: Buffer) =>
    `<xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData>`;
  return afterEncrypting(
    '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">' +
      '<xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Type="http://www.w3.org/2001/04/xmlenc#Element">' +
      `<xenc:EncryptionMethod Algorithm="${cipher}"/>` +
      '<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey>' +
      `<xenc:EncryptionMethod Algorithm="${keyMethod}"/>${value(wrapped)}` +
      `</xenc:EncryptedKey></ds:KeyInfo>${value(sealed)}</xenc:EncryptedData></saml:EncryptedAssertion>`,
  );
}

/** Without options, the response is valid and has both signatures (SAML core 3.3.3). */
export function buildResponse(idp: TestIdp, options: ResponseOptions = {}): string {
  const { sign = {}, signature = {}, beforeSigning = unchanged, afterSigning = unchanged } = options;
  const ids = { response: options.responseId ?? makeId(), assertion: options.assertionId ?? makeId() };
  let xml = beforeSigning(writeResponse(idp, options, ids));
  if (sign.assertion ?? true) xml = signElement(idp, xml, ids.assertion, signature);
  const { encryption } = options;
  if (encryption)
    xml = xml.replace(/<saml:Assertion.*<\/saml:Assertion>/s, (assertion) =>
      encryptAssertion(assertion, encryption),
    );
  if (sign.response ?? true) xml = signElement(idp, xml, ids.response, signature);
  return afterSigning(xml);
}

/** Returns the value of the form field SAMLResponse (SAML bindings 3.5.4). */
export const postable = (xml: string): string => Buffer.from(xml).toString('base64');

export const makeId = (): string => `_${randomBytes(16).toString('hex')}`;

export function readRequest(saml: string): { xml: string; id: string } {
  const xml = Buffer.from(saml, 'base64').toString();
  const [, id = ''] = /\sID="([^"]+)"/.exec(xml) ?? [];
  return { xml, id };
}

function writeResponse(
  idp: TestIdp,
  options: ResponseOptions,
  ids: { response: string; assertion: string },
): string {
  const {
    inResponseTo = null,
    responseInResponseTo = inResponseTo,
    destination = idp.acsUrl,
    responseIssuer = idp.entityId,
    status = SUCCESS,
    issuedIn = 0,
  } = options;
  const attributes = writeAttributes({
    ID: ids.response,
    InResponseTo: responseInResponseTo,
    Version: '2.0',
    IssueInstant: instant(issuedIn),
    Destination: destination,
  });
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"${attributes}>` +
    writeElement('saml:Issuer', responseIssuer) +
    `<samlp:Status><samlp:StatusCode Value="${escapeXml(status)}"/></samlp:Status>` +
    writeAssertion(idp, options, ids.assertion) +
    '</samlp:Response>'
  );
}

function writeAssertion(idp: TestIdp, options: ResponseOptions, id: string): string {
  const {
    assertionIssuer = idp.entityId,
    issuedIn = 0,
    loggedInIn = issuedIn,
    sessionNotOnOrAfterIn = null,
  } = options;
  const { notBeforeIn = -MINUTE_S, notOnOrAfterIn = 5 * MINUTE_S, audience = idp.audience } = options;
  const { contextClass = PASSWORD_CLASS } = options;
  const audiences = audience === null ? [] : [audience].flat();
  const statement = writeAttributes({
    AuthnInstant: instant(loggedInIn),
    SessionIndex: makeId(),
    SessionNotOnOrAfter: instant(sessionNotOnOrAfterIn),
  });
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${instant(issuedIn)}">` +
    writeElement('saml:Issuer', assertionIssuer) +
    writeSubject(idp, options) +
    `<saml:Conditions${writeAttributes({ NotBefore: instant(notBeforeIn), NotOnOrAfter: instant(notOnOrAfterIn) })}>` +
    audiences
      .map(
        (one) => `<saml:AudienceRestriction>${writeElement('saml:Audience', one)}</saml:AudienceRestriction>`,
      )
      .join('') +
    '</saml:Conditions>' +
    `<saml:AuthnStatement${statement}><saml:AuthnContext>${writeElement('saml:AuthnContextClassRef', contextClass)}</saml:AuthnContext></saml:AuthnStatement>` +
    `<saml:AttributeStatement>${writeStatements(options)}</saml:AttributeStatement>` +
    '</saml:Assertion>'
  );
}

function writeSubject(idp: TestIdp, options: ResponseOptions): string {
  const { inResponseTo = null, confirmationInResponseTo = inResponseTo, recipient = idp.acsUrl } = options;
  const { nameId = `id-of-${emailOf(options)}`, nameIdFormat = NAME_ID_FORMAT } = options;
  const { confirmationMethods = [BEARER], confirmationNotOnOrAfterIn = 5 * MINUTE_S } = options;
  const data = writeAttributes({
    InResponseTo: confirmationInResponseTo,
    NotOnOrAfter: instant(confirmationNotOnOrAfterIn),
    Recipient: recipient,
  });
  const confirmations = confirmationMethods.map(
    (method) =>
      `<saml:SubjectConfirmation Method="${escapeXml(method)}"><saml:SubjectConfirmationData${data}/></saml:SubjectConfirmation>`,
  );
  return `<saml:Subject>${writeElement('saml:NameID', nameId, { Format: nameIdFormat })}${confirmations.join('')}</saml:Subject>`;
}

function writeStatements(options: ResponseOptions): string {
  const { firstName = 'Nora', lastName = 'Newcomer' } = options;
  const attributes = options.attributes ?? [
    { name: 'email', values: [emailOf(options)] },
    { name: 'firstName', values: [firstName] },
    { name: 'lastName', values: [lastName] },
  ];
  return attributes
    .map(({ name, values }) => {
      const inside = values.map((value) => writeElement('saml:AttributeValue', value)).join('');
      return `<saml:Attribute Name="${escapeXml(name)}">${inside}</saml:Attribute>`;
    })
    .join('');
}

const emailOf = ({ email = 'nora@acme.test' }: ResponseOptions): string => email;
const unchanged = (xml: string): string => xml;

function instant(seconds: number): string;
function instant(seconds: number | null): string | null;
function instant(seconds: number | null): string | null {
  return seconds === null ? null : new Date(Date.now() + seconds * 1000).toISOString();
}

function writeElement(
  name: string,
  text: string | null,
  attributes: Record<string, string | null> = {},
): string {
  return text === null ? '' : `<${name}${writeAttributes(attributes)}>${escapeXml(text)}</${name}>`;
}

function writeAttributes(attributes: Record<string, string | null>): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === null ? '' : ` ${name}="${escapeXml(value)}"`))
    .join('');
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
