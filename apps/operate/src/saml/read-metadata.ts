import { X509Certificate } from 'node:crypto';
import sax from 'sax';
import { CommandError } from '@foyer/tools/command-error';

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const HTTP_POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const MIN_RSA_BITS = 2048;
/** The curves that the API accepts (company/saml/accepted-algorithms.ts), as `node:crypto` names them. */
const CURVES = ['prime256v1', 'secp384r1'];
const CURVE_NAMES = 'P-256 and P-384';
/** The smallest RSA key in bits that NIST SP 800-57 part 1 allows beyond 2030. */
const GOOD_RSA_BITS = 3072;

export interface IdpMetadata {
  entityId: string;
  singleSignOnUrl: string;
  /** The usable signing certificates as PEM, without duplicates, in the order of the document. */
  certificates: string[];
  remarks: string[];
}

/**
 * Reads an identity provider's metadata (SAML metadata 2.4.3). Throws a `CommandError` with the reason, such as a
 * DOCTYPE, several identity providers, no HTTP-POST URL or no usable certificate.
 */
export function readIdpMetadata(xml: string, now = new Date()): IdpMetadata {
  const [idp, ...others] = parse(xml);
  if (!idp)
    throw new CommandError('This is not the metadata of an identity provider: it has no IDPSSODescriptor.');
  if (others.length > 0)
    throw new CommandError(
      'The metadata describes several identity providers. Ask for the one of this company.',
    );
  const { entityId, singleSignOnUrl } = idp;
  if (!entityId) throw new CommandError('The identity provider has no entityID in its metadata.');
  if (!isWebAddress(singleSignOnUrl))
    throw new CommandError(
      'The metadata has no sign-in address with the HTTP-POST binding. Turn that binding on at the identity provider.',
    );
  if (!isSafe(singleSignOnUrl))
    throw new CommandError(
      `The sign-in address is not https: ${singleSignOnUrl}. Ask the company for an https address.`,
    );
  const judged = [...new Set(idp.certificates)].map((base64) => checkCertificate(base64, now));
  const certificates = judged.flatMap(({ pem }) => (pem ? [pem] : []));
  const remarks = judged.flatMap(({ remark }) => (remark ? [remark] : []));
  if (certificates.length === 0)
    throw new CommandError(['No signing certificate in the metadata can be used.', ...remarks].join('\n'));
  return { entityId, singleSignOnUrl, certificates, remarks };
}

interface FoundIdp {
  entityId: string;
  singleSignOnUrl: string;
  certificates: string[];
}

function parse(xml: string): FoundIdp[] {
  const found: FoundIdp[] = [];
  let entityId = '';
  let idp: FoundIdp | undefined;
  let isSigning = false;
  let certificate: string | undefined;
  const parser = sax.parser(true, { xmlns: true });
  const refuse = (why: string): never => {
    throw new CommandError(`The metadata cannot be read: ${why}`);
  };
  parser.onerror = ({ message }) => refuse(message.split('\n')[0] ?? '');
  parser.ondoctype = () => refuse('it has a DOCTYPE, which metadata never needs.');
  parser.onopentag = (tag) => {
    const { uri, local, attributes } = tag as sax.QualifiedTag;
    const attribute = (name: string): string => attributes[name]?.value.trim() ?? '';
    if (uri === SIGNATURE && local === 'X509Certificate') certificate = '';
    if (uri !== METADATA) return;
    if (local === 'EntityDescriptor') entityId = attribute('entityID');
    if (local === 'IDPSSODescriptor') found.push((idp = { entityId, singleSignOnUrl: '', certificates: [] }));
    if (local === 'KeyDescriptor') isSigning = attribute('use') !== 'encryption';
    if (local === 'SingleSignOnService' && idp && attribute('Binding') === HTTP_POST)
      idp.singleSignOnUrl ||= attribute('Location');
  };
  parser.ontext = (text) => {
    if (certificate !== undefined) certificate += text;
  };
  parser.onclosetag = (name) => {
    const local = name.split(':').at(-1);
    if (local === 'X509Certificate' && certificate !== undefined) {
      if (idp && isSigning) idp.certificates.push(certificate.replaceAll(/\s/g, ''));
      certificate = undefined;
    }
    if (local === 'KeyDescriptor') isSigning = false;
    if (local === 'IDPSSODescriptor') idp = undefined;
  };
  parser.write(xml.replace(/^\uFEFF/, '').trim()).close();
  return found;
}

function checkCertificate(base64: string, now: Date): { pem?: string; remark?: string } {
  const certificate = readCertificate(base64);
  if (!certificate) return { remark: 'A certificate was left out: it cannot be read.' };
  const { subject, validToDate, publicKey } = certificate;
  const { modulusLength: bits = 0, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  const name = `The certificate "${subject?.replaceAll('\n', ', ') ?? ''}"`;
  if (validToDate < now)
    return { remark: `${name} was left out: it ended on ${validToDate.toISOString().slice(0, 10)}.` };
  if (publicKey.asymmetricKeyType !== 'rsa' && publicKey.asymmetricKeyType !== 'ec')
    return { remark: `${name} was left out: its key is neither RSA nor elliptic-curve.` };
  if (publicKey.asymmetricKeyType === 'ec' && !CURVES.includes(namedCurve ?? ''))
    return {
      remark: `${name} was left out: its curve is ${namedCurve ?? 'unknown'}, and signatures are checked on ${CURVE_NAMES} only.`,
    };
  if (publicKey.asymmetricKeyType === 'rsa' && bits < MIN_RSA_BITS)
    return {
      remark: `${name} was left out: its RSA key has ${bits} bits, and at least ${MIN_RSA_BITS} are needed.`,
    };
  const pem = certificate.toString();
  if (publicKey.asymmetricKeyType === 'ec' || bits >= GOOD_RSA_BITS) return { pem };
  return {
    pem,
    remark: `${name} has an RSA key of ${bits} bits. It works, but the next one should have ${GOOD_RSA_BITS}.`,
  };
}

function readCertificate(base64: string): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a URL is safe, by the same rule as `tidy_identity_provider`: plain http only for an identity provider
 * on the same machine.
 */
function isSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['https:', 'http:'].includes(new URL(text).protocol);
}
