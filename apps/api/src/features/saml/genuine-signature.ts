import { constants, publicDecrypt, X509Certificate, type KeyObject } from 'node:crypto';
import { allElements, type XmlElement } from './xml-document.ts';

/**
 * Whether a key of these certificates made any signature value in the document: then what it recovers is padded as
 * PKCS #1 v1.5 says (RFC 8017, 9.2). That proves nothing of the document. But verifying costs some ten times as much for
 * the longest document as for an honest one, and this keeps everybody from it who never saw a signature of the company's.
 * Other keys than RSA have nothing to look at.
 */
export function mayBeGenuine(document: XmlElement, certificates: readonly string[]): boolean {
  const values = allElements(document)
    .filter(({ name }) => name === 'SignatureValue')
    .map(({ text }) => Buffer.from(text, 'base64'));
  return certificates.some((pem) => {
    const key = publicKeyOf(pem);
    if (key?.asymmetricKeyType !== 'rsa') return key !== undefined && values.length > 0;
    return values.some((value) => isMadeBy(key, value));
  });
}

/** A certificate that cannot be read proves nothing, and spoils none of the others. */
function publicKeyOf(pem: string): KeyObject | undefined {
  try {
    return new X509Certificate(pem).publicKey;
  } catch {
    return undefined;
  }
}

function isMadeBy(key: KeyObject, value: Buffer): boolean {
  try {
    return publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, value).length > 0;
  } catch {
    return false;
  }
}
