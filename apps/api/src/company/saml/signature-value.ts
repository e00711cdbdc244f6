import { constants, publicDecrypt, type KeyObject } from 'node:crypto';
import { readCertificate } from '../settings/read-certificate.ts';
import { allElements, type XmlElement } from './xml-document.ts';

/**
 * Returns whether the certificate's key may have made a signature value of the document. If it did, the recovered value
 * has PKCS #1 v1.5 padding (RFC 8017, 9.2). This proves nothing about the document, but it rejects senders who have
 * never seen a signature of the company. The verification that follows costs much more. For other key types than RSA,
 * returns whether there is any signature value.
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
