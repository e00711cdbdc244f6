import { X509Certificate } from 'node:crypto';

/** A certificate as it is stored, or undefined when that is none: one bad row is no reason to stop for the others. */
export function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}
