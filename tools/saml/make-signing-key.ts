import { generate } from 'selfsigned';

/** NIST SP 800-57 part 1, table 2: as strong as a 128-bit key. */
const KEY_BITS = 3072;
const LIFE_YEARS = 10;

/** Both as PEM. */
export interface KeyPair {
  /** PKCS #8. */
  privateKey: string;
  /** Self-signed: identity providers compare the certificate itself, nobody follows a chain. */
  certificate: string;
}

/** A new RSA key with a certificate for ten years. */
export async function makeKeyPair(commonName: string): Promise<KeyPair> {
  const notAfterDate = new Date();
  notAfterDate.setFullYear(notAfterDate.getFullYear() + LIFE_YEARS);
  const pair = await generate([{ name: 'commonName', value: commonName }], {
    keySize: KEY_BITS,
    algorithm: 'sha256',
    notAfterDate,
    extensions: [{ name: 'keyUsage', digitalSignature: true, critical: true }],
  });
  return { privateKey: pair.private, certificate: pair.cert };
}

/** One entry of SAML_SIGNING_KEY: base64 of the private key as PEM, followed by its certificate as PEM. */
export async function makeSigningKey(commonName: string): Promise<string> {
  const { privateKey, certificate } = await makeKeyPair(commonName);
  return Buffer.from(`${privateKey.trim()}\n${certificate.trim()}\n`).toString('base64');
}
