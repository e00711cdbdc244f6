// `@peculiar/x509` needs this module for dependency injection.
import 'reflect-metadata';
import {
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  PemConverter,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** 3072 bits are as strong as a symmetric key of 128 bits (NIST SP 800-57 part 1, table 2). */
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 3072,
  publicExponent: new Uint8Array([1, 0, 1]),
};
const LIFE_YEARS = 10;

export interface KeyPair {
  /** PKCS #8 as PEM. */
  privateKey: string;
  /** PEM. The certificate is self-signed, because identity providers only compare it and check no chain. */
  certificate: string;
}

export async function makeKeyPair(commonName: string): Promise<KeyPair> {
  const keys = await crypto.subtle.generateKey(RSA, true, ['sign', 'verify']);
  const notBefore = new Date();
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + LIFE_YEARS);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: new Name([{ CN: [{ utf8String: commonName }] }]),
    notBefore,
    notAfter,
    keys,
    signingAlgorithm: RSA,
    extensions: [new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true)],
  });
  const privateKey = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    privateKey: PemConverter.encode(privateKey, PemConverter.PrivateKeyTag),
    certificate: certificate.toString('pem'),
  };
}

/** Returns an entry of SAML_SIGNING_KEY: the private key as PEM, then its certificate as PEM, together in base64. */
export async function makeSigningKey(commonName: string): Promise<string> {
  const { privateKey, certificate } = await makeKeyPair(commonName);
  return Buffer.from(`${privateKey.trim()}\n${certificate.trim()}\n`).toString('base64');
}
