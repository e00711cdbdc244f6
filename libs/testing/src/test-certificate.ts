// @peculiar/x509 needs this import for dependency injection.
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
  type Extension,
  type JsonGeneralName,
} from '@peculiar/x509';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Both as PEM, the key as PKCS #8. */
export interface CertifiedKey {
  privateKey: string;
  certificate: string;
}

export interface CertificateWishes {
  commonName?: string;
  key?: number | 'P-256' | 'P-384' | 'P-521';
  since?: Date;
  until?: Date;
  isAuthority?: boolean;
  hosts?: JsonGeneralName[];
  /** The issuer, with a P-256 key. By default the certificate is self-signed. */
  signedBy?: CertifiedKey;
}

export async function makeTestCertificate(wishes: CertificateWishes = {}): Promise<CertifiedKey> {
  const { commonName = 'test', key = 2048, since = new Date(), signedBy } = wishes;
  const algorithm = algorithmOf(key);
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const subject = new Name([{ CN: [{ utf8String: commonName }] }]);
  const certificate = await X509CertificateGenerator.create({
    subject,
    issuer: signedBy ? new X509Certificate(signedBy.certificate).subjectName : subject,
    publicKey: keys.publicKey,
    signingKey: signedBy ? await readCurveKey(signedBy.privateKey) : keys.privateKey,
    signingAlgorithm: signedBy ? algorithmOf('P-256') : algorithm,
    notBefore: since,
    notAfter: wishes.until ?? new Date(since.getTime() + YEAR_MS),
    extensions: extensionsOf(wishes),
  });
  const privateKey = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    privateKey: PemConverter.encode(privateKey, PemConverter.PrivateKeyTag),
    certificate: certificate.toString('pem'),
  };
}

function algorithmOf(key: NonNullable<CertificateWishes['key']>) {
  return typeof key === 'number'
    ? {
        name: 'RSASSA-PKCS1-v1_5',
        hash: 'SHA-256',
        modulusLength: key,
        publicExponent: new Uint8Array([1, 0, 1]),
      }
    : { name: 'ECDSA', hash: 'SHA-256', namedCurve: key };
}

function readCurveKey(pem: string) {
  const bytes = PemConverter.decodeFirst(pem);
  return crypto.subtle.importKey('pkcs8', bytes, algorithmOf('P-256'), false, ['sign']);
}

function extensionsOf({ isAuthority, hosts }: CertificateWishes): Extension[] {
  return [
    ...(isAuthority
      ? [
          new BasicConstraintsExtension(true, undefined, true),
          new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
        ]
      : []),
    ...(hosts ? [new SubjectAlternativeNameExtension(hosts)] : []),
  ];
}
