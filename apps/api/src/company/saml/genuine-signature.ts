import { constants, publicDecrypt, type KeyObject } from 'node:crypto';
import { readCertificate } from '../settings/read-certificate.ts';
import { allElements, type XmlElement } from './xml-document.ts';

/**
 * Whether the key of a certificate, one that can be read, made any signature value in the document: then what it recovers is padded as
 * PKCS #1 v1.5 says (RFC 8017, 9.2). That proves nothing of the document. But verifying costs some ten times as much for
 * the longest document as for an honest one, and this keeps everybody from it who never saw a signature of the company's.
 * Other keys than RSA have nothing to look at.
 */
export function mayHaveSigned(certificate: string, document: XmlElement): boolean {
  const key = readCertificate(certificate)?.publicKey;
  const values = allElements(document).filter(({ name }) => name === 'SignatureValue');
  if (key?.asymmetricKeyType !== 'rsa') return values.length > 0;
  return values.some(({ text }) => isMadeBy(key, Buffer.from(text, 'base64')));
}

function isMadeBy(key: KeyObject, value: Buffer): boolean {
  try {
    return publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, value).length > 0;
  } catch {
    return false;
  }
}
