import { XMLDSIG, XMLENC } from './xml-document.ts';

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';

export type SignatureKind = { key: 'rsa' | 'ec'; digest: 'sha256' | 'sha384' | 'sha512' };

/** No SHA-1 and no HMAC (RFC 9231, sections 2.3.2 to 2.3.4 and 2.3.6). */
export const signatureKinds: Readonly<Record<string, SignatureKind>> = {
  [`${MORE}rsa-sha256`]: { key: 'rsa', digest: 'sha256' },
  [`${MORE}rsa-sha384`]: { key: 'rsa', digest: 'sha384' },
  [`${MORE}rsa-sha512`]: { key: 'rsa', digest: 'sha512' },
  [`${MORE}ecdsa-sha256`]: { key: 'ec', digest: 'sha256' },
  [`${MORE}ecdsa-sha384`]: { key: 'ec', digest: 'sha384' },
};

/** RFC 9231, section 2.1; XML Encryption 5.8 */
export const digests: Readonly<Record<string, SignatureKind['digest']>> = {
  [`${XMLENC}sha256`]: 'sha256',
  [`${MORE}sha384`]: 'sha384',
  [`${XMLENC}sha512`]: 'sha512',
};

export const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
/** A subset of those in SAML core 5.4.4. */
export const transforms: readonly string[] = [`${XMLDSIG}enveloped-signature`, EXCLUSIVE_C14N];

/** FIPS 186: P-256 and P-384, under their names in node:crypto. */
export const acceptedCurves: readonly string[] = ['prime256v1', 'secp384r1'];
