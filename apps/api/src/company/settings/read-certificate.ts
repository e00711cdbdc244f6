import { X509Certificate } from 'node:crypto';

/** Enough for some hundred companies. Parsing a certificate costs more than verifying a signature with it. */
const MOST_KEPT = 500;
const kept = new Map<string, X509Certificate | undefined>();

/** Returns undefined if the certificate is unreadable, because one bad row must not affect the others. */
export function readCertificate(pem: string): X509Certificate | undefined {
  if (kept.has(pem)) return kept.get(pem);
  if (kept.size >= MOST_KEPT) kept.clear();
  const certificate = parse(pem);
  kept.set(pem, certificate);
  return certificate;
}

function parse(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}
