import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { z } from 'zod';

export type SigningKey = { privateKey: string; certificate: string };

/** The minimum of NIST SP 800-131A. */
const MIN_RSA_BITS = 2048;
const PRIVATE_KEY = /-----BEGIN (?:RSA )?PRIVATE KEY-----[^-]+-----END (?:RSA )?PRIVATE KEY-----/;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/;

/** Each entry is the base64 of a private key and its certificate, both PEM. */
export const signingKeys = z.string().transform((list, context): [SigningKey, ...SigningKey[]] => {
  const [first, ...others] = list.split(',').map((entry) => readSigningKey(entry.trim()));
  const faults = [first, ...others].filter((key) => typeof key === 'string');
  for (const message of faults) context.addIssue({ code: 'custom', message });
  if (faults.length > 0) return z.NEVER;
  return [first as SigningKey, ...(others as SigningKey[])];
});

function readSigningKey(entry: string): SigningKey | string {
  const text = Buffer.from(entry, 'base64').toString('utf8');
  const privateKey = PRIVATE_KEY.exec(text)?.[0];
  const certificate = CERTIFICATE.exec(text)?.[0];
  if (!privateKey || !certificate)
    return 'each entry must be base64 of a private key and its certificate; make one with `npm run operate -- saml:new-key`';
  try {
    const key = createPrivateKey(privateKey);
    const fault = keyProblemOf(key, new X509Certificate(certificate));
    return fault ?? { privateKey, certificate };
  } catch {
    return 'holds a private key or certificate that cannot be read; make one with `npm run operate -- saml:new-key`';
  }
}

function keyProblemOf(key: KeyObject, certificate: X509Certificate): string | undefined {
  if (key.asymmetricKeyType !== 'rsa') return 'must be an RSA key';
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < MIN_RSA_BITS) return `is an RSA key of ${bits} bits; at least ${MIN_RSA_BITS} are needed`;
  if (!certificate.checkPrivateKey(key)) return 'holds a certificate that belongs to another key';
  return undefined;
}
