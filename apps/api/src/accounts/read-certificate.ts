import { X509Certificate } from 'node:crypto';

/** A stored certificate, or undefined if it cannot be parsed: one bad row must not stop the others. */
export function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}
